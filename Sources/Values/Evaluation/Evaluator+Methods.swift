extension Evaluator {
  mutating func evaluateMethod(_ name: String, _ term: Term) throws(Diagnostic) -> Any? {
    let base = term[0]
    guard let value = try evaluateBase(base, for: "method '\(name)'") else { return nil }
    guard let method = Method.table(for: .of(value: value))[name] else {
      let members = Members.names(of: value)
      throw source.unknownMethod(name, of: type(of: value), members, after: base.node, at: term.node)
    }
    if let answer = countedAnswer(method, of: value, term) { return answer }
    let call = try MethodCall(method, term, in: source)
    switch method.body {
    case .text(let body):
      return try body(&self, call, (value as? any StringProtocol).map { String($0) } ?? "")
    case .collection(let body):
      guard let collection = value as? any Collection else { return nil }
      return try body(&self, call, collection)
    }
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
