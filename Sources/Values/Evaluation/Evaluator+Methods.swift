extension Evaluator {
  mutating func evaluateMethod(
    _ name: String,
    of base: Term,
    _ arguments: [Term.Argument]
  ) throws(Diagnostic) -> Any? {
    guard let value = try evaluateBase(base, for: "method '\(name)'") else { return nil }
    guard let method = Method.table(for: value)[name] else {
      throw unknownMethod(name, of: value, base: base.node)
    }
    if let answer = try countedAnswer(method, of: value, arguments) { return answer }
    switch method.body {
    case .text(let body):
      let call = try MethodCall(method, arguments, at: part, in: self)
      return try body(&self, call, (value as? any StringProtocol).map { String($0) } ?? "")
    case .collection(let body):
      guard let collection = value as? any Collection else { return nil }
      return try body(&self, MethodCall(method, arguments, at: part, in: self), collection)
    }
  }

  private func unknownMethod(_ name: String, of value: Any, base: SyntaxNode) -> Diagnostic {
    let names = Method.table(for: value).names
    let isProperty = Members.names(of: value).contains(name)
    return source.diagnostic(
      "no method '\(name)' on \(typeName(of: value))",
      at: part.node.range(ofName: name, after: base, in: source),
      notes: isProperty ? [] : Self.list(names),
      hint: isProperty
        ? "'\(name)' is a property; remove the brackets" : Spelling.suggestion(for: name, among: names)
    )
  }
}

extension Evaluator {
  mutating func text(_ term: Term, for call: MethodCall) throws(Diagnostic) -> String {
    let value = try evaluate(term)
    if let text = value as? any StringProtocol { return String(text) }
    throw error(
      "'\(call.name)' expects a String; `\(shown(term.node))` is \(typeName(of: value))",
      at: term,
      isMissing: value == nil
    )
  }
}
