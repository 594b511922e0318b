extension SyntaxParser {
  /// A literal, a name, a key path, or an expression in brackets.
  mutating func parsePrimary() -> SyntaxNode {
    let start = position
    switch peek {
    case let byte? where byte.isDigit:
      return parseNumber(from: start)
    case UInt8.doubleQuote, UInt8.singleQuote:
      return parseString()
    case UInt8.dot:
      return parseEnumCase()
    case UInt8.backslash:
      return parseKeyPath()
    case .openParenthesis:
      position += 1
      let elements = parseArguments(until: ")")
      guard elements.count == 1, elements[0].label == nil, bytes[position - 1] == UInt8(ascii: ")") else {
        return node(.tuple(elements), from: start)
      }
      return SyntaxNode(elements[0].value.kind, range: start..<position)
    case UInt8.openBrace:
      return parseClosure()
    case UInt8.dollar where peek(1)?.isDigit == true:
      position += 1
      let number = readDigits().flatMap { Int($0) } ?? .max
      return node(.parameter(number), from: start)
    case UInt8.openBracket:
      return parseArrayOrDictionary()
    default:
      return parseNamed()
    }
  }

  /// A string, in which texts and interpolated values alternate.
  private mutating func parseString() -> SyntaxNode {
    let start = position
    var parts: [SyntaxNode] = []
    while true {
      // After a value, the text begins with the bracket that closes it.
      let partStart = parts.isEmpty ? start : position - 1
      var text: [UInt8] = []
      let isInterpolated = readQuoted(from: start, into: &text)
      let string = node(.string(String(decoding: text, as: UTF8.self)), from: partStart)
      if parts.isEmpty, !isInterpolated { return string }
      parts.append(string)
      guard isInterpolated else { return node(.interpolation(parts), from: start) }
      let opening = position - 1
      let values = parseArguments(until: ")")
      if values.count != 1 || values[0].label != nil {
        report(#"expected one value in the brackets of \(…)"#, at: opening..<position)
      }
      parts.append(values.last?.value ?? hole)
    }
  }

  /// Reads a string up to its end or the next interpolated value.
  ///
  /// - Returns: Whether a value follows.
  private mutating func readQuoted(from opening: Int, into text: inout [UInt8]) -> Bool {
    let source = source
    do throws(Diagnostic) {
      return try bytes.withUnsafeBufferPointer { bytes throws(Diagnostic) in
        var quoted = QuotedText(UnsafeBufferPointer(rebasing: bytes[..<end]), at: position, of: source)
        defer { (position, text) = (quoted.position, quoted.text) }
        return try quoted.read(after: opening)
      }
    } catch {
      report(error)
      position = end
      return false
    }
  }

  /// `{ $0.isComplete }`, `{ todo in todo.isComplete }`, `{ (a, b) in a < b }`
  mutating func parseClosure() -> SyntaxNode {
    let opening = position
    position += 1
    let parameters = readParameters()
    let body = parseExpression()
    skipBlanks()
    if position == end {
      reportUnclosed(opening, "}")
    } else {
      expect("}", orElse: "an operator or }")
    }
    return node(.closure(parameters, body), from: opening)
  }

  /// The parameters of a closure up to `in`; none if it has no such part.
  private mutating func readParameters() -> [SyntaxNode.Name] {
    skipBlanks()
    let start = position
    let isBracketed = skip("(")
    var names: [SyntaxNode.Name] = []
    var types: [Range<Int>] = []
    repeat {
      skipBlanks()
      let nameStart = position
      guard let name = readName() else { break }
      names.append(SyntaxNode.Name(text: name, range: nameStart..<position))
      skipBlanks()
      if isBracketed, peek == UInt8(ascii: ":") { types.append(skip { !",)}".utf8.contains($0) }) }
    } while skip(",")
    if !isBracketed || skip(")") {
      skipBlanks()
      if readName() == "in" {
        if let type = types.first {
          report("a parameter of a closure has no type", at: type, hint: "write { \(names[0].text) in … }")
        }
        return names
      }
    }
    position = start
    return []
  }

  private mutating func parseEnumCase() -> SyntaxNode {
    let start = position
    position += 1
    guard let name = readName() else {
      if peek?.isDigit == true {
        report(
          "a number needs a digit before the decimal point",
          at: start..<position + 1,
          hint: "write 0.5, not .5"
        )
      }
      reportUnexpected(orElse: "the name of a case")
      return node(.enumCase("", nil), from: start)
    }
    let arguments = skip("(") ? parseArguments(until: ")") : nil
    return node(.enumCase(name, arguments), from: start)
  }

  private mutating func parseKeyPath() -> SyntaxNode {
    let start = position
    position += 1
    guard skip(".") else {
      report(#"a key path starts with \."#, at: start..<position, hint: #"for example \.isComplete"#)
      return node(.missing([]), from: start)
    }
    let subject = node(.subject, from: start)
    if peek == .openBracket { return subject }
    let path = parseMember(of: subject, isOptional: false, from: start)
    return path == subject ? node(.subject, from: start) : path
  }

  /// `[1, 2]`, `["a": 1]`, `[:]`
  private mutating func parseArrayOrDictionary() -> SyntaxNode {
    let opening = position
    position += 1
    skipBlanks()
    if skip(":") {
      skipBlanks()
      expect("]", orElse: "] to close the empty dictionary")
      return node(.dictionary([]), from: opening)
    }
    position = opening + 1
    var elements: [SyntaxNode] = []
    var entries: [SyntaxNode.Entry] = []
    parseList(until: "]") { parser in
      let element = parser.parseDelayed() ?? parser.parseExpression()
      parser.skipBlanks()
      let isEntry = elements.isEmpty && (!entries.isEmpty || parser.peek == UInt8(ascii: ":"))
      if isEntry, parser.expect(":", orElse: "a colon and the value of this key") {
        entries.append(SyntaxNode.Entry(key: element, value: parser.parseExpression()))
      } else {
        elements.append(element)
      }
    }
    let kind: SyntaxNode.Kind = entries.isEmpty ? .array(elements) : .dictionary(entries)
    return node(entries.isEmpty || elements.isEmpty ? kind : .missing(elements), from: opening)
  }

  /// An element of a stream that comes after a time: `after 1s .final("a")`.
  private mutating func parseDelayed() -> SyntaxNode? {
    let start = position
    let name = readName()
    skipBlanks()
    guard name == "after", peek?.isDigit == true else {
      position = start
      return nil
    }
    let arguments = [parsePrefix(), parseExpression()].map { SyntaxNode.Argument(label: nil, value: $0) }
    return node(.call("after", arguments), from: start)
  }

  private mutating func parseNamed() -> SyntaxNode {
    let start = position
    guard let name = readName() else {
      reportUnexpected(orElse: "a value")
      return hole
    }
    // In backticks, it is an ordinary name.
    if let kind = Self.reserved[text(from: start)] { return node(kind, from: start) }
    return node(parseCall().map { .call(name, $0) } ?? .name(name), from: start)
  }

  private static let reserved: [String: SyntaxNode.Kind] = [
    "true": .bool(true), "false": .bool(false), "nil": .null, "self": .root, "state": .root, "_": .wildcard,
  ]

  /// An identifier, or any name in backticks.
  mutating func readName() -> String? {
    let start = position
    if skip("`") {
      let name = source.page.text(in: skip { $0 != .backtick })
      if !skip("`") || name.isEmpty {
        report("expected a name and a closing backtick", at: start..<start + 1)
      } else if name != name.controlCharactersEscaped {
        report("a name cannot contain invisible characters", at: start..<position)
      }
      return name
    }
    if peek?.isDigit == true { return nil }
    while let length = identifierScalarLength() { position += length }
    return start == position ? nil : text(from: start)
  }

  /// The number of bytes of the scalar at the current position, if it can be part of an identifier.
  private func identifierScalarLength() -> Int? {
    guard let byte = peek else { return nil }
    if byte < 0x80 { return byte.continuesVariableName ? 1 : nil }
    let text = String(decoding: bytes[position..<min(position + 4, end)], as: UTF8.self)
    return text.unicodeScalars.first.flatMap { $0.continuesIdentifier ? UTF8.width($0) : nil }
  }

  /// Reads the digits of `pair.0` or `$0`.
  mutating func readDigits() -> String? {
    source.page.text(in: skip(while: \.isDigit)).nonEmpty
  }
}
