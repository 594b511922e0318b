extension SyntaxParser {
  /// An integer, a decimal number, or a duration that starts at the current digit, without its sign.
  ///
  /// - Parameter start: The start of the literal, including its sign.
  mutating func parseNumber(from start: Int) -> SyntaxNode {
    node(readNumber(from: start), from: start)
  }

  private mutating func readNumber(from start: Int) -> SyntaxNode.Kind {
    let digits = position
    if peek == UInt8(ascii: "0"), let radix = peek(1).flatMap({ Self.radices[$0] }) {
      position += 2
      return integer(skip(while: \.continuesVariableName), radix: radix, from: start)
    }
    let whole = skipDigits()
    var isDouble = peek == .dot && peek(1)?.isDigit == true
    if isDouble {
      position += 1
      skipDigits()
    }
    if skipExponent() { isDouble = true }
    if let byte = peek, byte.isASCIILetter || byte >= 0x80 {
      position = digits
      return readDuration()
    }
    guard isDouble else { return integer(whole, radix: 10, from: start) }
    let value = Double(text(from: digits).filter { $0 != "_" }) ?? .infinity
    return value.isFinite ? .double(value) : invalid("this number is too large", from: start)
  }

  private static let radices = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]

  @discardableResult
  private mutating func skipDigits() -> Range<Int> { skip { $0.isDigit || $0 == UInt8(ascii: "_") } }

  private mutating func skipExponent() -> Bool {
    guard peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") else { return false }
    let length = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 2 : 1
    guard peek(length)?.isDigit == true else { return false }
    position += length
    skipDigits()
    return true
  }

  private mutating func integer(_ digits: Range<Int>, radix: Int, from start: Int) -> SyntaxNode.Kind {
    let text = source.page.text(in: digits).filter { $0 != "_" }
    if let digit = text.first(where: { $0.hexDigitValue.map { $0 >= radix } ?? true }) {
      return invalid("'\(digit)' is not a valid digit in this number", from: start)
    }
    if text.isEmpty { return invalid("this number has no digits", from: start) }
    let isNegative = bytes[start] == UInt8(ascii: "-")
    guard let value = Int128(text, radix: radix), value <= (isNegative ? 1 << 63 : UInt64.max) else {
      return invalid("this number does not fit in 64 bits", from: start)
    }
    return .integer(value)
  }

  /// Reports an error about the whole number.
  private mutating func invalid(_ message: String, from start: Int) -> SyntaxNode.Kind {
    report(message, at: start..<position)
    return .missing([])
  }

  private mutating func readDuration() -> SyntaxNode.Kind {
    let digits = position
    while let byte = peek {
      let isPoint = byte == .dot && peek(1)?.isDigit == true
      guard isPoint || byte.isDigit || byte.isASCIILetter || byte >= 0x80 else { break }
      position += 1
    }
    do throws(Diagnostic) {
      return .duration(try Duration(parsing: source.slice(digits..<position)))
    } catch {
      report(error)
      return .missing([])
    }
  }
}
