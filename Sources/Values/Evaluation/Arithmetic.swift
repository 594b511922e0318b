import Core

/// Arithmetic on numbers, durations and dates, and concatenation of strings and lists.
struct Arithmetic {
  let binary: BinaryOperator
  let node: SyntaxNode
  let source: SourceText

  /// Compiles the operation on two values, for their types.
  func code(_ left: Term, _ right: Term) -> (Shape?, Shape?) throws -> Code {
    { first, second in
      if let first, let second, let code = code(first, second) { return code }
      throw source.error(
        "cannot apply '\(binary.rawValue)' to \(typeName(first)) and \(typeName(second))",
        at: node,
        hint: hint(for: left, first, second) ?? hint(for: right, second, first),
        isMissing: first == nil || second == nil
      )
    }
  }

  /// - Returns: `nil` if the operator does not apply to values of these types.
  func code(_ left: Shape, _ right: Shape) -> Code? {
    if left.has(.number), right.has(.number) { return numbers(left, right) }
    if binary == .plus, left.has(.text), right.has(.text) {
      return Code(.of(String.self)) { evaluation, left, right in
        let texts = (text(of: left.any) ?? "", text(of: right.any) ?? "")
        // Evaluated for each element of a list, this may create many long strings.
        try evaluation.take(bytes: texts.0.utf8.count + texts.1.utf8.count, at: node, in: source)
        return .made(texts.0 + texts.1)
      }
    }
    if binary == .plus, left.isList, right.isList {
      let (first, second) = (left.element?.settled, right.element?.settled)
      let element =
        first === second || second?.type == Never.self ? first : first?.type == Never.self ? second : nil
      return Code(.list(of: element)) { evaluation, left, right in
        try evaluation.take(
          steps: (left.elementCount ?? 0) + (right.elementCount ?? 0),
          at: node,
          in: source
        )
        return .list(left.elements + right.elements, of: element)
      }
    }
    return times(left, right)
  }

  /// The hint for a number combined with a value of another type.
  private func hint(for term: Term, _ type: Shape?, _ number: Shape?) -> String? {
    guard let type, let number, number.has(.number) else { return nil }
    if type.type == Duration.self { return "write a duration with a unit: 2s, 500ms or 2 * 1s" }
    guard type.has(.text) else { return nil }
    return ComparisonHint.unquoted(term.constant?.any, like: number)
      ?? #"to join strings, write "\(n)""#
  }

  /// Compiles the negative; `nil` for values other than numbers and durations.
  func negation(of type: Shape) -> Code? {
    func negated<Number: SignedNumeric>(_: Number.Type) -> Code {
      Code(type) { _, value in .made(-(value.unboxed(as: Number.self) ?? 0)) }
    }
    if let exact = type.type as? any BinaryFloatingPoint.Type { return negated(exact) }
    if type.type == Decimal.self { return negated(Decimal.self) }
    let zero: Value = type.type == Duration.self ? .made(Duration.zero) : .made(0)
    return zero.shape.flatMap { code($0, type) }.map { code in
      Code(code.type) { evaluation, value in try code.run(evaluation, zero, value) }
    }
  }
}

// Numbers.
extension Arithmetic {
  private func numbers(_ left: Shape, _ right: Shape) -> Code {
    if left === right, let exact = exact(left) { return exact }
    return Code(type(left, right)) { _, left, right in
      guard let left = Number(left.any), let right = Number(right.any) else { return .null }
      return try result(left, right)
    }
  }

  /// - Returns: `nil` for numbers of which one may exceed `Int`, as the result may then.
  private func type(_ left: Shape, _ right: Shape) -> Shape? {
    guard left.has(.integer), right.has(.integer) else { return .of(Double.self) }
    return left.has(.wide) || right.has(.wide) ? nil : .of(Int.self)
  }

  /// The operation in the precision of a type of its own, such as `Float` or `Decimal`.
  private func exact(_ type: Shape) -> Code? {
    func code<Number: BinaryFloatingPoint>(_: Number.Type) -> Code {
      self.code(type) { (left: Number, right: Number) in .made(try floating(left, right)) }
    }
    if let type = type.type as? any BinaryFloatingPoint.Type { return code(type) }
    return type.type == Decimal.self ? self.code(type, decimal) : nil
  }

  /// An operation on two values of one type.
  private func code<Operand>(
    _ type: Shape,
    _ operation: @escaping (_ left: Operand, _ right: Operand) throws -> Value
  ) -> Code {
    Code(type) { _, left, right in
      guard let left = left.unboxed(as: Operand.self), let right = right.unboxed(as: Operand.self)
      else { return .null }
      return try operation(left, right)
    }
  }

  private func decimal(_ left: Decimal, _ right: Decimal) throws -> Value {
    switch binary {
    case .plus: return .made(left + right)
    case .minus: return .made(left - right)
    case .times: return .made(left * right)
    case .divided:
      if right == 0 { throw dividesByZero }
      return .made(try quotient(left, right))
    default: return try result(Number(left) ?? .integer(0), Number(right) ?? .integer(1))
    }
  }

  /// The quotient to the 38 digits that the type has, by long division: FoundationEssentials lacks the operator.
  private func quotient(_ left: Decimal, _ right: Decimal) throws -> Decimal {
    let divisor = right < 0 ? 0 - right : right
    var rest = left < 0 ? 0 - left : left
    func multiple(_ exponent: Int) -> Decimal {
      divisor * Decimal(sign: .plus, exponent: exponent, significand: 1)
    }
    var place = 0
    while place > -Self.places, multiple(place) > rest { place -= 1 }
    while place < Self.places, multiple(place + 1) <= rest { place += 1 }
    guard place < Self.places else { throw source.error("the result is too large for Decimal", at: node) }
    var quotient: Decimal = 0
    for place in stride(from: place, through: max(place - 37, -Self.places), by: -1) where rest > 0 {
      let part = multiple(place)
      while rest >= part {
        rest -= part
        quotient += Decimal(sign: .plus, exponent: place, significand: 1)
      }
    }
    return (left < 0) == (right < 0) ? quotient : 0 - quotient
  }

  /// The largest exponent of ten used in a division.
  private static let places = 80

  private var dividesByZero: Diagnostic {
    var divisor = "n"
    if case .binary(_, _, let right) = node.kind, !right.isLiteral { divisor = source.shown(right) }
    return source.error(
      "division by zero",
      at: node,
      hint: "check the divisor first: \(divisor) != 0\(Diagnostic.beforeCondition)"
    )
  }

  private func result(_ left: Number, _ right: Number) throws -> Value {
    guard case .integer(let left) = left, case .integer(let right) = right else {
      return .made(try floating(left.double, right.double))
    }
    if right == 0, binary == .divided || binary == .remainder { throw dividesByZero }
    var (value, overflows) = integer(left, right)
    // As in Swift, a remainder overflows where the quotient does.
    if binary == .remainder, right == -1, left == Int128(Int.min) { overflows = true }
    if !overflows, let value = Int(exactly: value) { return .made(value) }
    // Only a result of unsigned operands may exceed `Int`.
    let isUnsigned = max(left, right) > Int128(Int.max)
    if isUnsigned, !overflows, let value = UInt64(exactly: value) { return .made(value) }
    throw source.error("the result does not fit in \(isUnsigned ? "64 bits" : "Int")", at: node)
  }

  private func integer(_ left: Int128, _ right: Int128) -> (Int128, overflow: Bool) {
    switch binary {
    case .plus: left.addingReportingOverflow(right)
    case .minus: left.subtractingReportingOverflow(right)
    case .times: left.multipliedReportingOverflow(by: right)
    case .divided: left.dividedReportingOverflow(by: right)
    default: left.remainderReportingOverflow(dividingBy: right)
    }
  }

  private func floating<Value: BinaryFloatingPoint>(_ left: Value, _ right: Value) throws -> Value {
    if right == 0, binary == .divided || binary == .remainder { throw dividesByZero }
    let result =
      switch binary {
      case .plus: left + right
      case .minus: left - right
      case .times: left * right
      case .divided: left / right
      default: left.truncatingRemainder(dividingBy: right)
      }
    if result.isFinite || !left.isFinite || !right.isFinite { return result }
    throw source.error("the result is too large for \(Value.self)", at: node)
  }
}

// Durations and dates.
extension Arithmetic {
  private func times(_ left: Shape, _ right: Shape) -> Code? {
    let kinds = [left, right].map { shape -> Int in
      shape.type == Duration.self ? 1 : shape.type == Date.self ? 2 : shape.has(.number) ? 0 : 3
    }
    let isSum = binary == .plus || binary == .minus
    switch (kinds[0], kinds[1]) {
    case (1, 1) where binary != .times:
      return code(.of(binary == .divided ? Double.self : Duration.self), durations)
    case (1, 0) where binary == .times || binary == .divided, (0, 1) where binary == .times:
      let isLeft = kinds[0] == 1
      return Code(.of(Duration.self)) { _, left, right in
        let (duration, factor) = isLeft ? (left, right) : (right, left)
        let attoseconds = duration.unboxed(as: Duration.self)?.exactAttoseconds ?? 0
        return .made(try scaled(attoseconds, Number(factor.any) ?? .integer(1)))
      }
    case (1, 2) where binary == .plus:
      return Code(right) { _, left, right in try date(right, left.seconds) }
    case (2, 2) where binary == .minus:
      return code(.of(Duration.self)) { (left: Date, right: Date) in .made(try difference(left, right)) }
    case (2, 1) where isSum, (2, 0) where isSum:
      return Code(left) { _, left, right in
        try date(left, binary == .plus ? right.seconds : -right.seconds)
      }
    default: return nil
    }
  }

  private func durations(_ left: Duration, _ right: Duration) throws -> Value {
    let (left, right) = (left.exactAttoseconds, right.exactAttoseconds)
    if binary == .divided { return .made(try floating(Double(left), Double(right))) }
    if binary == .remainder, right == 0 { throw dividesByZero }
    return .made(try duration(integer(left, right).0))
  }

  /// A duration multiplied or divided by a number, as precisely as Swift does; integer multiples are exact.
  private func scaled(_ attoseconds: Int128, _ factor: Number) throws -> Duration {
    switch factor {
    case .integer(let factor):
      if binary == .divided, factor == 0 { throw dividesByZero }
      let (result, overflows) = integer(attoseconds, factor)
      if overflows { throw tooLong }
      return try duration(result)
    case .double(let factor):
      let result = try floating(Double(attoseconds), factor)
      guard let result = Int128(exactly: result.rounded(.towardZero)) else { throw tooLong }
      return try duration(result)
    }
  }

  private func duration(_ attoseconds: Int128) throws -> Duration {
    if let duration = Duration(exactAttoseconds: attoseconds) { return duration }
    throw tooLong
  }

  private var tooLong: Diagnostic { source.error("the duration is too long", at: node) }

  /// The difference rounded to microseconds, since a present-day date is no more precise: adding a duration to a date
  /// and subtracting the date yields the duration.
  private func difference(_ left: Date, _ right: Date) throws -> Duration {
    let microseconds = (left.timeIntervalSince(right) * 1e6).rounded()
    guard let count = Int128(exactly: microseconds) else { throw tooLong }
    let (attoseconds, overflows) = count.multipliedReportingOverflow(
      by: DurationUnit.microseconds.attoseconds
    )
    if overflows { throw tooLong }
    return try duration(attoseconds)
  }

  private func date(_ value: Value, _ seconds: Double) throws -> Value {
    guard let date = value.unboxed(as: Date.self) else { return .null }
    if let later = date.adding(seconds) { return .made(later) }
    throw source.error("the date is out of range", at: node)
  }
}

extension Value {
  /// A number of seconds, or a duration in seconds.
  fileprivate var seconds: Double {
    unboxed(as: Duration.self).map { $0 / .seconds(1) } ?? Number(any)?.double ?? 0
  }
}
