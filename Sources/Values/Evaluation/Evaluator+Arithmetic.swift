import Core

// Arithmetic on numbers, durations and dates, and concatenation of strings and lists.
extension Evaluator {
  mutating func calculate(_ binary: BinaryOperator, _ left: Any?, _ right: Any?) throws(Diagnostic) -> Any? {
    if let left = Number(left), let right = Number(right) {
      return try result(of: binary, left, right)
    }
    if let result = try time(binary, left, right) { return result }
    if binary == .plus {
      if let left = left as? any StringProtocol, let right = right as? any StringProtocol {
        // Evaluated for each element of a list, this may create many long strings.
        try take(steps: (left.utf8.count + right.utf8.count) / 64)
        return String(left) + String(right)
      }
      if let left = left.flatMap(list), let right = right.flatMap(list) {
        return try elements(of: left) + elements(of: right)
      }
    }
    if let (left, right) = Self.typed(left, right) { return try calculate(binary, left, right) }
    throw noOperator(binary, left, right)
  }

  /// The value as a collection whose elements have an order.
  private func list(_ value: Any) -> (any Collection)? {
    let shape = Shape.of(value: value)
    return shape.has(.collection) && !shape.has(.string) && !shape.has(.unordered)
      ? value as? any Collection : nil
  }

  private func noOperator(_ binary: BinaryOperator, _ left: Any?, _ right: Any?) -> Diagnostic {
    let types = (typeName(of: left), typeName(of: right))
    return error(
      "cannot apply '\(binary.rawValue)' to \(types.0) and \(types.1)",
      hint: hint(for: left, right) ?? hint(for: right, left),
      isMissing: left == nil || right == nil
    )
  }

  /// The hint for a number combined with a value of another type.
  private func hint(for value: Any?, _ number: Any?) -> String? {
    guard let value, let number, Number(number) != nil else { return nil }
    if value is Duration { return "write a duration with a unit: 2s, 500ms or 2 * 1s" }
    guard Equality.text(value) != nil else { return nil }
    return ComparisonHint.unquoted(value, like: number)
      ?? #"use a variable in double quotes to join text: let n = 1, and then "… $n""#
  }
}

// Durations and dates.
extension Evaluator {
  /// - Returns: `nil` if the operator does not apply to these values.
  private func time(_ binary: BinaryOperator, _ left: Any?, _ right: Any?) throws(Diagnostic) -> Any? {
    switch (left, right) {
    case (let left as Duration, let right as Duration): return try duration(binary, left, right)
    case (let left as Duration, let right as Date) where binary == .plus:
      return try date(right, left / .seconds(1))
    case (let left as Duration, _):
      guard let right = Number(right), binary == .times || binary == .divided else { return nil }
      return try scaled(left, binary, right)
    case (_, let right as Duration) where binary == .times:
      guard let left = Number(left) else { return nil }
      return try scaled(right, binary, left)
    case (let left as Date, let right as Date) where binary == .minus:
      return try difference(left, right)
    case (let left as Date, _) where binary == .plus || binary == .minus:
      let seconds = (right as? Duration).map { $0 / .seconds(1) } ?? Number(right)?.double
      return try seconds.map { seconds throws(Diagnostic) in
        try date(left, binary == .plus ? seconds : -seconds)
      }
    default: return nil
    }
  }

  private func duration(
    _ binary: BinaryOperator,
    _ left: Duration,
    _ right: Duration
  ) throws(Diagnostic) -> Any? {
    let (left, right) = (left.exactAttoseconds, right.exactAttoseconds)
    switch binary {
    case .plus: return try duration(left + right)
    case .minus: return try duration(left - right)
    case .divided: return try floating(binary, Double(left), Double(right))
    case .remainder:
      if right == 0 { throw dividesByZero }
      return try duration(left % right)
    default: return nil
    }
  }

  /// A duration multiplied or divided by a number, as precisely as Swift does; integer multiples are exact.
  private func scaled(
    _ duration: Duration,
    _ binary: BinaryOperator,
    _ factor: Number
  ) throws(Diagnostic) -> Duration {
    let attoseconds = duration.exactAttoseconds
    switch factor {
    case .integer(let factor):
      if binary == .divided, factor == 0 { throw dividesByZero }
      let (result, overflows) = integer(binary, attoseconds, factor)
      if overflows { throw tooLong }
      return try self.duration(result)
    case .double(let factor):
      let result = try floating(binary, Double(attoseconds), factor)
      guard let result = Int128(exactly: result.rounded(.towardZero)) else { throw tooLong }
      return try self.duration(result)
    }
  }

  func duration(_ attoseconds: Int128) throws(Diagnostic) -> Duration {
    if let duration = Duration(exactAttoseconds: attoseconds) { return duration }
    throw tooLong
  }

  private var tooLong: Diagnostic { error("the duration is too long") }

  /// The difference rounded to microseconds, since a present-day date is no more precise: adding a duration to a date
  /// and subtracting the date yields the duration.
  private func difference(_ left: Date, _ right: Date) throws(Diagnostic) -> Duration {
    let microseconds = (left.timeIntervalSince(right) * 1e6).rounded()
    guard let count = Int128(exactly: microseconds) else { throw tooLong }
    let (attoseconds, overflows) = count.multipliedReportingOverflow(
      by: DurationUnit.microseconds.attoseconds
    )
    if overflows { throw tooLong }
    return try duration(attoseconds)
  }

  private func date(_ date: Date, _ seconds: Double) throws(Diagnostic) -> Date {
    if let interval = Date.checkedInterval(date.timeIntervalSinceReferenceDate + seconds) {
      return Date(timeIntervalSinceReferenceDate: interval)
    }
    throw error("the date is out of range")
  }
}

// Numbers.
extension Evaluator {
  private var dividesByZero: Diagnostic {
    var divisor = "n"
    if case .binary(_, _, let right) = part.node.kind, !right.isLiteral { divisor = shown(right) }
    return error("division by zero", hint: "check the divisor first: \(divisor) != 0 && …")
  }

  func result(of binary: BinaryOperator, _ left: Number, _ right: Number) throws(Diagnostic) -> Any? {
    guard case .integer(let left) = left, case .integer(let right) = right else {
      return try floating(binary, left.double, right.double)
    }
    if right == 0, binary == .divided || binary == .remainder { throw dividesByZero }
    let (value, overflows) = integer(binary, left, right)
    if !overflows, let value = Int(exactly: value) { return value }
    // Only a result of unsigned operands may exceed `Int`.
    let isUnsigned = max(left, right) > Int128(Int.max)
    if isUnsigned, !overflows, let value = UInt64(exactly: value) { return value }
    throw error("the result does not fit in \(isUnsigned ? "64 bits" : "Int")")
  }

  private func integer(_ binary: BinaryOperator, _ left: Int128, _ right: Int128) -> (Int128, overflow: Bool)
  {
    switch binary {
    case .plus: left.addingReportingOverflow(right)
    case .minus: left.subtractingReportingOverflow(right)
    case .times: left.multipliedReportingOverflow(by: right)
    case .divided: left.dividedReportingOverflow(by: right)
    default: left.remainderReportingOverflow(dividingBy: right)
    }
  }

  private func floating(
    _ binary: BinaryOperator,
    _ left: Double,
    _ right: Double
  ) throws(Diagnostic) -> Double {
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
    throw error("the result is too large for Double")
  }
}
