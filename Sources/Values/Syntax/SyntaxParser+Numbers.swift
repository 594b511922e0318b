extension SyntaxParser {
  /// An integer, a decimal number, or a duration that starts at the current digit.
  ///
  /// - Parameters:
  ///   - start: The start of the literal, including its sign.
  ///   - isNegative: Whether a minus precedes the digit.
  mutating func parseNumber(from start: Int, isNegative: Bool) throws(Diagnostic) -> SyntaxNode {
    do throws(Diagnostic) {
      let kind = try readNumber(from: start, isNegative: isNegative)
      return try node(kind, from: start)
    } catch {
      try report(error)
      return try node(.missing([]), from: start)
    }
  }

  private mutating func readNumber(from start: Int, isNegative: Bool) throws(Diagnostic) -> SyntaxNode.Kind {
    let digits = position
    if peek == UInt8(ascii: "0"), let radix = peek(1).flatMap(Self.radix) {
      position += 2
      return try readInteger(radix: radix, from: start, isNegative: isNegative)
    }
    skipDigits()
    var isDouble = false
    if peek == .dot, let next = peek(1), next.isDigit {
      isDouble = true
      position += 1
      skipDigits()
    }
    if skipExponent() { isDouble = true }
    if let byte = peek, byte.isASCIILetter || byte >= 0x80 {
      position = digits
      return try readDuration(from: start, isNegative: isNegative)
    }
    if isDouble { return try readDouble(from: start) }
    position = digits
    return try readInteger(radix: 10, from: start, isNegative: isNegative)
  }

  private static func radix(_ mark: UInt8) -> Int? {
    switch mark {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  private mutating func skipDigits() {
    while let byte = peek, byte.isDigit || byte == UInt8(ascii: "_") { position += 1 }
  }

  private mutating func skipExponent() -> Bool {
    guard peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") else { return false }
    let isSigned = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
    guard let digit = peek(isSigned ? 2 : 1), digit.isDigit else { return false }
    position += isSigned ? 2 : 1
    skipDigits()
    return true
  }

  private mutating func readInteger(
    radix: Int,
    from start: Int,
    isNegative: Bool
  ) throws(Diagnostic) -> SyntaxNode.Kind {
    let digits = position
    while let byte = peek, byte.isDigit || byte.isASCIILetter || byte == UInt8(ascii: "_") { position += 1 }
    let text = source.slice(digits..<position).text
    var value: Int128 = 0
    for digit in text where digit != "_" {
      guard let number = digit.hexDigitValue, number < radix else {
        throw error("'\(digit)' is not a valid digit in this number", at: start..<position)
      }
      value = min(value * Int128(radix) + Int128(number), Int128(UInt64.max) + 1)
    }
    guard text.contains(where: { $0 != "_" }) else {
      throw error("this number has no digits", at: start..<position)
    }
    if isNegative { value.negate() }
    guard value >= Int128(Int64.min), value <= Int128(UInt64.max) else {
      throw error("this number does not fit in 64 bits", at: start..<position)
    }
    return .integer(value)
  }

  private func readDouble(from start: Int) throws(Diagnostic) -> SyntaxNode.Kind {
    let text = source.slice(start..<position).text.filter { $0 != "_" }
    guard let value = Double(text), value.isFinite else {
      throw error("this number is too large", at: start..<position)
    }
    return .double(value)
  }

  private mutating func readDuration(from start: Int, isNegative: Bool) throws(Diagnostic) -> SyntaxNode.Kind
  {
    let digits = position
    while let byte = peek {
      let isPoint = byte == .dot && peek(1)?.isDigit == true
      guard isPoint || byte.isDigit || byte.isASCIILetter || byte >= 0x80 else { break }
      position += 1
    }
    let magnitude = try Duration(parsing: source.slice(digits..<position))
    return .duration(isNegative ? .zero - magnitude : magnitude)
  }
}
