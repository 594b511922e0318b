import Core

/// Parses JSON (RFC 8259).
///
/// Numbers keep their text, so that an identifier of any size is sent back as it was received. Half of a surrogate pair,
/// which the grammar allows and Swift's strings do not, becomes U+FFFD.
struct JSONParser {
  /// The most arrays and objects within each other.
  static let deepest = 500

  private let bytes: [UInt8]
  private(set) var position = 0
  private var depth = 0
  /// The first part that is nested too deeply.
  private var tooDeep: Int?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value that is the whole text.
  mutating func parse() throws(JSONSyntaxError) -> JSON {
    let value = try value()
    guard next == nil else { throw JSONSyntaxError() }
    guard let tooDeep else { return value }
    position = tooDeep
    throw JSONSyntaxError(outline: value)
  }

  /// The byte at the position.
  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The next byte that is not whitespace, to which this goes.
  private var next: UInt8? {
    mutating get {
      while let byte, " \t\r\n".utf8.contains(byte) { position += 1 }
      return byte
    }
  }

  /// Skips a character if it is the next one.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    next != nil && skip(character)
  }

  private mutating func value() throws(JSONSyntaxError) -> JSON {
    switch next {
    case UInt8.doubleQuote: .string(try string())
    case UInt8.openBrace, UInt8.openBracket:
      try depth == Self.deepest ? skipped() : byte == .openBrace ? object() : array()
    case UInt8(ascii: "t"): try word("true", .bool(true))
    case UInt8(ascii: "f"): try word("false", .bool(false))
    case UInt8(ascii: "n"): try word("null", .null)
    default: try number()
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw JSONSyntaxError() }
    position += word.utf8.count
    return value
  }
}

// Arrays and objects.
extension JSONParser {
  private mutating func array() throws(JSONSyntaxError) -> JSON {
    var elements: [JSON] = []
    try list(until: "]") { (parser) throws(JSONSyntaxError) in elements.append(try parser.value()) }
    return .array(elements)
  }

  private mutating func object() throws(JSONSyntaxError) -> JSON {
    var members: [(name: String, value: JSON)] = []
    try list(until: "}") { (parser) throws(JSONSyntaxError) in
      guard parser.next == .doubleQuote else { throw JSONSyntaxError() }
      let name = try parser.string()
      guard parser.take(":") else { throw JSONSyntaxError() }
      members.append((name, try parser.value()))
    }
    return .object(members)
  }

  /// Parses what is separated by commas, from the opening bracket to the closing one.
  private mutating func list(
    until end: Unicode.Scalar,
    _ element: (inout Self) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    position += 1
    depth += 1
    defer { depth -= 1 }
    if take(end) { return }
    repeat { try element(&self) } while take(",")
    guard take(end) else { throw JSONSyntaxError() }
  }
}

// Parts that are nested too deeply.
extension JSONParser {
  /// Skips an array or object, reading only its brackets and strings.
  private mutating func skipped() throws(JSONSyntaxError) -> JSON {
    tooDeep = tooDeep ?? position
    var open = 0
    repeat {
      switch next {
      case UInt8.doubleQuote:
        _ = try string()
        continue
      case UInt8.openBracket, UInt8.openBrace: open += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      case nil: throw JSONSyntaxError()
      default: break
      }
      position += 1
    } while open > 0
    return .null
  }
}

// Places.
extension JSONParser {
  /// The place of a part of the value.
  ///
  /// - Returns: `nil` if there is no such part, or if the text before it is not JSON.
  mutating func place(of path: ArraySlice<JSONStep>) -> Range<Int>? {
    guard next != nil else { return nil }
    let start = position
    guard let step = path.first else { return (try? value()) == nil ? nil : start..<position }
    position += 1
    switch (step, bytes[start]) {
    case (.element(let index), .openBracket):
      for _ in 0..<index { guard (try? value()) != nil, take(",") else { return nil } }
      return place(of: path.dropFirst())
    case (.member(let name), .openBrace):
      repeat {
        guard next == .doubleQuote, let found = try? string(), take(":") else { return nil }
        if found == name { return place(of: path.dropFirst()) }
        guard (try? value()) != nil else { return nil }
      } while take(",")
      return nil
    default: return nil
    }
  }
}

// Numbers.
extension JSONParser {
  private mutating func number() throws(JSONSyntaxError) -> JSON {
    let start = position
    skip("-")
    let integer = try digits()
    guard integer.count == 1 || bytes[integer.lowerBound] != UInt8(ascii: "0") else {
      throw JSONSyntaxError()
    }
    if skip(".") { _ = try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { skip("-") }
      _ = try digits()
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  @discardableResult
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func digits() throws(JSONSyntaxError) -> Range<Int> {
    let start = position
    while let byte, byte.isDigit { position += 1 }
    guard position > start else { throw JSONSyntaxError() }
    return start..<position
  }
}

// Strings.
extension JSONParser {
  /// The string that begins with the quote at the position.
  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    var text = try unescaped()
    while !skip("\"") {
      position += 1
      text.unicodeScalars.append(try escaped())
      text += try unescaped()
    }
    return text
  }

  /// The text up to the next quote or backslash.
  private mutating func unescaped() throws(JSONSyntaxError) -> String {
    let start = position
    while let byte, byte >= 0x20, byte != .doubleQuote, byte != .backslash { position += 1 }
    guard let byte, byte >= 0x20, let text = String(validating: bytes[start..<position], as: UTF8.self) else {
      throw JSONSyntaxError()
    }
    return text
  }

  /// The character after a backslash.
  private mutating func escaped() throws(JSONSyntaxError) -> Unicode.Scalar {
    defer { position += 1 }
    switch byte {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8.doubleQuote, UInt8.backslash, UInt8(ascii: "/"): return Unicode.Scalar(bytes[position])
    case UInt8(ascii: "u"):
      let unit = try unit(at: position)
      position += 4
      guard UTF16.isLeadSurrogate(unit), bytes[(position + 1)...].starts(with: "\\u".utf8) else {
        return Unicode.Scalar(unit) ?? "\u{FFFD}"
      }
      let trail = try self.unit(at: position + 2)
      guard UTF16.isTrailSurrogate(trail) else { return "\u{FFFD}" }
      position += 6
      return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    default: throw JSONSyntaxError()
    }
  }

  /// The four digits after the `u` at a position.
  private func unit(at position: Int) throws(JSONSyntaxError) -> UInt16 {
    let digits = bytes[min(position + 1, bytes.count)...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isHexDigit) else {
      throw JSONSyntaxError()
    }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
  }
}
