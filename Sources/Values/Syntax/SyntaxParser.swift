/// Reads expressions, by precedence climbing, and values, straight from their bytes.
package struct SyntaxParser {
  /// The maximum number of open brackets and prefix operators. Deeper nesting is an error, so that it cannot overflow
  /// the stack.
  package static let deepestNesting = 64
  /// The maximum length of a chain of members or operators, which makes a tree of the same height.
  static let highestTree = 256

  /// The language that is parsed.
  enum Grammar {
    /// An expression with operators, members and methods, in which `state` is the root value.
    case expression
    /// A literal or a pattern, whose type is given: with tuples, ranges and `_`, but without operators.
    case value

    var noun: String { self == .expression ? "expression" : "value" }
  }

  let grammar: Grammar
  let source: SourceText
  let bytes: [UInt8]
  let end: Int
  var position: Int
  private var depth = 0
  /// What a name at the end is, once the end is reached.
  var site: NameSite?
  /// The innermost call whose arguments are being read.
  var call: NameSite.Call?
  /// The left operand of a comparison, at the start of the right one.
  var compared: SyntaxNode?

  init(_ source: SourceText, grammar: Grammar = .expression) {
    self.grammar = grammar
    self.source = source
    bytes = source.page.bytes
    position = source.range.lowerBound
    end = source.range.upperBound
  }

  /// Parses all of the source.
  mutating func parse() throws(Diagnostic) -> SyntaxNode {
    let node = try parseItem()
    if position == end { return node }
    if grammar == .expression { throw unexpected(orElse: "an operator") }
    if peek == UInt8(ascii: ")") || peek == UInt8(ascii: "]") {
      throw error("unmatched closing bracket", at: position..<position + 1)
    }
    throw unexpected(orElse: "the end of the line")
  }

  /// Parses all of the source as expressions that are separated by commas.
  mutating func parseAll() throws(Diagnostic) -> [SyntaxNode] {
    var nodes = [try parseItem()]
    while skip(",") { nodes.append(try parseItem()) }
    if position == end { return nodes }
    throw unexpected(orElse: "a comma or an operator")
  }

  /// Parses an expression and the spaces around it.
  private mutating func parseItem() throws(Diagnostic) -> SyntaxNode {
    skipBlanks()
    if position == end, grammar == .expression {
      _ = try readName(as: .value)
      throw error(
        "expected an expression, found nothing",
        at: position..<end,
        hint: "for example: todos.count == 3"
      )
    }
    let node = try parseExpression()
    skipBlanks()
    return node
  }

  mutating func parseExpression() throws(Diagnostic) -> SyntaxNode {
    try deeper()
    defer { depth -= 1 }
    compared = nil
    return grammar == .expression ? try parseBinary(from: 1) : try parseValue()
  }

  /// Parses operators of at least this precedence.
  private mutating func parseBinary(from precedence: Int) throws(Diagnostic) -> SyntaxNode {
    var left = try parsePrefix()
    while let (binary, length) = peekBinary(), binary.precedence >= precedence {
      let place = position..<position + length
      position += length
      compared = binary == .equal || binary == .notEqual ? left : nil
      let next = binary.associativity == .right ? binary.precedence : binary.precedence + 1
      if next == binary.precedence { try deeper() }
      let right = try parseBinary(from: next)
      if next == binary.precedence { depth -= 1 }
      left = try node(.binary(binary, left, right), from: left.range.lowerBound, to: right.range.upperBound)
      if binary.isComparison, let (other, length) = peekBinary(), other.isComparison {
        throw error(
          "comparisons cannot be chained: \(binary.rawValue) and \(other.rawValue)",
          at: place.lowerBound..<position + length,
          hint: "join them with && or put brackets around one"
        )
      }
    }
    return left
  }

  private mutating func parsePrefix() throws(Diagnostic) -> SyntaxNode {
    skipBlanks()
    let start = position
    guard let byte = peek, let prefix = PrefixOperator(rawValue: String(Unicode.Scalar(byte))) else {
      return try parsePostfix(parsePrimary())
    }
    position += 1
    // The minus belongs to the number, so that the smallest integer can be written.
    if prefix == .minus, let digit = peek, digit.isDigit {
      return try parsePostfix(parseNumber(from: start, isNegative: true))
    }
    try deeper()
    defer { depth -= 1 }
    let operand = try parsePrefix()
    return try node(.prefix(prefix, operand), from: start)
  }

  /// What follows a value without a space: members, methods, indices, `?` and `!`.
  private mutating func parsePostfix(_ base: SyntaxNode) throws(Diagnostic) -> SyntaxNode {
    var base = base
    while let byte = peek {
      let isOptional = byte == UInt8(ascii: "?")
      let mark = isOptional ? peek(1) : byte
      switch mark {
      case UInt8.dot:
        position += isOptional ? 2 : 1
        base = try parseMember(of: base, isOptional: isOptional)
      case UInt8.openBracket:
        position += isOptional ? 2 : 1
        let arguments = try parseArguments(until: "]", from: position - 1)
        base = try node(.index(base, arguments, isOptional: isOptional), from: base.range.lowerBound)
      case UInt8(ascii: "!") where peek(1) != UInt8(ascii: "="):
        position += 1
        base = try node(.unwrapped(base), from: base.range.lowerBound)
      default:
        return base
      }
    }
    return base
  }

  /// A member or a method call, after its dot.
  mutating func parseMember(
    of base: SyntaxNode,
    isOptional: Bool,
    from start: Int? = nil
  ) throws(Diagnostic) -> SyntaxNode {
    let start = start ?? base.range.lowerBound
    let nameStart = position
    if let digits = readTupleIndex() {
      return try node(.member(base, digits, isOptional: isOptional), from: start)
    }
    try refuseRange(from: nameStart - 1)
    guard let name = try readName(as: .member(of: base)) else {
      throw unexpected(orElse: "the name of a member")
    }
    let isQuoted = bytes[nameStart] == UInt8(ascii: "`")
    if peek == UInt8(ascii: "(") {
      position += 1
      let outer = call
      call = NameSite.Call(of: name, on: base, in: outer)
      let arguments = try parseArguments(until: ")", from: position - 1)
      call = outer
      return try node(.method(base, name, arguments, isOptional: isOptional), from: start)
    }
    try refuseClosure()
    if name == "self", !isQuoted { return base }
    return try node(.member(base, name, isOptional: isOptional), from: start)
  }

  /// The arguments up to and including the closing bracket.
  mutating func parseArguments(
    until closing: Unicode.Scalar,
    from opening: Int
  ) throws(Diagnostic) -> [SyntaxNode.Argument] {
    var arguments: [SyntaxNode.Argument] = []
    try parseList(until: closing, from: opening) { (parser) throws(Diagnostic) in
      let label = try parser.readLabel()
      arguments.append(SyntaxNode.Argument(label: label, value: try parser.parseExpression()))
    }
    return arguments
  }

  /// Items separated by commas, up to and including the closing bracket; a trailing comma is allowed.
  mutating func parseList(
    until closing: Unicode.Scalar,
    from opening: Int,
    _ parseItem: (inout SyntaxParser) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    skipBlanks()
    var awaitsItem = true
    while !skip(closing) {
      if position == end {
        if awaitsItem { _ = try readName(as: .value) }
        throw error(
          "unclosed bracket",
          at: opening..<opening + 1,
          hint: "close it with \(closing)"
        )
      }
      try parseItem(&self)
      skipBlanks()
      awaitsItem = skip(",")
      if awaitsItem {
        skipBlanks()
      } else if peek != UInt8(ascii: closing), position < end {
        throw unexpected(orElse: "a comma or \(closing)")
      }
    }
  }

  private mutating func readLabel() throws(Diagnostic) -> SyntaxNode.Name? {
    let start = position
    if let name = try readName() {
      let end = position
      skipBlanks()
      if skip(":") { return SyntaxNode.Name(text: name, range: start..<end) }
    }
    position = start
    return nil
  }

  private mutating func deeper() throws(Diagnostic) {
    depth += 1
    if depth > Self.deepestNesting {
      throw error(
        "the \(grammar.noun) is nested more than \(Self.deepestNesting) levels deep",
        at: position..<min(position + 1, end),
        hint: grammar == .expression
          ? Self.partsHint : "look for an unclosed bracket before this one"
      )
    }
  }
}

extension SyntaxParser {
  var peek: UInt8? { peek(0) }

  func peek(_ offset: Int) -> UInt8? {
    position + offset < end ? bytes[position + offset] : nil
  }

  mutating func skipBlanks() {
    while let byte = peek, byte.isBlank { position += 1 }
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  func node(
    _ kind: SyntaxNode.Kind,
    from start: Int,
    to end: Int? = nil
  ) throws(Diagnostic) -> SyntaxNode {
    let node = SyntaxNode(kind, range: start..<(end ?? position))
    if node.height > Self.highestTree {
      throw error(
        "the \(grammar.noun) has more than \(Self.highestTree) chained parts",
        at: node.range,
        hint: Self.partsHint
      )
    }
    return node
  }

  private mutating func peekBinary() -> (operator: BinaryOperator, length: Int)? {
    skipBlanks()
    guard let first = peek else { return nil }
    if let second = peek(1),
      let binary = BinaryOperator(rawValue: String(decoding: [first, second], as: UTF8.self))
    {
      return (binary, 2)
    }
    return BinaryOperator(rawValue: String(Unicode.Scalar(first))).map { ($0, 1) }
  }
}
