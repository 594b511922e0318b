/// A number of any type, as exactly as it can be had.
enum Number {
  case integer(Int128)
  case double(Double)

  init?(_ value: Any?) {
    switch value {
    case let value as any BinaryInteger:
      if let value = Int128(exactly: value) {
        self = .integer(value)
      } else {
        self = .double(Double(value))
      }
    case let value as any BinaryFloatingPoint: self = .double(Double(value))
    default: return nil
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
