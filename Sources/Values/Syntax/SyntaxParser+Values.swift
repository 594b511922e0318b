extension SyntaxParser {
  /// A literal, a name, a key path, or an expression in brackets.
  mutating func parsePrimary() throws(Diagnostic) -> SyntaxNode {
    let start = position
    switch peek {
    case let byte? where byte.isDigit:
      return try parseNumber(from: start, isNegative: false)
    case UInt8.doubleQuote, UInt8.singleQuote:
      return try parseString()
    case UInt8.dot:
      return try parseEnumCase()
    case UInt8.backslash:
      return try parseKeyPath()
    case UInt8(ascii: "("):
      position += 1
      let elements = try parseArguments(until: ")", from: start)
      guard elements.count == 1, elements[0].label == nil, bytes[position - 1] == UInt8(ascii: ")") else {
        return try node(.tuple(elements), from: start)
      }
      return SyntaxNode(elements[0].value.kind, range: start..<position)
    case UInt8.openBrace:
      return try parseClosure()
    case UInt8.dollar where peek(1)?.isDigit == true:
      position += 1
      let number = readTupleIndex().flatMap { Int($0) } ?? .max
      return try node(.parameter(number), from: start)
    case UInt8.openBracket:
      return try parseArrayOrDictionary()
    default:
      return try parseNamed()
    }
  }

  /// A string, in which texts and interpolated values take turns.
  private mutating func parseString() throws(Diagnostic) -> SyntaxNode {
    let start = position
    var parts: [SyntaxNode] = []
    while true {
      let partStart = position
      var text: [UInt8] = []
      let isInterpolated: Bool
      do throws(QuotedText.Mistake) {
        isInterpolated = try source.page.bytes.withUnsafeBufferPointer { bytes throws(QuotedText.Mistake) in
          let bytes = UnsafeBufferPointer(rebasing: bytes[..<source.range.upperBound])
          return try QuotedText.read(from: bytes, at: &position, into: &text, after: start)
        }
      } catch {
        try report(error.diagnostic(in: source))
        position = end
        isInterpolated = false
      }
      let string = SyntaxNode.Kind.string(String(decoding: text, as: UTF8.self))
      if parts.isEmpty, !isInterpolated { return try node(string, from: start) }
      parts.append(try node(string, from: partStart))
      guard isInterpolated else { return try node(.interpolation(parts), from: start) }
      let opening = position - 1
      let values = try parseArguments(until: ")", from: opening)
      if values.count != 1 || values[0].label != nil {
        try report(error(#"one value goes in the brackets of \(…)"#, at: opening..<position))
      }
      parts.append(values.last?.value ?? hole)
    }
  }

  /// `{ $0.isComplete }`, `{ todo in todo.isComplete }`, `{ (a, b) in a < b }`
  mutating func parseClosure() throws(Diagnostic) -> SyntaxNode {
    let opening = position
    position += 1
    let parameters = try readParameters()
    let body = try parseExpression()
    skipBlanks()
    if !skip("}") {
      try report(position == end ? unclosed(opening, "}") : unexpected(orElse: "an operator or }"))
    }
    return try node(.closure(parameters, body), from: opening)
  }

  /// The parameters of a closure up to `in`; none if it has no such part.
  private mutating func readParameters() throws(Diagnostic) -> [SyntaxNode.Name] {
    skipBlanks()
    let start = position
    let isBracketed = skip("(")
    var names: [SyntaxNode.Name] = []
    repeat {
      skipBlanks()
      let nameStart = position
      guard let name = try readName() else { break }
      names.append(SyntaxNode.Name(text: name, range: nameStart..<position))
      skipBlanks()
    } while skip(",")
    if !isBracketed || skip(")") {
      skipBlanks()
      if try readName() == "in" { return names }
    }
    position = start
    return []
  }

  private mutating func parseEnumCase() throws(Diagnostic) -> SyntaxNode {
    let start = position
    position += 1
    guard let name = try readName() else {
      if peek?.isDigit == true {
        try report(
          error(
            "a number needs a digit before the decimal point",
            at: start..<position + 1,
            hint: "write 0.5, not .5"
          )
        )
      }
      try report(unexpected(orElse: "the name of a case"))
      return try node(.enumCase("", nil), from: start)
    }
    let arguments = skip("(") ? try parseArguments(until: ")", from: position - 1) : nil
    return try node(.enumCase(name, arguments), from: start)
  }

  private mutating func parseKeyPath() throws(Diagnostic) -> SyntaxNode {
    let start = position
    position += 1
    guard skip(".") else {
      try report(
        error(#"a key path starts with \."#, at: start..<position, hint: #"for example \.isComplete"#)
      )
      return try node(.missing([]), from: start)
    }
    let subject = try node(.subject, from: start)
    if peek == .openBracket { return subject }
    let path = try parseMember(of: subject, isOptional: false, from: start)
    return path == subject ? try node(.subject, from: start) : path
  }

  /// `[1, 2]`, `["a": 1]`, `[:]`
  private mutating func parseArrayOrDictionary() throws(Diagnostic) -> SyntaxNode {
    let opening = position
    position += 1
    skipBlanks()
    if skip(":") {
      skipBlanks()
      if !skip("]") { try report(unexpected(orElse: "] to close the empty dictionary")) }
      return try node(.dictionary([]), from: opening)
    }
    var elements: [SyntaxNode] = []
    var entries: [SyntaxNode.Entry] = []
    try parseList(until: "]", from: opening) { (parser) throws(Diagnostic) in
      let element = try parser.parseExpression()
      parser.skipBlanks()
      let isEntry = elements.isEmpty && (!entries.isEmpty || parser.peek == UInt8(ascii: ":"))
      guard isEntry else { return elements.append(element) }
      guard parser.skip(":") else {
        try parser.report(parser.unexpected(orElse: "a colon and the value of this key"))
        return elements.append(element)
      }
      entries.append(SyntaxNode.Entry(key: element, value: try parser.parseExpression()))
    }
    let kind: SyntaxNode.Kind = entries.isEmpty ? .array(elements) : .dictionary(entries)
    return try node(entries.isEmpty || elements.isEmpty ? kind : .missing(elements), from: opening)
  }

  private mutating func parseNamed() throws(Diagnostic) -> SyntaxNode {
    let start = position
    guard let name = try readName() else {
      try report(unexpected(orElse: "a value"))
      return hole
    }
    if bytes[start] != UInt8(ascii: "`") {
      switch name {
      case "true": return try node(.bool(true), from: start)
      case "false": return try node(.bool(false), from: start)
      case "nil": return try node(.null, from: start)
      case "self", "state": return try node(.root, from: start)
      case "_": return try node(.wildcard, from: start)
      default: break
      }
    }
    if let arguments = try parseCall() { return try node(.call(name, arguments), from: start) }
    return try node(.name(name), from: start)
  }

  /// An identifier, or any name in backticks.
  mutating func readName() throws(Diagnostic) -> String? {
    let start = position
    if skip("`") {
      while let byte = peek, byte != UInt8(ascii: "`") { position += 1 }
      let name = source.slice(start + 1..<position).text
      if !skip("`") || name.isEmpty {
        try report(error("expected a name and a closing backtick", at: start..<start + 1))
      } else if name != name.controlCharactersEscaped {
        try report(error("a name cannot contain invisible characters", at: start..<position))
      }
      return name
    }
    if peek?.isDigit == true { return nil }
    while let length = identifierScalarLength() { position += length }
    return start == position ? nil : source.slice(start..<position).text
  }

  /// The number of bytes of the scalar at the current position, if it can be part of an identifier.
  private func identifierScalarLength() -> Int? {
    guard let byte = peek else { return nil }
    if byte < 0x80 { return Unicode.Scalar(byte).continuesIdentifier ? 1 : nil }
    let text = String(decoding: bytes[position..<min(position + 4, end)], as: UTF8.self)
    return text.unicodeScalars.first.flatMap { $0.continuesIdentifier ? UTF8.width($0) : nil }
  }

  /// Reads the digits of `pair.0`.
  mutating func readTupleIndex() -> String? {
    let start = position
    while let byte = peek, byte.isDigit { position += 1 }
    return start == position ? nil : source.slice(start..<position).text
  }
}
