import Core

/// A number of any type, converted as exactly as possible.
enum Number {
  case integer(Int128)
  case double(Double)

  init?(_ value: Any?) {
    guard let value else { return nil }
    // The common types, for which a lookup of the conformance can be avoided.
    if let number = unboxed(value, as: Int.self) {
      self = .integer(Int128(number))
    } else if let number = unboxed(value, as: Double.self) {
      self = .double(number)
    } else if let number = value as? any BinaryInteger {
      self = Int128(exactly: number).map(Number.integer) ?? .double(Double(number))
    } else if let number = value as? Float {
      // As written, so that it equals its literal.
      self = .double(Double("\(number)") ?? .nan)
    } else if let number = value as? Decimal {
      self = Int128("\(number)").map(Number.integer) ?? .double(Double("\(number)") ?? .nan)
    } else if let number = value as? any BinaryFloatingPoint {
      self = .double(Double(number))
    } else {
      return nil
    }
  }

  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    }
  }

  static func < (lhs: Number, rhs: Number) -> Bool {
    if case .integer(let lhs) = lhs, case .integer(let rhs) = rhs { return lhs < rhs }
    return lhs.double < rhs.double
  }

  static func == (lhs: Number, rhs: Number) -> Bool {
    if case .integer(let lhs) = lhs, case .integer(let rhs) = rhs { return lhs == rhs }
    return lhs.double == rhs.double
  }
}

/// The text of a string or character.
func text(of value: Any?) -> String? {
  switch value {
  case let value as String: value
  case let value as any StringProtocol: String(value)
  case let value as Character: String(value)
  default: nil
  }
}
