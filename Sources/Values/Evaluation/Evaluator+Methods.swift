extension Evaluator {
  mutating func evaluateMethod(
    _ name: String,
    of base: Term,
    _ arguments: [Term.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    guard let value = try evaluateBase(base, of: node, for: "method '\(name)'") else { return nil }
    guard let method = Method.table(for: value)[name] else {
      throw unknownMethod(name, of: value, base: base.node, at: node)
    }
    if let answer = try countedAnswer(method, of: value, arguments) { return answer }
    switch method.body {
    case .text(let body):
      let call = try MethodCall(method, arguments, at: node, in: self)
      return try body(&self, call, (value as? any StringProtocol).map { String($0) } ?? "")
    case .collection(let body):
      guard let collection = value as? any Collection else { return nil }
      return try remembering(node, on: collection) { (evaluator) throws(Diagnostic) in
        try body(&evaluator, MethodCall(method, arguments, at: node, in: evaluator), collection)
      }
    }
  }

  private func unknownMethod(
    _ name: String,
    of value: Any,
    base: SyntaxNode,
    at node: SyntaxNode
  ) -> Diagnostic {
    let names = Method.table(for: value).names
    let isProperty = Members.names(of: value).contains(name)
    return source.diagnostic(
      "no method '\(name)' on \(typeName(of: value))",
      at: node.range(ofName: name, after: base, in: source),
      notes: isProperty ? [] : Self.list(names),
      hint: isProperty
        ? "'\(name)' is a property; remove the brackets" : Spelling.suggestion(for: name, among: names)
    )
  }
}

extension Evaluator {
  mutating func text(_ term: Term, for call: MethodCall) throws(Diagnostic) -> String {
    let (node, value) = (term.node, try evaluate(term))
    if let text = value as? any StringProtocol { return String(text) }
    throw error(
      "'\(call.name)' expects a String; `\(shown(node))` is \(typeName(of: value))",
      at: node,
      isMissing: value == nil
    )
  }
}
