import Core

/// A type whose values are written as a call of an initializer with a text: `URL("https://example.com")`.
protocol TextLiteral: LiteralConvertible {
  static var form: TextForm { get }

  /// - Returns: `nil` if the text is invalid.
  init?(literalText: String)

  /// - Returns: `nil` if it has no text.
  var literalText: String? { get }
}

/// How the values of a ``TextLiteral`` are written.
struct TextForm: Sendable {
  /// The label of the text, which need not be written in the language.
  let label: String
  /// Whether the language's own texts have the label.
  var isLabelWritten = true
  /// Whether Swift's initializer may return `nil`.
  var isFailable = true
  /// A sample text.
  let example: String
  /// What is wrong if no value has the text.
  var error = ""
  var hint: String?
}

extension TextLiteral {
  static var literalExample: String {
    call(with: form.example.quotedAsLiteral, hasLabel: form.isLabelWritten)
  }

  private static func call(with text: String, hasLabel: Bool) -> String {
    "\(dumpTypeName(Self.self))(\(hasLabel ? "\(form.label): " : "")\(text))"
  }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Self {
    try readText(reader.argument(of: Self.self, labels: [form.label]).value)
  }

  /// Reads the argument of the initializer.
  static func readText(_ reader: ValueReader) throws(Diagnostic) -> Self {
    let text = try String.read(reader)
    guard let value = Self(literalText: text) else {
      throw reader.error(form.error, hint: form.hint)
    }
    return value
  }

  func written(by writer: ValueText) -> String? { call(by: writer) }

  func call(by writer: ValueText) -> String? {
    guard let text = literalText else { return nil }
    let isUnwrapped = writer.purpose == .source && Self.form.isFailable
    let hasLabel = Self.form.isLabelWritten || isUnwrapped
    return Self.call(with: writer.literal(text), hasLabel: hasLabel) + (isUnwrapped ? "!" : "")
  }
}

extension UUID: TextLiteral {
  static var form: TextForm {
    TextForm(
      label: "uuidString",
      isLabelWritten: false,
      example: "",
      error: "invalid UUID",
      hint: "write its number, UUID(0), or 32 hexadecimal digits with four hyphens"
    )
  }

  static var literalExample: String { "UUID(0)" }

  init?(literalText text: String) { self.init(uuidString: text) }

  var literalText: String? { uuidString }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> UUID {
    let argument = try reader.argument(of: UUID.self, labels: [form.label]).value
    switch argument.node.kind {
    case .integer(let number):
      guard let number = Int(exactly: number), number >= 0 else {
        throw argument.error("the number of a UUID must be from 0 to \(Int.max)")
      }
      return UUID(number)
    case .string: return try readText(argument)
    default: throw mismatch(reader)
    }
  }

  /// By its number if it is one of those a session generates, otherwise by its string.
  func written(by writer: ValueText) -> String? { number.map { "UUID(\($0))" } ?? call(by: writer) }

  /// The number that Core's `UUID(_:)` makes this UUID from.
  private var number: Int? {
    withUnsafeBytes(of: uuid) { bytes in
      guard bytes.loadUnaligned(as: UInt64.self) == 0 else { return nil }
      return Int(exactly: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }
}

extension URL: TextLiteral {
  static var form: TextForm {
    TextForm(label: "string", isLabelWritten: false, example: "https://example.com", error: "invalid URL")
  }

  init?(literalText text: String) { self.init(string: text) }

  var literalText: String? { absoluteString }

  /// A URL with a base, which is not a part of its string, cannot be written in Swift.
  func written(by writer: ValueText) -> String? {
    writer.purpose == .source && baseURL != nil ? nil : call(by: writer)
  }
}

/// Foundation's own decoding of it traps at a negative port.
extension URLComponents: TextLiteral {
  static var form: TextForm {
    TextForm(label: "string", example: "https://example.com", error: "invalid URL")
  }

  init?(literalText text: String) { self.init(string: text) }

  var literalText: String? { string }
}

extension Data: TextLiteral {
  static var form: TextForm {
    TextForm(
      label: "base64Encoded",
      example: "SGk=",
      error: "invalid Base64",
      hint: "write bytes as Data([1, 2])"
    )
  }

  init?(literalText text: String) { self.init(base64Encoded: text) }

  var literalText: String? { base64EncodedString() }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Data {
    let argument = try reader.argument(of: Data.self, labels: [form.label]).value
    guard case .array = argument.node.kind else { return try readText(argument) }
    return Data(try argument.elements(UInt8.self))
  }
}

extension TimeZone: TextLiteral {
  static var form: TextForm {
    #if FullFoundation
      let hint = "for example: TimeZone(identifier: \"UTC\")"
    #else
      let hint = "this program knows UTC and offsets only: TimeZone(identifier: \"GMT+0100\")"
    #endif
    return TextForm(label: "identifier", example: "UTC", error: "unknown time zone", hint: hint)
  }

  init?(literalText name: String) {
    guard let zone = TimeZone(identifier: name) ?? Self.offset(name) else { return nil }
    self = zone
  }

  /// The zone with a name of an offset, which FoundationEssentials writes but does not read.
  private static func offset(_ name: String) -> TimeZone? {
    if name == "UTC" { return .gmt }
    guard let match = name.wholeMatch(of: /GMT([+-])(\d\d)([0-5]\d)/), let hours = Int(match.2),
      let minutes = Int(match.3)
    else { return nil }
    return TimeZone(secondsFromGMT: (match.1 == "-" ? -60 : 60) * (60 * hours + minutes))
  }

  var literalText: String? { identifier }
}

extension Locale: TextLiteral {
  static var form: TextForm { TextForm(label: "identifier", isFailable: false, example: "en_GB") }

  init?(literalText identifier: String) { self.init(identifier: identifier) }

  var literalText: String? { identifier }
}

extension TextState: TextLiteral {
  static var form: TextForm {
    TextForm(label: "verbatim", isLabelWritten: false, isFailable: false, example: "text")
  }

  init?(literalText text: String) { self.init(text) }

  var literalText: String? { description }
}
