/// Reads a value straight from its bytes, without knowing its type.
struct ValueSyntaxParser {
  /// Brackets that may be open at once. Deeper ones are an error and never a stack that overflows.
  static let deepestNesting = 64

  private var scanner: ExpressionParser
  private var depth = 0

  init(_ source: SourceText) {
    scanner = ExpressionParser(source)
  }

  /// Reads all of the source.
  ///
  /// - Throws: the first error, with its place.
  /// - Complexity: O(*n*) in the length of the source.
  mutating func parse() throws(Diagnostic) -> ValueSyntax {
    let value = try parseValue()
    scanner.skipBlanks()
    if scanner.position < scanner.end {
      if scanner.peek == UInt8(ascii: ")") || scanner.peek == UInt8(ascii: "]") {
        throw scanner.error("this bracket closes nothing", at: scanner.position..<scanner.position + 1)
      }
      throw unexpected(orElse: "the end of the line")
    }
    return value
  }

  private mutating func parseValue() throws(Diagnostic) -> ValueSyntax {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepestNesting {
      throw scanner.error(
        "the value is nested more than \(Self.deepestNesting) deep",
        at: scanner.position..<min(scanner.position + 1, scanner.end),
        remedy: "look for brackets that should have been closed before"
      )
    }
    let lower = try parsePrimary()
    scanner.skipBlanks()
    guard let isClosed = skipRangeOperator() else { return lower }
    scanner.skipBlanks()
    let upper = try parsePrimary()
    let range = lower.range.lowerBound..<upper.range.upperBound
    return ValueSyntax(kind: .range(lower, upper, isClosed: isClosed), range: range)
  }

  /// - Returns: whether the range is closed; `nil` if there is none.
  private mutating func skipRangeOperator() -> Bool? {
    let dot = UInt8(ascii: ".")
    guard scanner.peek == dot, scanner.peek(1) == dot else { return nil }
    switch scanner.peek(2) {
    case dot:
      scanner.position += 3
      return true
    case UInt8(ascii: "<"):
      scanner.position += 3
      return false
    default: return nil
    }
  }

  private mutating func parsePrimary() throws(Diagnostic) -> ValueSyntax {
    scanner.skipBlanks()
    let start = scanner.position
    switch scanner.peek {
    case let byte? where byte.isDigit: return try parseNumber()
    case UInt8(ascii: "-"): return try parseNegative()
    case UInt8.doubleQuote, UInt8.singleQuote:
      var text: [UInt8] = []
      try QuotedText.read(from: scanner.source, at: &scanner.position, into: &text)
      return value(.string(String(decoding: text, as: UTF8.self)), from: start)
    case UInt8(ascii: "."): return try parseCase()
    case UInt8.backslash: return try parseKeyPath()
    case UInt8(ascii: "("):
      scanner.position += 1
      let elements = try parseArguments(from: start)
      return value(.tuple(elements), from: start)
    case UInt8(ascii: "["): return try parseList()
    default: return try parseNamed()
    }
  }

  private func value(_ kind: ValueSyntax.Kind, from start: Int) -> ValueSyntax {
    ValueSyntax(kind: kind, range: start..<scanner.position)
  }

  private mutating func parseNegative() throws(Diagnostic) -> ValueSyntax {
    let start = scanner.position
    scanner.position += 1
    if let byte = scanner.peek, byte.isDigit { return try parseNumber(from: start) }
    // `-.infinity` is the one number whose sign stands before a name.
    if scanner.skip("."), try scanner.readName() == "infinity" {
      return value(.double(-.infinity), from: start)
    }
    throw scanner.error("a minus needs a number behind it", at: start..<start + 1)
  }

  private mutating func parseNumber(from start: Int? = nil) throws(Diagnostic) -> ValueSyntax {
    let node = try scanner.parseNumber(from: start ?? scanner.position, isNegative: start != nil)
    switch node.kind {
    case .integer(let number): return ValueSyntax(kind: .integer(number), range: node.range)
    case .double(let number): return ValueSyntax(kind: .double(number), range: node.range)
    case .duration(let duration): return ValueSyntax(kind: .duration(duration), range: node.range)
    default: throw scanner.error("this is no number", at: node.range)
    }
  }

  private mutating func parseCase() throws(Diagnostic) -> ValueSyntax {
    let start = scanner.position
    scanner.position += 1
    guard let name = try scanner.readName() else {
      if let byte = scanner.peek, byte.isDigit {
        throw scanner.error(
          "a number needs a digit before its point",
          at: start..<scanner.position + 1,
          remedy: "write 0.5, not .5"
        )
      }
      throw unexpected(orElse: "the name of a case")
    }
    let arguments = try parseOptionalArguments()
    return value(.enumCase(name, arguments), from: start)
  }

  private mutating func parseNamed() throws(Diagnostic) -> ValueSyntax {
    let start = scanner.position
    let isQuoted = scanner.peek == UInt8(ascii: "`")
    guard let first = try scanner.readName() else { throw unexpected(orElse: "a value") }
    if !isQuoted {
      switch first {
      case "true": return value(.bool(true), from: start)
      case "false": return value(.bool(false), from: start)
      case "nil": return value(.null, from: start)
      case "_": return value(.wildcard, from: start)
      default: break
      }
    }
    var names = [first]
    while scanner.peek == UInt8(ascii: "."), scanner.peek(1) != UInt8(ascii: ".") {
      scanner.position += 1
      guard let name = try scanner.readName() else { throw unexpected(orElse: "a name") }
      names.append(name)
    }
    let arguments = try parseOptionalArguments()
    return value(.named(names, arguments), from: start)
  }

  private mutating func parseKeyPath() throws(Diagnostic) -> ValueSyntax {
    let start = scanner.position
    scanner.position += 1
    var names: [ValueSyntax.Name] = []
    while true {
      let dot = scanner.position
      guard scanner.skip(".") else { break }
      guard let name = try scanner.readName() else { throw unexpected(orElse: "the name of a property") }
      names.append(ValueSyntax.Name(text: name, range: dot + 1..<scanner.position))
    }
    if names.isEmpty {
      throw scanner.error(
        #"a key path starts with \."#,
        at: start..<start + 1,
        remedy: #"for example \.isComplete"#
      )
    }
    if scanner.peek == UInt8(ascii: "[") || scanner.peek == UInt8(ascii: "?") {
      throw scanner.error(
        "a key path in an action goes through properties only",
        at: scanner.position..<scanner.position + 1
      )
    }
    return value(.keyPath(names), from: start)
  }
}

extension ValueSyntaxParser {
  private mutating func parseOptionalArguments() throws(Diagnostic) -> [ValueSyntax.Argument]? {
    let opening = scanner.position
    return scanner.skip("(") ? try parseArguments(from: opening) : nil
  }

  /// What stands in round brackets, up to and including the closing one.
  private mutating func parseArguments(from opening: Int) throws(Diagnostic) -> [ValueSyntax.Argument] {
    var arguments: [ValueSyntax.Argument] = []
    scanner.skipBlanks()
    while !scanner.skip(")") {
      try checkEnd(opening, closing: ")")
      let label = try readLabel()
      arguments.append(ValueSyntax.Argument(label: label, value: try parseValue()))
      try skipComma(before: ")")
    }
    return arguments
  }

  private mutating func readLabel() throws(Diagnostic) -> ValueSyntax.Name? {
    let start = scanner.position
    if let name = try scanner.readName() {
      let end = scanner.position
      scanner.skipBlanks()
      if scanner.skip(":") { return ValueSyntax.Name(text: name, range: start..<end) }
    }
    scanner.position = start
    return nil
  }

  /// An array or a dictionary.
  private mutating func parseList() throws(Diagnostic) -> ValueSyntax {
    let start = scanner.position
    scanner.position += 1
    scanner.skipBlanks()
    if scanner.skip(":") {
      scanner.skipBlanks()
      guard scanner.skip("]") else { throw unexpected(orElse: "]") }
      return value(.dictionary([]), from: start)
    }
    var elements: [ValueSyntax] = []
    var pairs: [(key: ValueSyntax, value: ValueSyntax)] = []
    while !scanner.skip("]") {
      try checkEnd(start, closing: "]")
      let element = try parseValue()
      scanner.skipBlanks()
      if elements.isEmpty, scanner.skip(":") {
        pairs.append((element, try parseValue()))
      } else if pairs.isEmpty {
        elements.append(element)
      } else {
        throw unexpected(orElse: "a colon and the value of this key")
      }
      try skipComma(before: "]")
    }
    return value(pairs.isEmpty ? .array(elements) : .dictionary(pairs), from: start)
  }

  private func checkEnd(_ opening: Int, closing: String) throws(Diagnostic) {
    guard scanner.position == scanner.end else { return }
    throw scanner.error(
      "this bracket is not closed",
      at: opening..<opening + 1,
      remedy: "close it with \(closing)"
    )
  }

  private mutating func skipComma(before closing: Unicode.Scalar) throws(Diagnostic) {
    scanner.skipBlanks()
    if scanner.skip(",") {
      scanner.skipBlanks()
    } else if scanner.peek != UInt8(ascii: closing), scanner.position < scanner.end {
      throw unexpected(orElse: "a comma or \(closing)")
    }
  }

  /// The error for whatever stands here instead of what could.
  private func unexpected(orElse expected: String) -> Diagnostic {
    let rest = scanner.source.slice(scanner.position..<scanner.end).text
    guard let first = rest.first else {
      return scanner.error("expected \(expected), but the line ends here", at: scanner.end..<scanner.end)
    }
    var found = String(rest.prefix { $0.unicodeScalars.allSatisfy(\.continuesIdentifier) }.prefix(40))
    if found.isEmpty { found = String(first) }
    return scanner.error(
      "expected \(expected), found '\(found)'",
      at: scanner.position..<min(scanner.end, scanner.position + found.utf8.count),
      remedy: found == "#" ? CommentSyntax.hint : nil
    )
  }
}
