/// Reads single- and double-quoted text, for words and expressions alike.
package enum QuotedText {
  /// What is wrong with a literal: the quote that is not closed, or an invalid escape sequence. Positions are offsets in bytes.
  package enum Mistake: Error {
    case unterminated(at: Int)
    case unknownEscape(at: Int)
    case malformedScalar(Range<Int>)
    case invalidScalar(Range<Int>, digits: String)
  }

  /// Reads the literal whose opening quote is at `position`, and advances `position` past its closing quote.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to read from.
  ///   - text: Receives the unescaped content as UTF-8.
  /// - Throws: The first mistake.
  package static func read(
    from bytes: UnsafeBufferPointer<UInt8>,
    at position: inout Int,
    into text: inout [UInt8]
  ) throws(Mistake) {
    let opening = position
    let quote = bytes[opening]
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        position += 1
        return
      }
      if byte == .backslash, quote == .doubleQuote {
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
    let end = bytes.count
    var digits: [UInt8] = []
    var cursor = position
    let opens = cursor < end && bytes[cursor] == .openBrace
    if opens { cursor += 1 }
    while opens, cursor < end, digits.count <= 8, bytes[cursor].isHexDigit {
      digits.append(bytes[cursor])
      cursor += 1
    }
    let closes = cursor < end && bytes[cursor] == UInt8(ascii: "}")
    guard opens, closes, (1...8).contains(digits.count) else { throw .malformedScalar(start..<cursor) }
    position = cursor + 1
    let hexadecimal = String(decoding: digits, as: UTF8.self)
    guard let scalar = UInt32(hexadecimal, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw .invalidScalar(start..<position, digits: hexadecimal)
    }
    text.append(contentsOf: Array(String(Character(scalar)).utf8))
  }
}

extension QuotedText.Mistake {
  /// The diagnostic of the mistake.
  ///
  /// - Parameter source: The source that was read, with the same offsets.
  package func diagnostic(in source: SourceText) -> Diagnostic {
    switch self {
    case .unterminated(let opening): Self.unterminated(at: opening, in: source)
    case .unknownEscape(let start): Self.unknownEscape(at: start, in: source)
    case .malformedScalar(let range):
      source.diagnostic(
        #"expected 1 to 8 hexadecimal digits in braces after \u"#,
        at: range,
        hint: #"for example \u{E9} for é"#
      )
    case .invalidScalar(let range, let digits):
      source.diagnostic(
        "invalid Unicode scalar \(digits.uppercased())",
        at: range,
        hint: "valid scalars are 0 to D7FF and E000 to 10FFFF"
      )
    }
  }

  private static func unterminated(at opening: Int, in source: SourceText) -> Diagnostic {
    let bytes = source.page.bytes
    let place = opening..<opening + 1
    if bytes[opening] == .doubleQuote {
      return source.diagnostic(
        "missing closing double quote",
        at: place,
        hint: #"close the string with "; inside it, write \" for a quote"#
      )
    }
    let isApostrophe = opening > source.range.lowerBound && !bytes[opening - 1].isBlank
    return source.diagnostic(
      "missing closing single quote",
      at: place,
      hint: isApostrophe
        ? #"put text with an apostrophe in double quotes: "Don't""# : "close the string with '"
    )
  }

  private static func unknownEscape(at start: Int, in source: SourceText) -> Diagnostic {
    let next = source.slice(start + 1..<source.range.upperBound).text.first.map(String.init) ?? ""
    let range = start..<start + 1 + next.utf8.count
    return source.diagnostic(
      "invalid escape sequence \\\(next)",
      at: range,
      hint: #"valid escapes are \n \t \r \0 \" \' \\ \$ and \u{…}; write \\ for a backslash"#
    )
  }
}
