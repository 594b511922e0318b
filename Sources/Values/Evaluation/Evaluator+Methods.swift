extension Evaluator {
  package static let collectionMethods = [
    "filter", "map", "compactMap", "first", "last", "contains", "allSatisfy", "count", "firstIndex", "sorted",
    "reversed", "min", "max", "prefix", "suffix", "dropFirst", "dropLast", "joined",
  ]
  /// Methods of a collection whose argument is evaluated for each element.
  static let elementMethods = [
    "filter", "map", "compactMap", "first", "last", "contains", "allSatisfy", "count", "firstIndex", "sorted",
  ]
  /// Methods of a collection whose result has elements of the same type.
  static let sameElementsMethods: Set = [
    "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast",
  ]
  /// Methods of a collection that come to one of its elements, some of which are members as well.
  static let oneElementMethods: Set = ["first", "last", "min", "max"]
  package static let textMethods = ["contains", "hasPrefix", "hasSuffix", "lowercased", "uppercased"]

  func methodNames(of value: Any) -> [String] {
    if value is any StringProtocol { return Self.textMethods }
    return value is any Collection ? Self.collectionMethods : []
  }

  mutating func evaluateMethod(
    _ name: String,
    of base: ExpressionNode,
    _ arguments: [ExpressionNode.Argument],
    at node: ExpressionNode
  ) throws(Diagnostic) -> Any? {
    guard let value = try evaluateBase(base, of: node, for: "method '\(name)'") else { return nil }
    if let answer = try countedAnswer(name, of: value, arguments) { return answer }
    let call = MethodCall(name: name, arguments: arguments, node: node)
    let traits = ValueTraits.of(value)
    if traits.isText, let text = value as? any StringProtocol, Self.textMethods.contains(name) {
      return try evaluate(call, of: String(text))
    }
    if !traits.isText, traits.isCollection, let collection = value as? any Collection,
      Self.collectionMethods.contains(name)
    {
      return try remembering(node, on: collection) { (evaluator) throws(Diagnostic) in
        try evaluator.evaluate(call, of: collection)
      }
    }
    throw unknownMethod(name, of: value, base: base, at: node)
  }

  private func unknownMethod(
    _ name: String,
    of value: Any,
    base: ExpressionNode,
    at node: ExpressionNode
  ) -> Diagnostic {
    let names = methodNames(of: value)
    let isProperty = Reflection.memberNames(of: value).contains(name)
    return source.diagnostic(
      "no method '\(name)' on \(Reflection.typeName(of: value))",
      at: node.range(ofName: name, after: base, in: source),
      notes: isProperty ? [] : Self.list(names),
      remedy: isProperty
        ? "'\(name)' is a property: leave out the brackets" : Spelling.suggestion(for: name, among: names)
    ).concerningTypes
  }
}

extension Evaluator {
  private mutating func evaluate(_ call: MethodCall, of text: String) throws(Diagnostic) -> Any? {
    switch call.name {
    case "lowercased":
      try call.refuseArguments(in: self)
      return text.lowercased()
    case "uppercased":
      try call.refuseArguments(in: self)
      return text.uppercased()
    default:
      let other = try self.text(call.required(in: self), for: call)
      switch call.name {
      case "hasPrefix": return text.hasPrefix(other)
      case "hasSuffix": return text.hasSuffix(other)
      // Foundation finds no empty text, Swift finds it everywhere.
      default: return other.isEmpty || text.contains(other)
      }
    }
  }

  mutating func text(_ node: ExpressionNode, for call: MethodCall) throws(Diagnostic) -> String {
    let value = try evaluate(node)
    if let text = value as? any StringProtocol { return String(text) }
    throw error(
      "'\(call.name)' needs a String; `\(shown(node))` is \(Reflection.typeName(of: value))",
      at: node
    )
  }
}
