extension SyntaxParser {
  /// A literal, a name, a key path, or an expression in brackets.
  mutating func parsePrimary() throws(Diagnostic) -> SyntaxNode {
    let start = position
    let other = compared
    compared = nil
    switch peek {
    case let byte? where byte.isDigit:
      return try parseNumber(from: start, isNegative: false)
    case UInt8.doubleQuote, UInt8.singleQuote:
      return try parseString()
    case UInt8.dot:
      return try parseEnumCase(comparedWith: other)
    case UInt8.backslash:
      return try parseKeyPath()
    case UInt8(ascii: "("):
      if grammar == .expression { return try parseBracketed() }
      position += 1
      let elements = try parseArguments(until: ")", from: start)
      return try node(.tuple(elements), from: start)
    case UInt8.openBracket:
      return try parseArrayOrDictionary()
    default:
      return try parseNamed()
    }
  }

  private mutating func parseString() throws(Diagnostic) -> SyntaxNode {
    let start = position
    var text: [UInt8] = []
    do throws(QuotedText.Mistake) {
      try source.page.bytes.withUnsafeBufferPointer { bytes throws(QuotedText.Mistake) in
        let bytes = UnsafeBufferPointer(rebasing: bytes[..<source.range.upperBound])
        try QuotedText.read(from: bytes, at: &position, into: &text)
      }
    } catch {
      throw error.diagnostic(in: source)
    }
    return try node(.string(String(decoding: text, as: UTF8.self)), from: start)
  }

  private mutating func parseEnumCase(comparedWith other: SyntaxNode?) throws(Diagnostic) -> SyntaxNode {
    let start = position
    position += 1
    guard let name = try readName(as: .caseName(comparedWith: other)) else {
      if let digit = peek, digit.isDigit {
        throw error(
          "a number needs a digit before the decimal point",
          at: start..<position + 1,
          hint: "write 0.5, not .5"
        )
      }
      throw unexpected(orElse: "the name of a case")
    }
    let arguments = try parseOptionalArguments()
    return try node(.enumCase(name, arguments), from: start)
  }

  private mutating func parseKeyPath() throws(Diagnostic) -> SyntaxNode {
    let start = position
    position += 1
    guard skip(".") else {
      throw error(#"a key path starts with \."#, at: start..<position, hint: #"for example \.isComplete"#)
    }
    let subject = try node(.subject, from: start)
    if grammar == .value { return try parseProperties(of: subject, from: start) }
    if peek == .openBracket { return subject }
    let path = try parseMember(of: subject, isOptional: false, from: start)
    return path == subject ? try node(.subject, from: start) : path
  }

  private mutating func parseBracketed() throws(Diagnostic) -> SyntaxNode {
    let opening = position
    position += 1
    skipBlanks()
    if peek == UInt8(ascii: ")") { throw noTuples(from: opening) }
    let inner = try parseExpression()
    skipBlanks()
    if peek == UInt8(ascii: ",") || peek == UInt8(ascii: ":") { throw noTuples(from: opening) }
    if position == end {
      throw error("unclosed bracket", at: opening..<opening + 1, hint: "close it with )")
    }
    guard skip(")") else { throw unexpected(orElse: ")") }
    return SyntaxNode(inner.kind, range: opening..<position)
  }

  private func noTuples(from opening: Int) -> Diagnostic {
    error(
      "tuples cannot be written here",
      at: opening..<position + 1,
      hint: "for several values, write an array: [1, 2]; compare a tuple by its members: pair.0 == 1"
    )
  }

  /// `[1, 2]`, `["a": 1]`, `[:]`
  private mutating func parseArrayOrDictionary() throws(Diagnostic) -> SyntaxNode {
    let opening = position
    position += 1
    skipBlanks()
    if skip(":") {
      skipBlanks()
      guard skip("]") else { throw unexpected(orElse: "] to close the empty dictionary") }
      return try node(.dictionary([]), from: opening)
    }
    var elements: [SyntaxNode] = []
    var entries: [SyntaxNode.Entry] = []
    try parseList(until: "]", from: opening) { (parser) throws(Diagnostic) in
      let element = try parser.parseExpression()
      parser.skipBlanks()
      let isEntry = elements.isEmpty && (!entries.isEmpty || parser.peek == UInt8(ascii: ":"))
      guard isEntry else { return elements.append(element) }
      guard parser.skip(":") else { throw parser.unexpected(orElse: "a colon and the value of this key") }
      entries.append(SyntaxNode.Entry(key: element, value: try parser.parseExpression()))
    }
    return try node(entries.isEmpty ? .array(elements) : .dictionary(entries), from: opening)
  }

  private mutating func parseNamed() throws(Diagnostic) -> SyntaxNode {
    let start = position
    guard let name = try readName(as: .value) else { throw unexpected(orElse: "a value") }
    if bytes[start] != UInt8(ascii: "`") {
      switch (name, grammar) {
      case ("true", _): return try node(.bool(true), from: start)
      case ("false", _): return try node(.bool(false), from: start)
      case ("nil", _): return try node(.null, from: start)
      case ("self", .expression), ("state", .expression): return try node(.root, from: start)
      case ("_", .value): return try node(.wildcard, from: start)
      default: break
      }
    }
    if let arguments = try parseOptionalArguments() { return try node(.call(name, arguments), from: start) }
    try refuseClosure()
    var base = try node(.name(name), from: start)
    // In an expression, members are parsed after any value.
    while grammar == .value, peek == .dot, peek(1) != .dot {
      position += 1
      base = try parseMember(of: base, isOptional: false)
      if case .method = base.kind { break }
    }
    return base
  }

  private mutating func parseOptionalArguments() throws(Diagnostic) -> [SyntaxNode.Argument]? {
    skip("(") ? try parseArguments(until: ")", from: position - 1) : nil
  }

  /// Writing a closure as in Swift is the most likely mistake after a method name.
  mutating func refuseClosure() throws(Diagnostic) {
    var ahead = position
    while ahead < end, bytes[ahead].isBlank { ahead += 1 }
    guard grammar == .expression, ahead < end, bytes[ahead] == .openBrace else { return }
    throw error(
      "closures are not supported",
      at: ahead..<ahead + 1,
      hint: #"write a key path: filter(\.isComplete), filter(\.count > 3)"#
    )
  }

  /// A range is a likely attempt to select part of a list.
  func refuseRange(from dot: Int) throws(Diagnostic) {
    guard let sign = ["...", "..<"].first(where: { bytes[dot...].starts(with: $0.utf8) }) else { return }
    throw error(
      "ranges are not supported here",
      at: dot..<dot + sign.utf8.count,
      hint: "for part of a list, write prefix(3) or dropFirst(1); to test bounds, x >= 1 && x <= 3"
    )
  }

  /// An identifier, or any name in backticks.
  ///
  /// - Parameter role: What the name is, which is noted if it is at the end.
  mutating func readName(as role: NameSite.Role? = nil) throws(Diagnostic) -> String? {
    let start = position
    if skip("`") {
      while let byte = peek, byte != UInt8(ascii: "`") { position += 1 }
      let name = source.slice(start + 1..<position).text
      guard skip("`"), !name.isEmpty else {
        throw error("expected a name and a closing backtick", at: start..<start + 1)
      }
      guard name == name.controlCharactersEscaped else {
        throw error("a name cannot contain invisible characters", at: start..<position)
      }
      return name
    }
    if peek?.isDigit == true { return nil }
    while let length = identifierScalarLength() { position += length }
    if position == end, let role { site = NameSite(role: role, start: start, call: call) }
    return start == position ? nil : source.slice(start..<position).text
  }

  /// The number of bytes of the scalar at the current position, if it can be part of an identifier.
  private func identifierScalarLength() -> Int? {
    guard let byte = peek else { return nil }
    if byte < 0x80 { return Unicode.Scalar(byte).continuesIdentifier ? 1 : nil }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    guard position + length <= end else { return nil }
    let scalar = String(decoding: bytes[position..<position + length], as: UTF8.self).unicodeScalars.first
    return scalar?.continuesIdentifier == true ? length : nil
  }

  /// Reads the digits of `pair.0`.
  mutating func readTupleIndex() -> String? {
    let start = position
    while let byte = peek, byte.isDigit { position += 1 }
    return start == position ? nil : source.slice(start..<position).text
  }
}

// Syntax that only values have.
extension SyntaxParser {
  /// A value, or a range between two.
  mutating func parseValue() throws(Diagnostic) -> SyntaxNode {
    let lower = try parseSigned()
    skipBlanks()
    guard let sign = ["...", "..<"].first(where: { bytes[position..<end].starts(with: $0.utf8) }) else {
      return lower
    }
    position += sign.utf8.count
    let upper = try parseSigned()
    return try node(.range(lower, upper, isClosed: sign == "..."), from: lower.range.lowerBound)
  }

  private mutating func parseSigned() throws(Diagnostic) -> SyntaxNode {
    skipBlanks()
    let start = position
    guard skip("-") else { return try parsePrimary() }
    if let byte = peek, byte.isDigit { return try parseNumber(from: start, isNegative: true) }
    // `-.infinity` is the only number whose sign precedes a name.
    if skip("."), try readName() == "infinity" { return try node(.double(-.infinity), from: start) }
    throw error("expected a number after '-'", at: start..<start + 1)
  }

  private mutating func parseProperties(of subject: SyntaxNode, from start: Int) throws(Diagnostic)
    -> SyntaxNode
  {
    var path = subject
    repeat {
      guard let name = try readName() else { throw unexpected(orElse: "the name of a property") }
      path = try node(.member(path, name, isOptional: false), from: start)
    } while skip(".")
    if peek == .openBracket || peek == UInt8(ascii: "?") {
      throw error("a key path in an action can only name properties", at: position..<position + 1)
    }
    return path
  }
}
