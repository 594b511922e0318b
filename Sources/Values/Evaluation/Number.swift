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
    switch (lhs, rhs) {
    case (.integer(let lhs), .integer(let rhs)): lhs < rhs
    case (.double(let lhs), .double(let rhs)): lhs < rhs
    case (.integer(let lhs), .double(let rhs)):
      rhs >= 0x1p127 || rhs > -0x1p127 && lhs < Int128(rhs.rounded(.up))
    case (.double(let lhs), .integer(let rhs)):
      lhs < -0x1p127 || lhs < 0x1p127 && Int128(lhs.rounded(.down)) < rhs
    }
  }

  static func == (lhs: Number, rhs: Number) -> Bool {
    switch (lhs, rhs) {
    case (.integer(let lhs), .integer(let rhs)): lhs == rhs
    case (.double(let lhs), .double(let rhs)): lhs == rhs
    // A large integer may have no equal Double.
    case (.integer(let integer), .double(let double)), (.double(let double), .integer(let integer)):
      Int128(exactly: double) == integer
    }
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
