/// Reads single- and double-quoted text, for words and expressions alike.
package enum QuotedText {
  /// What is wrong with a literal: the quote that is not closed, or an invalid escape sequence. Positions are offsets in bytes.
  package enum Mistake: Error {
    case unterminated(at: Int)
    case unknownEscape(at: Int)
    case malformedScalar(Range<Int>)
    case invalidScalar(Range<Int>, digits: String)
  }

  /// Reads the literal whose opening quote is at `position`, and advances `position` past its closing quote, or past the
  /// `\(` of an interpolated value.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to read from.
  ///   - text: Receives the unescaped content as UTF-8.
  ///   - opening: The opening quote; the literal continues at `position` if that is after an interpolated value.
  /// - Returns: Whether an interpolated value follows.
  /// - Throws: The first mistake.
  package static func read(
    from bytes: UnsafeBufferPointer<UInt8>,
    at position: inout Int,
    into text: inout [UInt8],
    after opening: Int
  ) throws(Mistake) -> Bool {
    let quote = bytes[opening]
    if position == opening { position += 1 }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        position += 1
        return false
      }
      if byte == .backslash, quote == .doubleQuote {
        if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "(") {
          position += 2
          return true
        }
        try readEscape(from: bytes, at: &position, into: &text)
      } else {
        text.append(byte)
        position += 1
      }
    }
    throw .unterminated(at: opening)
  }

  private static func readEscape(
    from bytes: UnsafeBufferPointer<UInt8>,
    at position: inout Int,
    into text: inout [UInt8]
  ) throws(Mistake) {
    let start = position
    guard start + 1 < bytes.count else {
      // The text ends after the backslash; the missing quote is the error to report.
      position += 1
      return
    }
    position += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "n"): text.append(.newline)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(.carriageReturn)
    case UInt8(ascii: "0"): text.append(0)
    case .backslash, .doubleQuote, .singleQuote, .dollar: text.append(bytes[start + 1])
    case UInt8(ascii: "u"): try readScalar(from: bytes, escapeAt: start, at: &position, into: &text)
    default: throw .unknownEscape(at: start)
    }
  }

  private static func readScalar(
    from bytes: UnsafeBufferPointer<UInt8>,
    escapeAt start: Int,
    at position: inout Int,
    into text: inout [UInt8]
  ) throws(Mistake) {
    let opens = bytes[position...].first == .openBrace
    // One digit too many is part of the mistake.
    let digits = bytes[(opens ? position + 1 : position)...].prefix(opens ? 9 : 0).prefix(while: \.isHexDigit)
    let end = digits.endIndex
    guard opens, (1...8).contains(digits.count), bytes[end...].first == UInt8(ascii: "}") else {
      throw .malformedScalar(start..<end)
    }
    position = end + 1
    let hexadecimal = String(decoding: digits, as: UTF8.self)
    guard let scalar = UInt32(hexadecimal, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw .invalidScalar(start..<position, digits: hexadecimal)
    }
    text.append(String(scalar))
  }
}

extension QuotedText.Mistake {
  /// The diagnostic of the mistake.
  ///
  /// - Parameter source: The source that was read, with the same offsets.
  package func diagnostic(in source: SourceText) -> Diagnostic {
    switch self {
    case .unterminated(let opening):
      let bytes = source.page.bytes
      let isDouble = bytes[opening] == .doubleQuote
      let isApostrophe = opening > source.range.lowerBound && !bytes[opening - 1].isBlank
      return source.diagnostic(
        isDouble ? "missing closing double quote" : "missing closing single quote",
        at: opening..<opening + 1,
        hint: isDouble
          ? #"close the string with "; inside it, write \" for a quote"#
          : isApostrophe
            ? #"put text with an apostrophe in double quotes: "Don't""# : "close the string with '"
      )
    case .unknownEscape(let start):
      let next = source.slice(start + 1..<source.range.upperBound).text.first.map(String.init) ?? ""
      return source.diagnostic(
        "invalid escape sequence \\\(next)",
        at: start..<start + 1 + next.utf8.count,
        hint: #"valid escapes are \n \t \r \0 \" \' \\ \$ and \u{…}; write \\ for a backslash"#
      )
    case .malformedScalar(let range):
      return source.diagnostic(
        #"expected 1 to 8 hexadecimal digits in braces after \u"#,
        at: range,
        hint: #"for example \u{E9} for é"#
      )
    case .invalidScalar(let range, let digits):
      return source.diagnostic(
        "invalid Unicode scalar \(digits.uppercased())",
        at: range,
        hint: "valid scalars are 0 to D7FF and E000 to 10FFFF"
      )
    }
  }
}
