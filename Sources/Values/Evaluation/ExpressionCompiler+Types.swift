import Core

// Types are checked by evaluating each part for typical values of its operands, so that a check and an evaluation have
// the same rules and the same errors.
extension ExpressionCompiler {
  /// Evaluates a part for typical operands.
  ///
  /// - Parameter known: The type of its value, if it is a static member of that type.
  /// - Returns: The type of its value; unknown if that of an operand is.
  /// - Throws: The reason why it has no value for operands of such types.
  func type(of node: SyntaxNode, _ operands: [Term.Argument], as known: StaticType = .unknown)
    throws(Diagnostic) -> StaticType
  {
    var constants: [Term.Argument] = []
    for operand in operands {
      guard let value = operand.value.typical else { return .unknown }
      constants.append(Term.Argument(label: operand.label, value: Term(operand.value.node, constant: value)))
    }
    let term = Term(node, constants, known)
    let value = try Diagnostic.unlessMissing { () throws(Diagnostic) in try self.value(of: term) }
    return value.flatMap(\.self).map { .type(.of(value: $0)) } ?? .unknown
  }

  /// The value of a part that reads nothing but constants.
  func value(of term: Term) throws(Diagnostic) -> Any? {
    var evaluator = Evaluator(term, in: ExpressionContext(()), source: source)
    return try evaluator.evaluate(term)
  }

  private func check(condition term: Term) throws(Diagnostic) {
    guard let value = term.typical else { return }
    _ = try Evaluator(term, in: ExpressionContext(()), source: source).condition(term, value)
  }

  func type(of binary: BinaryOperator, _ operands: [Term.Argument], at node: SyntaxNode) throws(Diagnostic)
    -> StaticType
  {
    let (left, right) = (operands[0].value, operands[1].value)
    switch binary {
    case .and, .or:
      try check(condition: left)
      try check(condition: right)
      return .of(Bool.self)
    case .coalesce: return left.type.joined(with: right.type)
    default: break
    }
    if left.maySpell(right) || right.maySpell(left) { return .of(Bool.self) }
    let type = try type(of: node, operands)
    return binary.isComparison ? .of(Bool.self) : type
  }

  /// Checks a call of a method whose receiver has a known type.
  ///
  /// - Returns: The type of its result.
  func type(of method: Method, _ operands: [Term.Argument], at node: SyntaxNode) throws(Diagnostic)
    -> StaticType
  {
    let base = operands[0].value
    let call = try MethodCall(method, Term(node, operands), in: source)
    let isText = base.type.exact?.has(.string) == true
    let element = base.type.element.typical
    // The use of an element matters only if its type is known, or is that of the argument.
    let isSpelled = call.argument?.maySpell(Term(node, [], base.type.element)) ?? false
    guard isText || element != nil && !isSpelled || call.argument?.node.usesSubject == true else {
      return .unknown
    }
    let typical = Term(base.node, example: isText ? "" : [element ?? ()])
    return try type(of: node, [Term.Argument(value: typical)] + operands.dropFirst())
  }

  /// The type that a name denotes: `Duration` in `Duration.seconds(1)`.
  func namedType(_ node: SyntaxNode) -> Any.Type? {
    guard case .name(let name) = node.kind else { return nil }
    return ["Duration": Duration.self, "Double": Double.self, "Float": Float.self][name]
  }
}

extension Term {
  /// Whether it is a text that may stand for the other value, such as a UUID.
  fileprivate func maySpell(_ other: Term) -> Bool {
    guard type.exact?.has(.string) == true, constant == nil, let other = other.type.exact else {
      return false
    }
    return other.type == UUID.self || other.choice == nil && other.type is any RawRepresentable.Type
  }
}
