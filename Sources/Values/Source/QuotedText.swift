/// Reads single- and double-quoted text, for words and expressions alike.
struct QuotedText {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The source of the bytes, with the same offsets, which only errors need.
  private let source: () -> SourceText
  var position: Int
  /// The content without escapes, in UTF-8.
  var text: [UInt8] = []

  init(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at position: Int,
    of source: @autoclosure @escaping () -> SourceText
  ) {
    (self.bytes, self.position, self.source) = (bytes, position, source)
  }

  /// Reads the literal whose opening quote is at `position`, and advances `position` past its closing quote, or past the
  /// `\(` of an interpolated value.
  ///
  /// - Parameter opening: The opening quote; the literal continues at `position` if that is after an interpolated value.
  /// - Returns: Whether an interpolated value follows.
  /// - Throws: A diagnostic for an unclosed quote, or for the first invalid escape sequence.
  mutating func read(after opening: Int) throws(Diagnostic) -> Bool {
    let quote = bytes[opening]
    if position == opening { position += 1 }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote { return false }
      if byte != .backslash || quote != .doubleQuote {
        text.append(byte)
      } else if position < bytes.count {
        position += 1
        if bytes[position - 1] == .openParenthesis { return true }
        try readEscape(from: position - 2)
      }
    }
    let isApostrophe = opening > source().range.lowerBound && !bytes[opening - 1].isBlank
    throw source().diagnostic(
      "missing closing \(quote == .doubleQuote ? "double" : "single") quote",
      at: opening..<opening + 1,
      hint: quote == .doubleQuote
        ? #"close the string with "; inside it, write \" for a quote"#
        : isApostrophe ? #"put text with an apostrophe in double quotes: "Don't""# : "close the string with '"
    )
  }

  private mutating func readEscape(from start: Int) throws(Diagnostic) {
    let byte = bytes[start + 1]
    switch byte {
    case UInt8(ascii: "n"): text.append(.newline)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(.carriageReturn)
    case UInt8(ascii: "0"): text.append(0)
    case .backslash, .doubleQuote, .singleQuote, .dollar: text.append(byte)
    case UInt8(ascii: "u"): try readScalar(from: start)
    default: throw Self.unknownEscape(at: start, in: source())
    }
  }

  /// The error for a backslash and what follows it.
  static func unknownEscape(at start: Int, in source: SourceText) -> Diagnostic {
    let next = source.slice(start + 1..<source.range.upperBound).text.first.map(String.init) ?? ""
    return source.diagnostic(
      "invalid escape sequence \\\(next)",
      at: start..<start + 1 + next.utf8.count,
      hint: #"valid escapes are \n \t \r \0 \" \' \\ \$ and \u{…}; write \\ for a backslash"#
    )
  }

  private mutating func readScalar(from start: Int) throws(Diagnostic) {
    let opens = bytes[position...].first == .openBrace
    // One digit too many is part of the mistake.
    let digits = bytes[(opens ? position + 1 : position)...].prefix(opens ? 9 : 0).prefix(while: \.isHexDigit)
    position = digits.endIndex
    guard opens, (1...8).contains(digits.count), bytes[position...].first == UInt8(ascii: "}") else {
      throw source().diagnostic(
        #"expected 1 to 8 hexadecimal digits in braces after \u"#,
        at: start..<position,
        hint: #"for example \u{E9} for é"#
      )
    }
    position += 1
    let hexadecimal = String(decoding: digits, as: UTF8.self)
    guard let scalar = UInt32(hexadecimal, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw source().diagnostic(
        "invalid Unicode scalar \(hexadecimal.uppercased())",
        at: start..<position,
        hint: "valid scalars are 0 to D7FF and E000 to 10FFFF"
      )
    }
    text.append(contentsOf: String(scalar).utf8)
  }
}
