import Core

extension Expression {
  /// The static type of its value, even if the value is currently `nil` or empty; `nil` if the type is unknown.
  package func resultType(in context: ExpressionContext) -> Any.Type? {
    Self.type(of: root, in: source, context)
  }

  /// Whether it may be `nil` in another state, because it looks up an element.
  package var mayBeMissing: Bool {
    switch root.kind {
    case .member(_, let name, _), .method(_, let name, _, _): Method.ofCollections[name]?.result == .element
    case .index(_, let arguments, _): arguments.contains { $0.label != nil }
    default: false
    }
  }

  /// Whether it consists of literals only.
  package var isLiteral: Bool { root.isLiteral }

  /// Whether it is a string literal.
  package var isText: Bool {
    if case .string = root.kind { true } else { false }
  }

  /// The source without surrounding spaces.
  package var trimmedSource: SourceText { source.slice(root.range) }

  /// Whether every value of a type can be written in an expression, apart from values that are too long.
  package static func canWrite(_ type: Any.Type) -> Bool {
    if let optional = type as? any OptionalType.Type { return canWrite(optional.wrappedType) }
    if let dictionary = type as? any KeysAndValues.Type { return dictionary.parts.allSatisfy(canWrite) }
    if !(type is any StringProtocol.Type), let element = CollectionAccess.elementType(of: type) {
      return canWrite(element)
    }
    if type is any LiteralConvertible.Type || type == AnyHashable.self || type == CaseLiteral.self {
      return true
    }
    switch TypeKind(type) {
    case .structure, .reference: return false
    default: return true
    }
  }

  /// The type of a subexpression.
  private static func type(
    of node: SyntaxNode,
    in source: SourceText,
    _ context: ExpressionContext
  ) -> Any.Type? {
    switch node.kind {
    case .member(let base, let name, _) where Method.ofCollections[name]?.result == .element,
      .method(let base, let name, _, _) where Method.ofCollections[name]?.result == .element:
      if let element = type(of: base, in: source, context).flatMap(CollectionAccess.elementType) {
        return element
      }
    case .index(let base, _, _):
      if let element = type(of: base, in: source, context).flatMap(CollectionAccess.elementType) {
        return element
      }
    case .method(let base, let name, _, _) where Method.ofCollections[name]?.result == .elements:
      if let type = type(of: base, in: source, context) { return type }
    default: break
    }
    let part = try? Expression(parsing: source.slice(node.range))
    let value = try? part?.evaluate(in: context).wrapped
    return value.flatMap { Swift.type(of: $0) as Any.Type }
  }
}

private protocol KeysAndValues {
  static var parts: [Any.Type] { get }
}

extension Dictionary: KeysAndValues {
  fileprivate static var parts: [Any.Type] { [Key.self, Value.self] }
}
