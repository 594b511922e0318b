extension Evaluator {
  mutating func evaluatePrefix(_ prefix: PrefixOperator, _ operand: Term) throws(Diagnostic) -> Any? {
    if prefix == .not { return try !condition(operand) }
    var value = try evaluate(operand)
    part = operand
    if let literal = value as? CaseLiteral {
      value = literal.value(as: Double.self) ?? literal.value(as: Duration.self) ?? value
    }
    if let duration = value as? Duration { return try self.duration(-duration.exactAttoseconds) }
    guard let number = Number(value) else {
      throw error("cannot negate `\(shown(part.node))` (\(typeName(of: value)))", isMissing: value == nil)
    }
    return try result(of: .minus, Number.integer(0), number)
  }

  mutating func evaluateBinary(
    _ binary: BinaryOperator,
    _ left: Term,
    _ right: Term
  ) throws(Diagnostic) -> Any? {
    switch binary {
    case .and:
      guard try condition(left) else { return false }
      return try condition(right)
    case .or:
      if try condition(left) { return true }
      return try condition(right)
    case .coalesce:
      if let value = try evaluate(left) { return value }
      return try evaluate(right)
    default:
      let values = (try evaluate(left), try evaluate(right))
      if binary.isComparison { return try compare(binary, values.0, values.1) }
      return try calculate(binary, values.0, values.1)
    }
  }

  mutating func compare(_ binary: BinaryOperator, _ left: Any?, _ right: Any?) throws(Diagnostic) -> Bool {
    switch binary {
    case .equal: return try isEqual(left, right)
    case .notEqual: return try !isEqual(left, right)
    case .less: return try isLess(left, right)
    case .greater: return try isLess(right, left)
    case .lessOrEqual:
      if try isLess(left, right) { return true }
      return try isEqual(left, right)
    default:
      if try isLess(right, left) { return true }
      return try isEqual(left, right)
    }
  }

  private mutating func isEqual(_ left: Any?, _ right: Any?) throws(Diagnostic) -> Bool {
    if let isEqual = try areEqual(left, right) { return isEqual }
    throw mismatch(left, right)
  }

  mutating func isLess(_ left: Any?, _ right: Any?) throws(Diagnostic) -> Bool {
    if let left, let right, let isLess = Equality.isLess(left, right) { return isLess }
    if let left = Number(left), let right = Number(right) { return left < right }
    if let left = Equality.text(left), let right = Equality.text(right) { return left < right }
    if let comparable = left as? any Comparable, let right, let isLess = Self.native(comparable, right) {
      return isLess
    }
    if let (left, right) = Self.typed(left, right) { return try isLess(left, right) }
    if let left, let right, type(of: left) == type(of: right) {
      throw error("values of \(typeName(of: left)) have no order")
    }
    // `a > b` is evaluated as `b < a`, and the error names the sides as they are written.
    if case .binary(let binary, _, _) = part.node.kind, binary == .greater || binary == .greaterOrEqual {
      throw mismatch(right, left)
    }
    throw mismatch(left, right)
  }

  /// Two values as values of one type, where one is written like a case, such as `.seconds(1)`.
  ///
  /// - Returns: `nil` if neither value is, or if it really is a case.
  static func typed(_ left: Any?, _ right: Any?) -> (Any, Any)? {
    guard let left, let right else { return nil }
    if let left = (left as? CaseLiteral)?.value(as: type(of: right)) { return (left, right) }
    return (right as? CaseLiteral)?.value(as: type(of: left)).map { (left, $0) }
  }

  private static func native(_ left: any Comparable, _ right: Any) -> Bool? {
    func open<C: Comparable>(_ left: C) -> Bool? { (right as? C).map { left < $0 } }
    return open(left)
  }

  /// "cannot compare `todos.count` (Int) with String"
  private func mismatch(_ left: Any?, _ right: Any?) -> Diagnostic {
    let isMissing = left == nil || right == nil
    guard case .binary(_, let leftNode, let rightNode) = part.node.kind else {
      return error("cannot compare \(typeName(of: left)) and \(typeName(of: right))", isMissing: isMissing)
    }
    // Names the side that is not a literal, since its type is the less obvious one.
    let isSwapped = leftNode.isLiteral && !rightNode.isLiteral
    let (subject, types) = isSwapped ? (rightNode, (right, left)) : (leftNode, (left, right))
    let names = (typeName(of: types.0), typeName(of: types.1))
    if names.0 == names.1 {
      return error(
        "cannot compare `\(shown(subject))`: values of \(names.0) are not comparable",
        isMissing: isMissing
      )
    }
    return error(
      "cannot compare `\(shown(subject))` (\(names.0)) with \(names.1)",
      hint: ComparisonHint.comparing(types.0, with: types.1)
        ?? ComparisonHint.quoting(types.0, with: types.1, written: shown(isSwapped ? leftNode : rightNode)),
      isMissing: isMissing
    )
  }
}
