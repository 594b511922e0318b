import Core

/// A type with its own literal syntax: literals, collections, and types written like an initializer call.
///
/// The written form reads back as the same value.
protocol LiteralConvertible: SendableMetatype {
  /// A sample literal, for errors and completion.
  static var literalExample: String { get }

  /// The value of a property whose argument is omitted; `nil` if it may not be.
  static var absentValue: Any? { get }

  /// Reads a value.
  static func read(_ reader: ValueReader) throws(Diagnostic) -> Self

  /// The value as text. Optionals, lists, sets and dictionaries, which are written by their kind, have none.
  ///
  /// - Returns: `nil` if this writer cannot write a part of it.
  func written(by writer: ValueText) -> String?

  /// Writes the value at the end of a text; a type implements this or ``written(by:)``.
  ///
  /// - Returns: Whether this writer can write all of it.
  func write(by writer: ValueText, to text: inout [UInt8]) -> Bool
}

extension Shape {
  private static let literals = TypeTable<(any LiteralConvertible.Type)?>()

  /// The type, if it has its own literal syntax.
  var literal: (any LiteralConvertible.Type)? {
    let id = ObjectIdentifier(type)
    return Self.literals[id] ?? Self.literals.insert(type as? any LiteralConvertible.Type, for: id)
  }

  /// An example of the literals of a type that has its own.
  var literalExample: String? { literal?.literalExample }

  /// A hint that shows how its values are written.
  var literalHint: String? { literalExample.map { "for example: \($0)" } }
}

extension LiteralConvertible {
  static var absentValue: Any? { nil }

  func written(by _: ValueText) -> String? { nil }

  func write(by writer: ValueText, to text: inout [UInt8]) -> Bool { text.append(written(by: writer)) }

  static func mismatch(_ reader: ValueReader) -> Diagnostic {
    reader.mismatch(Self.self)
  }
}

extension LiteralConvertible where Self: LosslessStringConvertible {
  func written(by _: ValueText) -> String? { description }
}

extension Bool: LiteralConvertible {
  static var literalExample: String { "true" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Bool {
    guard case .bool(let value) = reader.node.kind else { throw mismatch(reader) }
    return value
  }
}

extension LiteralConvertible where Self: FixedWidthInteger {
  static var literalExample: String { "1" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Self {
    guard case .integer(let value) = reader.node.kind else { throw mismatch(reader) }
    guard let value = Self(exactly: value) else {
      throw reader.error(
        "\(value) does not fit in \(Self.self), which ranges from \(Self.min) to \(Self.max)"
      )
    }
    return value
  }
}

extension Int: LiteralConvertible {}
extension Int8: LiteralConvertible {}
extension Int16: LiteralConvertible {}
extension Int32: LiteralConvertible {}
extension Int64: LiteralConvertible {}
extension Int128: LiteralConvertible {}
extension UInt: LiteralConvertible {}
extension UInt8: LiteralConvertible {}
extension UInt16: LiteralConvertible {}
extension UInt32: LiteralConvertible {}
extension UInt64: LiteralConvertible {}
extension UInt128: LiteralConvertible {}

extension LiteralConvertible where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var literalExample: String { "1.5" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Self {
    switch reader.node.kind {
    case .enumCase("infinity", nil): .infinity
    case .enumCase("nan", nil): .nan
    case .prefix(.minus, let node) where node.kind == .enumCase("infinity", nil): -.infinity
    case .integer(let value): Self(value)
    case .double(let value):
      // Parsed from the digits: converting through `Double` would round twice.
      Self(reader.source.slice(reader.node.range).text.filter { $0 != "_" }) ?? Self(value)
    default: throw mismatch(reader)
    }
  }

  func written(by _: ValueText) -> String? {
    if isNaN { return ".nan" }
    return isInfinite ? (self < 0 ? "-.infinity" : ".infinity") : description
  }
}

extension Double: LiteralConvertible {}
extension Float: LiteralConvertible {}

extension String: LiteralConvertible {
  static var literalExample: String { "\"text\"" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> String {
    guard case .string(let text) = reader.node.kind else { throw mismatch(reader) }
    return text
  }

  func write(by writer: ValueText, to text: inout [UInt8]) -> Bool {
    guard isPlainLiteral else { return text.append(writer.literal(self)) }
    text.append(.doubleQuote)
    text.append(self)
    text.append(.doubleQuote)
    return true
  }
}

extension Substring: LiteralConvertible {
  static var literalExample: String { String.literalExample }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Substring {
    try String.read(reader)[...]
  }

  func written(by writer: ValueText) -> String? { writer.literal(String(self)) }
}

extension Character: LiteralConvertible {
  static var literalExample: String { "\"a\"" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Character {
    let argument = try reader.argument(of: Character.self, labels: []).value
    let text = try String.read(argument)
    guard let character = text.first, text.count == 1 else {
      throw argument.error("expected one character, found \(text.count)")
    }
    return character
  }

  func written(by writer: ValueText) -> String? { writer.literal(String(self)) }
}

extension Duration: LiteralConvertible {
  static var literalExample: String { "1s" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Duration {
    switch reader.node.kind {
    case .duration(let duration): return duration
    case .enumCase(let name, let arguments):
      guard let arguments else {
        if name == "zero" { return .zero }
        break
      }
      guard arguments.count == 1, arguments[0].label == nil else { throw mismatch(reader) }
      if let unit = DurationUnit.named.first(where: { "\($0)" == name }),
        let duration = Duration(arguments[0].value.kind, unit)
      {
        return duration
      }
    default: break
    }
    throw reader.mismatch(Self.self, hint: "for example: 1s, 1m30s, .seconds(1)")
  }

  func written(by writer: ValueText) -> String? { writer.purpose == .source ? swiftSource : formatted }
}

extension Duration {
  /// A number of units; `nil` if the number is missing or too large.
  fileprivate init?(_ number: SyntaxNode.Kind, _ unit: DurationUnit) {
    let attoseconds: Int128?
    switch number {
    case .integer(let count):
      let (product, overflows) = count.multipliedReportingOverflow(by: unit.attoseconds)
      attoseconds = overflows ? nil : product
    case .double(let count): attoseconds = Int128(exactly: (count * Double(unit.attoseconds)).rounded())
    default: return nil
    }
    guard let duration = attoseconds.flatMap(Duration.init(exactAttoseconds:)) else { return nil }
    self = duration
  }
}
