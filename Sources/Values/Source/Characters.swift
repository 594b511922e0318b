extension UInt8 {
  package static var newline: UInt8 { UInt8(ascii: "\n") }
  package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  package static var backslash: UInt8 { UInt8(ascii: "\\") }
  package static var doubleQuote: UInt8 { UInt8(ascii: "\"") }
  package static var singleQuote: UInt8 { UInt8(ascii: "'") }
  package static var dollar: UInt8 { UInt8(ascii: "$") }
  package static var space: UInt8 { UInt8(ascii: " ") }
  package static var hash: UInt8 { UInt8(ascii: "#") }
  package static var dot: UInt8 { UInt8(ascii: ".") }
  package static var backtick: UInt8 { UInt8(ascii: "`") }
  static var openParenthesis: UInt8 { UInt8(ascii: "(") }
  package static var openBracket: UInt8 { UInt8(ascii: "[") }
  package static var openBrace: UInt8 { UInt8(ascii: "{") }

  /// A space, a tab, or a line ending, which multi-line input may contain.
  package var isBlank: Bool {
    self <= 0x20 && (self == 0x20 || self == 0x09 || self == .newline || self == .carriageReturn)
  }
  var isQuote: Bool { self == .doubleQuote || self == .singleQuote }
  package var isDigit: Bool { (0x30...0x39).contains(self) }
  package var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  var startsVariableName: Bool { isASCIILetter || self == UInt8(ascii: "_") }
  package var continuesVariableName: Bool { startsVariableName || isDigit }
  /// Whether it continues a name in Swift.
  package var continuesSwiftName: Bool { continuesVariableName || self >= 0x80 }
  var isHexDigit: Bool { isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self) }
}

extension ArraySlice<UInt8> {
  /// The line without invisible editor artifacts: the CR of a CRLF line ending and the UTF-8 byte order mark.
  package var withoutMarks: ArraySlice<UInt8> {
    let line = hasByteOrderMark ? dropFirst(3) : self
    return line.last == .carriageReturn ? line.dropLast() : line
  }
}

extension Collection<UInt8> {
  /// Whether the text begins with the byte order mark of UTF-8, of three bytes.
  @inlinable package var hasByteOrderMark: Bool { starts(with: [0xEF, 0xBB, 0xBF]) }

  /// The lines of the text, empty ones included.
  package var allLines: [SubSequence] { split(separator: .newline, omittingEmptySubsequences: false) }
}

extension StringProtocol {
  /// The lines of the text, empty ones included.
  package var allLines: [SubSequence] { split(separator: "\n", omittingEmptySubsequences: false) }
}

extension Collection {
  /// The collection, or `nil` if it is empty.
  package var nonEmpty: Self? { isEmpty ? nil : self }
}
