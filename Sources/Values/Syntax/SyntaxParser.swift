/// Reads expressions and values, which have one grammar, by precedence climbing, straight from their bytes.
package struct SyntaxParser {
  /// The maximum number of open brackets and prefix operators. Deeper nesting is an error, so that it cannot overflow
  /// the stack.
  package static let deepestNesting = 64
  /// The maximum length of a chain of members or operators, which makes a tree of the same height.
  static let highestTree = 256

  /// What the source is in messages: an expression, or a whole line.
  let noun: String
  let source: SourceText
  let bytes: [UInt8]
  let end: Int
  var position: Int
  private var depth = 0
  /// What is wrong with the source. The tree has a hole where something is missing, and a part for what is too much.
  private(set) var diagnostics: [Diagnostic] = []

  init(_ source: SourceText, noun: String = "expression") {
    (self.noun, self.source) = (noun, source)
    bytes = source.page.bytes
    position = source.range.lowerBound
    end = source.range.upperBound
  }

  /// Parses all of the source.
  ///
  /// - Throws: The first error.
  mutating func parse() throws(Diagnostic) -> SyntaxNode {
    try parseAll(areSeveral: false)[0]
  }

  /// Parses all of the source as expressions that are separated by commas.
  ///
  /// - Throws: The first error.
  mutating func parseAll(areSeveral: Bool = true) throws(Diagnostic) -> [SyntaxNode] {
    let items = parseItems(areSeveral: areSeveral)
    if let error = diagnostics.first { throw error }
    return items
  }

  /// The tree of all of the source, whatever is wrong with it.
  mutating func tree() -> SyntaxNode {
    SyntaxNode(.missing(parseItems(areSeveral: true)), range: source.range)
  }

  private mutating func parseItems(areSeveral: Bool) -> [SyntaxNode] {
    var items: [SyntaxNode] = []
    do throws(Diagnostic) {
      repeat { items.append(try parseItem()) } while areSeveral && skip(",")
      while let byte = peek {
        if !areSeveral, ")]}".utf8.contains(byte) {
          try report(error("unmatched closing bracket", at: position..<position + 1))
        } else {
          let expected = noun == "line" ? "the end of the line" : "an operator"
          try report(unexpected(orElse: areSeveral ? "a comma or an operator" : expected))
        }
        items.append(try parsePart())
      }
    } catch {
      diagnostics.append(error)
    }
    return items
  }

  /// Parses an expression and the spaces around it.
  private mutating func parseItem() throws(Diagnostic) -> SyntaxNode {
    skipBlanks()
    if position == end, noun == "expression" {
      try report(
        error(
          "expected an expression, found nothing",
          at: position..<end,
          hint: "for example: todos.count == 3"
        )
      )
      return hole
    }
    return try parseExpression()
  }

  /// Parses what is too much, at least a byte.
  private mutating func parsePart() throws(Diagnostic) -> SyntaxNode {
    let start = position
    let part = try parseExpression()
    if position == start { position += 1 }
    skipBlanks()
    return part
  }

  /// Notes an error, after which parsing continues unless there are too many.
  mutating func report(_ error: Diagnostic) throws(Diagnostic) {
    diagnostics.append(error)
    if diagnostics.count > 100 { throw error }
  }

  /// Stands for a missing value.
  var hole: SyntaxNode { SyntaxNode(.missing([]), range: position..<position) }

  mutating func parseExpression() throws(Diagnostic) -> SyntaxNode {
    try deeper()
    defer { depth -= 1 }
    let condition = try parseBinary(from: 1)
    guard skip("?") else { return condition }
    let first = try parseExpression()
    skipBlanks()
    guard skip(":") else {
      try report(unexpected(orElse: "a colon and the other value"))
      return try node(.missing([condition, first]), from: condition.range.lowerBound)
    }
    let second = try parseExpression()
    return try node(
      .conditional(condition, first, second),
      from: condition.range.lowerBound,
      to: second.range.upperBound
    )
  }

  /// Parses operators of at least this precedence, and the spaces after them.
  private mutating func parseBinary(from precedence: Int) throws(Diagnostic) -> SyntaxNode {
    skipBlanks()
    let start = position
    var left =
      if let range = try parseRange(from: nil, precedence, start) { range } else { try parsePrefix() }
    while true {
      skipBlanks()
      if let range = try parseRange(from: left, precedence, start) {
        left = range
      } else if precedence <= BinaryOperator.castPrecedence, let cast = try readCast() {
        let type = try parseType()
        left = try node(.cast(left, cast, type), from: start)
      } else if let (binary, length) = peekBinary(), binary.precedence >= precedence {
        left = try parseOperation(binary, left, length)
      } else {
        return left
      }
    }
  }

  /// Parses an operator and its right operand.
  private mutating func parseOperation(_ binary: BinaryOperator, _ left: SyntaxNode, _ length: Int)
    throws(Diagnostic) -> SyntaxNode
  {
    let start = position
    position += length
    let next = binary.associativity == .right ? binary.precedence : binary.precedence + 1
    if next == binary.precedence { try deeper() }
    let right = try parseBinary(from: next)
    if next == binary.precedence { depth -= 1 }
    if binary.isComparison, let (other, length) = peekBinary(), other.isComparison {
      try report(
        error(
          "comparisons cannot be chained: \(binary.rawValue) and \(other.rawValue)",
          at: start..<position + length,
          hint: "join them with && or put brackets around one"
        )
      )
    }
    return try node(
      .binary(binary, left, right),
      from: left.range.lowerBound,
      to: right.range.upperBound
    )
  }

  /// Parses the rest of a range, if one begins or continues here.
  private mutating func parseRange(
    from lower: SyntaxNode?,
    _ precedence: Int,
    _ start: Int
  ) throws(Diagnostic) -> SyntaxNode? {
    guard peek == .dot, peek(1) == .dot, let mark = peek(2), mark == .dot || mark == UInt8(ascii: "<"),
      precedence <= BinaryOperator.rangePrecedence
    else { return nil }
    position += 3
    let end = position
    skipBlanks()
    let isOneSided = mark == .dot && lower != nil && (peek.map { ")]},:".utf8.contains($0) } ?? true)
    let upper = isOneSided ? nil : try parseBinary(from: BinaryOperator.rangePrecedence + 1)
    let kind = SyntaxNode.Kind.range(lower, upper, isClosed: mark == .dot)
    return try node(kind, from: start, to: upper?.range.upperBound ?? end)
  }

  /// Reads `is`, `as?` or `as!`.
  private mutating func readCast() throws(Diagnostic) -> SyntaxNode.Cast? {
    guard peek == UInt8(ascii: "i") || peek == UInt8(ascii: "a") else { return nil }
    let start = position
    guard let word = try readName() else { return nil }
    if let cast = SyntaxNode.Cast(rawValue: word) { return cast }
    if let mark = peek, let cast = SyntaxNode.Cast(rawValue: word + String(Unicode.Scalar(mark))) {
      position += 1
      return cast
    }
    position = start
    return nil
  }

  /// Reads a type: `Int`, `Todo.State?`, `[String: Set<Int>]`.
  ///
  /// - Returns: The type without the spaces in it.
  @discardableResult private mutating func parseType() throws(Diagnostic) -> String {
    try deeper()
    defer { depth -= 1 }
    skipBlanks()
    let start = position
    if skip("[") {
      repeat {
        try parseType()
        skipBlanks()
      } while skip(":")
      if !skip("]") { try report(unexpected(orElse: "]")) }
    } else {
      repeat {
        if try readName() == nil { try report(unexpected(orElse: "the name of a type")) }
      } while skip(".")
      if skip("<") {
        repeat {
          try parseType()
          skipBlanks()
        } while skip(",")
        if !skip(">") { try report(unexpected(orElse: ">")) }
      }
    }
    while skip("?") {}
    return source.slice(start..<position).text.filter { $0 != " " }
  }

  private mutating func parsePrefix() throws(Diagnostic) -> SyntaxNode {
    skipBlanks()
    let start = position
    let prefix: PrefixOperator
    switch peek {
    case UInt8(ascii: "!"): prefix = .not
    case UInt8(ascii: "-"): prefix = .minus
    default: return try parsePostfix(parsePrimary())
    }
    position += 1
    // The minus belongs to the number, so that the smallest integer can be written.
    if prefix == .minus, peek?.isDigit == true {
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
      case UInt8.dot where isOptional || peek(1) != .dot:
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
    guard let name = try readName() else {
      try report(unexpected(orElse: "the name of a member"))
      return try node(.member(base, "", isOptional: isOptional), from: start)
    }
    let isQuoted = bytes[nameStart] == UInt8(ascii: "`")
    if let arguments = try parseCall() {
      return try node(.method(base, name, arguments, isOptional: isOptional), from: start)
    }
    if name == "self", !isQuoted { return base }
    return try node(.member(base, name, isOptional: isOptional), from: start)
  }

  /// The arguments of a call, in brackets or as a closure after it; `nil` if there are neither.
  mutating func parseCall() throws(Diagnostic) -> [SyntaxNode.Argument]? {
    let arguments = skip("(") ? try parseArguments(until: ")", from: position - 1) : nil
    let end = position
    skipBlanks()
    if peek == .openBrace {
      return (arguments ?? []) + [SyntaxNode.Argument(label: nil, value: try parseClosure())]
    }
    position = end
    return arguments
  }

  /// The arguments up to and including the closing bracket.
  mutating func parseArguments(
    until closing: Unicode.Scalar,
    from opening: Int
  ) throws(Diagnostic) -> [SyntaxNode.Argument] {
    var arguments: [SyntaxNode.Argument] = []
    try parseList(until: closing, from: opening) { (parser) throws(Diagnostic) in
      let label = try parser.readLabel()
      let value =
        if let function = try parser.parseFunction() { function } else { try parser.parseExpression() }
      arguments.append(SyntaxNode.Argument(label: label, value: value))
    }
    return arguments
  }

  /// An operator that is all of an argument.
  private mutating func parseFunction() throws(Diagnostic) -> SyntaxNode? {
    guard let (binary, length) = peekBinary() else { return nil }
    let start = position
    position += length
    skipBlanks()
    if let next = peek, ",)]".utf8.contains(next) {
      return try node(.function(binary), from: start, to: start + length)
    }
    position = start
    return nil
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
      if position == end { try report(unclosed(opening, closing)) }
      if position == end, !awaitsItem { return }
      let start = position
      try parseItem(&self)
      skipBlanks()
      awaitsItem = skip(",")
      if awaitsItem {
        skipBlanks()
      } else if let byte = peek, byte != UInt8(ascii: closing) {
        try report(unexpected(orElse: "a comma or \(closing)"))
        // It closes another bracket.
        if ")]}".utf8.contains(byte) { return }
        if position == start { position += 1 }
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
        "the \(noun) is nested more than \(Self.deepestNesting) levels deep",
        at: position..<min(position + 1, end),
        hint: noun == "expression"
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
        "the \(noun) has more than \(Self.highestTree) chained parts",
        at: node.range,
        hint: Self.partsHint
      )
    }
    return node
  }

  private mutating func peekBinary() -> (operator: BinaryOperator, length: Int)? {
    skipBlanks()
    guard let first = peek, "|&=!<>?+-*/%".utf8.contains(first) else { return nil }
    if let second = peek(1),
      let binary = BinaryOperator(rawValue: String(decoding: [first, second], as: UTF8.self))
    {
      return (binary, 2)
    }
    return BinaryOperator(rawValue: String(Unicode.Scalar(first))).map { ($0, 1) }
  }
}
