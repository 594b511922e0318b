import Core

extension Definition {
  /// The value in a state.
  ///
  /// Whether there can be one depends on the type, not on what is there at present: a list that is empty now is refused as
  /// it will be with elements in it, lest a script work for some data only.
  ///
  /// - Throws: That the expression has no value, or one that cannot be written on a line.
  func variable(in context: ExpressionContext) throws(Diagnostic) -> Variable {
    let value = try expression.evaluate(in: context)
    if !value.isNothing, let variable = Variable(value) { return variable }
    let type = Self.type(of: expression.root, in: expression.source, context)
    if value.isNothing, type.map(Self.isWritten) ?? true, let variable = Variable(value) { return variable }
    let name = type.flatMap { $0 == [Any].self ? nil : dumpTypeName($0) } ?? value.typeName
    throw source.diagnostic(
      "a variable holds what can be written on a line, and not \(name.withArticle)",
      remedy: remedy(for: type)
    )
  }

  /// The expression without blanks around it.
  private var source: SourceText { expression.source.slice(expression.root.range) }

  private func remedy(for type: Any.Type?) -> String {
    let text = source.text
    guard type is any Collection.Type else {
      return "keep a member of it: \(text)\(Self.mayBeMissing(expression.root) ? "?" : "").NAME"
    }
    return "keep its count, \(text).count, or one member of each: \(text).map(\\.NAME)"
  }

  /// The type of a part of the expression, be it `nil` or empty at present; `nil` if that cannot be told.
  private static func type(
    of node: ExpressionNode,
    in source: SourceText,
    _ context: ExpressionContext
  ) -> Any.Type? {
    switch node.kind {
    case .member(let base, let name, _) where Evaluator.oneElementMethods.contains(name),
      .method(let base, let name, _, _) where Evaluator.oneElementMethods.contains(name):
      if let element = type(of: base, in: source, context).flatMap(CollectionAccess.elementType) {
        return element
      }
    case .index(let base, _, _):
      if let element = type(of: base, in: source, context).flatMap(CollectionAccess.elementType) {
        return element
      }
    case .method(let base, let name, _, _) where Evaluator.sameElementsMethods.contains(name):
      if let type = type(of: base, in: source, context) { return type }
    default: break
    }
    let part = try? Expression(parsing: source.slice(node.range))
    let value = try? part?.evaluate(in: context).wrapped
    return value.flatMap { Swift.type(of: $0) as Any.Type }
  }

  private static func mayBeMissing(_ node: ExpressionNode) -> Bool {
    switch node.kind {
    case .member(_, let name, _), .method(_, let name, _, _): Evaluator.oneElementMethods.contains(name)
    case .index(_, let arguments, _): arguments.contains { $0.label != nil }
    default: false
    }
  }

  /// Whether all values of a type can be written in an expression, but for those that are too long.
  private static func isWritten(_ type: Any.Type) -> Bool {
    if let optional = type as? any OptionalType.Type { return isWritten(optional.wrappedType) }
    if let dictionary = type as? any KeysAndValues.Type { return dictionary.parts.allSatisfy(isWritten) }
    if !(type is any StringProtocol.Type), let element = CollectionAccess.elementType(of: type) {
      return isWritten(element)
    }
    if type is any WrittenValue.Type || type == AnyHashable.self || type == CaseLiteral.self { return true }
    switch RuntimeType(type) {
    case .structure, .reference: return false
    default: return true
    }
  }
}

private protocol KeysAndValues {
  static var parts: [Any.Type] { get }
}

extension Dictionary: KeysAndValues {
  fileprivate static var parts: [Any.Type] { [Key.self, Value.self] }
}

extension ExpressionValue {
  /// Whether it has no elements, or is `nil`.
  fileprivate var isNothing: Bool {
    guard let wrapped, !(wrapped is any StringProtocol) else { return wrapped == nil }
    return (wrapped as? any Collection)?.isEmpty ?? false
  }
}

extension String {
  /// The name of a type behind `a` or `an`.
  fileprivate var withArticle: String {
    "\(first.map { "AEIOaeio".contains($0) } ?? false ? "an" : "a") \(self)"
  }
}
