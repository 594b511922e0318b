import Core

// Types are checked by evaluating each part for typical values of its operands, so that a check and an evaluation have
// the same rules and the same errors.
extension ExpressionCompiler {
  /// An evaluator for a part whose operands are constants.
  func evaluator(at node: SyntaxNode) -> Evaluator {
    Evaluator(Term(node) { _ in nil }, in: ExpressionContext(()), source: source)
  }

  /// Evaluates a part for typical operands.
  ///
  /// - Returns: The type of its value; unknown if that of an operand is.
  /// - Throws: The reason why it has no value for operands of such types.
  func type(
    at node: SyntaxNode,
    _ operands: [Term],
    _ evaluate: (inout Evaluator, [Term]) throws(Diagnostic) -> Any?
  ) throws(Diagnostic) -> StaticType {
    var constants: [Term] = []
    for operand in operands {
      guard let value = operand.typical else { return .unknown }
      constants.append(Term(operand.node, constant: value))
    }
    var evaluator = evaluator(at: node)
    let value = try Diagnostic.unlessMissing { () throws(Diagnostic) in try evaluate(&evaluator, constants) }
    return value.flatMap(\.self).map { .type(.of(value: $0)) } ?? .unknown
  }

  func check(condition term: Term) throws(Diagnostic) {
    _ = try type(at: term.node, [term]) { (evaluator, operands) throws(Diagnostic) in
      try evaluator.condition(operands[0])
    }
  }

  func type(of binary: BinaryOperator, _ left: Term, _ right: Term, at node: SyntaxNode) throws(Diagnostic)
    -> StaticType
  {
    switch binary {
    case .and, .or:
      try check(condition: left)
      try check(condition: right)
      return .of(Bool.self)
    case .coalesce: return left.type.joined(with: right.type)
    default: break
    }
    if left.maySpell(right) || right.maySpell(left) { return .of(Bool.self) }
    let type = try type(at: node, [left, right]) { (evaluator, operands) throws(Diagnostic) in
      try evaluator.evaluateBinary(binary, operands[0], operands[1])
    }
    return binary.isComparison ? .of(Bool.self) : type
  }

  /// Checks a call of a method whose receiver has a known type.
  ///
  /// - Returns: The type of its result.
  func type(
    of method: Method,
    on base: Term,
    _ arguments: [Term.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> StaticType {
    let call = try MethodCall(method, arguments, at: node, in: source)
    let isText = base.type.exact?.has(.string) == true
    let element = base.type.element.typical
    // The use of an element matters only if its type is known, or is that of the argument.
    let isSpelled = call.argument?.maySpell(Term(node, base.type.element) { _ in nil }) ?? false
    guard isText || element != nil && !isSpelled || call.argument?.node.usesSubject == true else {
      return .unknown
    }
    return try type(at: node, arguments.map(\.value)) { (evaluator, operands) throws(Diagnostic) in
      try evaluator.evaluateMethod(
        method.name,
        of: Term(base.node, constant: isText ? "" : [element ?? ()]),
        zip(arguments, operands).map { Term.Argument(label: $0.label, value: $1) }
      )
    }
  }

  /// The type that a name denotes, unless the name is in scope: `Duration` in `Duration.seconds(1)`.
  func namedType(_ node: SyntaxNode) -> Any.Type? {
    guard case .name(let name) = node.kind else { return nil }
    return ["Duration": Duration.self, "Double": Double.self, "Float": Float.self][name]
  }

  /// The value of a static member: `Duration.seconds(1)`, `Double.infinity`.
  mutating func constant(
    _ name: String,
    _ arguments: [SyntaxNode.Argument]?,
    of type: Any.Type,
    at node: SyntaxNode
  ) throws(Diagnostic) -> Term {
    let literal = try term(SyntaxNode(.enumCase(name, arguments), range: node.range))
    let evaluate = { (evaluator: inout Evaluator, literal: Term) throws(Diagnostic) -> Any? in
      if let value = (try evaluator.evaluate(literal) as? CaseLiteral)?.value(as: type) { return value }
      throw evaluator.error("\(typeName(type)) has no member '\(name)' with such arguments")
    }
    let known = try self.type(at: node, [literal]) { (evaluator, operands) throws(Diagnostic) in
      try evaluate(&evaluator, operands[0])
    }
    return Term(node, known) { (evaluator) throws(Diagnostic) in try evaluate(&evaluator, literal) }
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
