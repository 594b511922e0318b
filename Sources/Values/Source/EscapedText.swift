import Core

extension String {
  /// The text with invisible characters, and characters that could affect a terminal, escaped: `\n`, `\t`, `\u{1B}`.
  ///
  /// Besides control characters these are the line and paragraph separators, the bidirectional formatting characters
  /// (which can make a line read as something else), the byte order mark, and any other invisible character that is not
  /// part of an emoji or a word; and U+FFFE and U+FFFF, which many formats refuse.
  ///
  /// Bytes of a file name that are not valid UTF-8 are written `\xE9`.
  public var controlCharactersEscaped: String {
    isPlain
      ? self
      : escaping { scalar, _ in scalar.strayByte.map { "\\x\(String($0, radix: 16, uppercase: true))" } }
  }

  /// The same, with characters that look like an ordinary space also escaped, such as `\u{A0}`.
  package var blanksEscaped: String {
    isPlain ? self : escaping { scalar, _ in scalar.isOddBlank ? scalar.escapeSequence : nil }
  }

  /// The text as a literal of the language: in double quotes, escaped as needed.
  public var quotedAsLiteral: String {
    if isPlainLiteral { return "\"\(self)\"" }
    return "\""
      + escaping { scalar, next in
        let beginsVariable = scalar == "$" && next.map { $0 == "{" || $0.isVariableStart } ?? false
        if scalar.strayByte != nil { return scalar.escapeSequence }
        return scalar == "\"" || scalar == "\\" || beginsVariable ? "\\\(scalar)" : nil
      } + "\""
  }

  /// Whether all is visible ASCII, as in most texts.
  private var isPlain: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

  /// Whether nothing has to be escaped in a literal, as in most texts.
  var isPlainLiteral: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != .doubleQuote && $0 != .backslash && $0 != .dollar }
  }

  /// The text as a Swift literal on one line.
  package var quotedAsSwift: String {
    guard let first = unicodeScalars.first else { return "\"\"" }
    // It would combine with the quote.
    if first.properties.isGraphemeExtend {
      return "\"\(first.escapeSequence)\(String(unicodeScalars.dropFirst()).quotedAsSwift.dropFirst())"
    }
    return "\"" + escaping { scalar, _ in scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : nil } + "\""
  }

  /// - Parameter spelling: Returns the text to write for a scalar that has no escape in general, given the next scalar;
  ///   `nil` for the scalar itself.
  private func escaping(_ spelling: (Unicode.Scalar, Unicode.Scalar?) -> String?) -> String {
    let scalars = Array(unicodeScalars)
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count)
    for (index, scalar) in scalars.enumerated() {
      if scalar.needsEscaping || InvisibleCharacters.contains(at: index, of: scalars) {
        result += scalar.escapeSequence.utf8
      } else if let spelling = spelling(scalar, index + 1 < scalars.count ? scalars[index + 1] : nil) {
        result += spelling.utf8
      } else {
        result += UTF8.encode(scalar).unsafelyUnwrapped
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  var needsEscaping: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0xFFFE...0xFFFF: true
    default: false
    }
  }

  /// Whether a `$` before it would be read as the start of a variable.
  fileprivate var isVariableStart: Bool { isASCII && UInt8(value).startsVariableName }

  /// Whether it appears as white space but is not the ordinary space that separates words.
  fileprivate var isOddBlank: Bool {
    value == 0x2800 || self != " " && properties.generalCategory == .spaceSeparator
  }

  /// The escape sequence of the scalar inside double quotes.
  package var escapeSequence: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
