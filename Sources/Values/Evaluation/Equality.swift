import Core

/// Comparisons that take no steps.
enum Equality {
  /// Compares with the type's own `==` if both values have the same `Equatable` type.
  static func native(_ left: Any, _ right: Any) -> Bool? {
    let shape = Shape.of(value: left)
    guard let areEqual = shape.equality else { return nil }
    guard shape === Shape.of(value: right) else {
      func open<E: Equatable>(_ left: E) -> Bool? { (right as? E).map { left == $0 } }
      // It may be of a subclass.
      return shape.typeKind == .reference ? (left as? any Equatable).flatMap { open($0) } : nil
    }
    return withAddress(of: left) { left in withAddress(of: right) { areEqual(left, $0) } }
  }

  /// Compares with the type's own `<` if both values have the same `Comparable` type.
  static func isLess(_ left: Any, _ right: Any) -> Bool? {
    let shape = Shape.of(value: left)
    guard shape === Shape.of(value: right), let isLess = shape.order else { return nil }
    return withAddress(of: left) { left in withAddress(of: right) { isLess(left, $0) } }
  }

  /// Compares numbers of different types, and strings with the values that they spell.
  ///
  /// - Returns: `nil` for other types, or if the string does not spell a value of the type.
  static func scalar(_ left: Any, _ right: Any) -> Bool? {
    if let left = Number(left), let right = Number(right) { return left == right }
    if let left = text(left), let right = text(right) { return left == right }
    return spelled(left, by: right) ?? spelled(right, by: left)
  }

  static func text(_ value: Any?) -> String? {
    switch value {
    case let value as any StringProtocol: String(value)
    case let value as Character: String(value)
    default: nil
    }
  }

  private static func spelled(_ value: Any, by literal: Any) -> Bool? {
    if let uuid = value as? UUID, let literal = literal as? String {
      return UUID(uuidString: literal).map { uuid == $0 }
    }
    // A raw value without a case would make a comparison with an enum silently false.
    guard let value = value as? any RawRepresentable, Choice.caseName(of: value) == nil else {
      return nil
    }
    let raw = value.anyRawValue
    if let raw = Number(raw), let number = Number(literal) { return raw == number }
    if let raw = text(raw), let literal = text(literal) { return raw == literal }
    return nil
  }

  static func duration(_ literal: CaseLiteral) -> Duration? {
    if literal.name == "zero", literal.arguments.isEmpty { return .zero }
    guard literal.arguments.count == 1, let number = Number(literal.arguments[0].value),
      let unit = DurationUnit(swiftName: literal.name)
    else { return nil }
    switch number {
    case .integer(let count):
      let (product, overflows) = count.multipliedReportingOverflow(by: unit.attoseconds)
      return overflows ? nil : Duration(exactAttoseconds: product)
    case .double(let count):
      return Int128(exactly: (count * Double(unit.attoseconds)).rounded()).flatMap(
        Duration.init(exactAttoseconds:)
      )
    }
  }
}

/// A number of any type, converted as exactly as possible.
enum Number {
  case integer(Int128)
  case double(Double)

  init?(_ value: Any?) {
    // The common type, for which a lookup of the conformance can be avoided.
    if let number = value.flatMap({ unboxed($0, as: Int.self) }) {
      self = .integer(Int128(number))
      return
    }
    switch value {
    case let value as any BinaryInteger:
      if let value = Int128(exactly: value) {
        self = .integer(value)
      } else {
        self = .double(Double(value))
      }
    // As written, so that they equal their literals.
    case let value as Float: self = .double(Double("\(value)") ?? .nan)
    case let value as Decimal:
      self = Int128("\(value)").map(Number.integer) ?? .double(Double("\(value)") ?? .nan)
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
