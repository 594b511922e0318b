/// Reads expressions and values, which have one grammar, by precedence climbing, straight from their bytes.
///
/// It never stops at an error, and leaves a hole in the tree where something is missing.
package struct SyntaxParser {
  /// The maximum number of open brackets and prefix operators. Deeper nesting is an error, so that it cannot overflow
  /// the stack.
  package static let deepestNesting = 64
  /// The maximum length of a chain of members or operators, which makes a tree of the same height.
  static let highestTree = 256
  /// The number of errors after which the rest is not read.
  private static let mostErrors = 100

  /// The name of the source in messages: `expression` or `line`.
  let noun: String
  let source: SourceText
  let bytes: [UInt8]
  let end: Int
  var position: Int
  /// The number of those around the current part; the outermost expression is in none.
  private var depth = -1
  /// The first error.
  private var error: Diagnostic?
  private var errorCount = 0

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
    if let error { throw error }
    return items
  }

  /// The tree of all of the source, even if it has errors.
  mutating func tree() -> SyntaxNode {
    SyntaxNode(.missing(parseItems(areSeveral: true)), range: source.range)
  }

  private mutating func parseItems(areSeveral: Bool) -> [SyntaxNode] {
    var items: [SyntaxNode] = []
    repeat { items.append(parseItem()) } while areSeveral && skip(",")
    while let byte = peek {
      if !areSeveral, ")]}".utf8.contains(byte) {
        report("unmatched closing bracket", at: position..<position + 1)
      } else {
        let expected = noun == "line" ? "the end of the line" : "an operator"
        reportUnexpected(orElse: areSeveral ? "a comma or an operator" : expected)
      }
      items.append(parsePart())
    }
    return items
  }

  /// Parses an expression and the spaces around it.
  private mutating func parseItem() -> SyntaxNode {
    skipBlanks()
    guard position == end, noun == "expression" else { return parseExpression() }
    report("expected an expression, found nothing", at: position..<end, hint: "for example: todos.count == 3")
    return hole
  }

  /// Parses surplus input, at least one byte.
  private mutating func parsePart() -> SyntaxNode {
    let start = position
    let part = parseExpression()
    if position == start { position += 1 }
    skipBlanks()
    return part
  }

  /// Stands for a missing value.
  var hole: SyntaxNode { SyntaxNode(.missing([]), range: position..<position) }

  mutating func parseExpression() -> SyntaxNode {
    deeper()
    defer { depth -= 1 }
    let condition = parseBinary(from: 1)
    guard skip("?") else { return condition }
    let start = condition.range.lowerBound
    let first = parseExpression()
    skipBlanks()
    guard expect(":", orElse: "a colon and the other value") else {
      return node(.missing([condition, first]), from: start)
    }
    let second = parseExpression()
    return node(.conditional(condition, first, second), from: start, to: second.range.upperBound)
  }

  /// Parses operators of at least this precedence, and the spaces after them.
  private mutating func parseBinary(from precedence: Int) -> SyntaxNode {
    skipBlanks()
    let start = position
    var left = parseRange(from: nil, precedence, start) ?? parsePrefix()
    while true {
      skipBlanks()
      if let range = parseRange(from: left, precedence, start) {
        left = range
      } else if precedence <= BinaryOperator.castPrecedence, let cast = readCast() {
        let type = parseType()
        left = node(.cast(left, cast, type), from: start)
      } else if let (binary, length) = peekBinary(), binary.precedence >= precedence {
        left = parseOperation(binary, left, length)
      } else {
        return left
      }
    }
  }

  /// Parses an operator and its right operand.
  private mutating func parseOperation(_ binary: BinaryOperator, _ left: SyntaxNode, _ length: Int)
    -> SyntaxNode
  {
    let start = position
    position += length
    let next = binary.associativity == .right ? binary.precedence : binary.precedence + 1
    if next == binary.precedence { deeper() }
    let right = parseBinary(from: next)
    if next == binary.precedence { depth -= 1 }
    if binary.isComparison, let (other, length) = peekBinary(), other.isComparison {
      report(
        "comparisons cannot be chained: \(binary.rawValue) and \(other.rawValue)",
        at: start..<position + length,
        hint: "join them with && or put brackets around one"
      )
    }
    return node(.binary(binary, left, right), from: left.range.lowerBound, to: right.range.upperBound)
  }

  /// Parses the rest of a range, if one begins or continues here.
  private mutating func parseRange(from lower: SyntaxNode?, _ precedence: Int, _ start: Int) -> SyntaxNode? {
    guard peek == .dot, peek(1) == .dot, let mark = peek(2), mark == .dot || mark == UInt8(ascii: "<"),
      precedence <= BinaryOperator.rangePrecedence
    else { return nil }
    position += 3
    let end = position
    skipBlanks()
    let isOneSided = mark == .dot && lower != nil && (peek.map { ")]},:".utf8.contains($0) } ?? true)
    let upper = isOneSided ? nil : parseBinary(from: BinaryOperator.rangePrecedence + 1)
    return node(.range(lower, upper, isClosed: mark == .dot), from: start, to: upper?.range.upperBound ?? end)
  }

  /// Reads `is`, `as?` or `as!`.
  private mutating func readCast() -> SyntaxNode.Cast? {
    guard peek == UInt8(ascii: "i") || peek == UInt8(ascii: "a") else { return nil }
    let start = position
    let word = readName() ?? ""
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
  @discardableResult private mutating func parseType() -> String {
    deeper()
    defer { depth -= 1 }
    skipBlanks()
    let start = position
    if skip("[") {
      parseTypes(separatedBy: ":", until: "]")
    } else {
      repeat {
        if readName() == nil { reportUnexpected(orElse: "the name of a type") }
      } while skip(".")
      if skip("<") { parseTypes(separatedBy: ",", until: ">") }
    }
    while skip("?") {}
    return text(from: start).filter { $0 != " " }
  }

  private mutating func parseTypes(separatedBy separator: Unicode.Scalar, until closing: Unicode.Scalar) {
    repeat {
      parseType()
      skipBlanks()
    } while skip(separator)
    expect(closing, orElse: "\(closing)")
  }

  mutating func parsePrefix() -> SyntaxNode {
    skipBlanks()
    let start = position
    guard let prefix = peek.flatMap({ PrefixOperator(rawValue: String(Unicode.Scalar($0))) }) else {
      return parsePostfix(parsePrimary())
    }
    position += 1
    // The minus belongs to the number, so that the smallest integer can be written.
    if prefix == .minus, peek?.isDigit == true {
      let number = parseNumber(from: start)
      guard peek == .dot, peek(1)?.isASCIILetter == true else {
        return parsePostfix(number.with(number.kind.negated))
      }
      // It is applied last, as in Swift: `-2.5.rounded(.down)` is -2.
      let magnitude = SyntaxNode(number.kind, range: start + 1..<position)
      return node(.prefix(.minus, parsePostfix(magnitude)), from: start)
    }
    deeper()
    defer { depth -= 1 }
    let operand = parsePrefix()
    return node(.prefix(prefix, operand), from: start)
  }

  /// What follows a value without a space: members, methods, indices, `?` and `!`.
  private mutating func parsePostfix(_ base: SyntaxNode) -> SyntaxNode {
    var base = base
    let start = base.range.lowerBound
    while let byte = peek {
      let isOptional = byte == UInt8(ascii: "?")
      let length = isOptional ? 2 : 1
      switch peek(length - 1) {
      case UInt8.dot where isOptional || peek(1) != .dot:
        position += length
        base = parseMember(of: base, isOptional: isOptional, from: start)
      case UInt8.openBracket:
        position += length
        let arguments = parseArguments(until: "]")
        base = node(.index(base, arguments, isOptional: isOptional), from: start)
      case UInt8(ascii: "!") where peek(1) != UInt8(ascii: "="):
        position += 1
        base = node(.unwrapped(base), from: start)
      default:
        return base
      }
    }
    return base
  }

  /// A member or a method call, after its dot.
  mutating func parseMember(of base: SyntaxNode, isOptional: Bool, from start: Int) -> SyntaxNode {
    let isQuoted = peek == .backtick
    func member(_ name: String) -> SyntaxNode {
      node(.member(base, name, isOptional: isOptional), from: start)
    }
    if let digits = readDigits() { return member(digits) }
    guard let name = readName() else {
      reportUnexpected(orElse: "the name of a member")
      return member("")
    }
    if let arguments = parseCall() {
      return node(.method(base, name, arguments, isOptional: isOptional), from: start)
    }
    return name == "self" && !isQuoted ? base : member(name)
  }

  /// The arguments of a call, in brackets or as a closure after it; `nil` if there are neither.
  mutating func parseCall() -> [SyntaxNode.Argument]? {
    let arguments = skip("(") ? parseArguments(until: ")") : nil
    let end = position
    skipBlanks()
    if peek == .openBrace {
      return (arguments ?? []) + [SyntaxNode.Argument(label: nil, value: parseClosure())]
    }
    position = end
    return arguments
  }

  /// The arguments after an opening bracket, up to and including the closing one.
  mutating func parseArguments(until closing: Unicode.Scalar) -> [SyntaxNode.Argument] {
    var arguments: [SyntaxNode.Argument] = []
    parseList(until: closing) { parser in
      let label = parser.readLabel()
      let value = parser.parseFunction() ?? parser.parseExpression()
      arguments.append(SyntaxNode.Argument(label: label, value: value))
    }
    return arguments
  }

  /// An operator that is a whole argument.
  private mutating func parseFunction() -> SyntaxNode? {
    guard let (binary, length) = peekBinary() else { return nil }
    let start = position
    position += length
    skipBlanks()
    if let next = peek, ",)]".utf8.contains(next) {
      return node(.function(binary), from: start, to: start + length)
    }
    position = start
    return nil
  }

  /// Items separated by commas after an opening bracket, up to and including the closing one; a trailing comma is
  /// allowed.
  mutating func parseList(until closing: Unicode.Scalar, _ parseItem: (inout SyntaxParser) -> Void) {
    let opening = position - 1
    skipBlanks()
    var awaitsItem = true
    while !skip(closing) {
      if position == end { reportUnclosed(opening, closing) }
      if position == end, !awaitsItem { return }
      let start = position
      parseItem(&self)
      skipBlanks()
      awaitsItem = skip(",")
      if awaitsItem {
        skipBlanks()
      } else if let byte = peek, byte != UInt8(ascii: closing) {
        reportUnexpected(orElse: "a comma or \(closing)")
        // It closes another bracket.
        if ")]}".utf8.contains(byte) { return }
        if position == start { position += 1 }
      }
    }
  }

  private mutating func readLabel() -> SyntaxNode.Name? {
    let start = position
    if let name = readName() {
      let end = position
      skipBlanks()
      if skip(":") { return SyntaxNode.Name(text: name, range: start..<end) }
    }
    position = start
    return nil
  }

  private mutating func deeper() {
    depth += 1
    guard depth > Self.deepestNesting else { return }
    report(
      "the \(noun) is nested more than \(Self.deepestNesting) levels deep",
      at: position..<min(position + 1, end),
      hint: noun == "expression" ? Self.partsHint : "look for an unclosed bracket before this one"
    )
    abandon()
  }

  mutating func node(_ kind: SyntaxNode.Kind, from start: Int, to end: Int? = nil) -> SyntaxNode {
    let node = SyntaxNode(kind, range: start..<(end ?? position))
    guard node.height > Self.highestTree else { return node }
    report(
      "the \(noun) has more than \(Self.highestTree) chained parts",
      at: node.range,
      hint: Self.partsHint
    )
    abandon()
    return hole
  }

  /// Skips the rest, as though the source ended here.
  private mutating func abandon() {
    position = end
  }

  mutating func report(_ error: @autoclosure () -> Diagnostic) {
    // Only the first one is reported to the user; finding the place of each would take long.
    if self.error == nil { self.error = error() }
    errorCount += 1
    if errorCount > Self.mostErrors { abandon() }
  }

  private mutating func peekBinary() -> (operator: BinaryOperator, length: Int)? {
    skipBlanks()
    // A sign at the start of a variable's value belongs to that.
    guard let first = peek, "|&=!<>?+-*/%".utf8.contains(first), !source.page.beginsValue(at: position)
    else { return nil }
    if let second = peek(1),
      let binary = BinaryOperator(rawValue: String(decoding: [first, second], as: UTF8.self))
    {
      return (binary, 2)
    }
    return BinaryOperator(rawValue: String(Unicode.Scalar(first))).map { ($0, 1) }
  }
}

/// Reading bytes.
extension SyntaxParser {
  var peek: UInt8? { peek(0) }

  func peek(_ offset: Int) -> UInt8? {
    position + offset < end ? bytes[position + offset] : nil
  }

  /// The text up to the current position.
  func text(from start: Int) -> String { source.page.text(in: start..<position) }

  mutating func skipBlanks() { skip(while: \.isBlank) }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  /// Skips bytes, and returns their range.
  @discardableResult
  mutating func skip(while isSkipped: (UInt8) -> Bool) -> Range<Int> {
    let start = position
    while let byte = peek, isSkipped(byte) { position += 1 }
    return start..<position
  }

  /// Skips a mark, or reports that it is missing.
  @discardableResult
  mutating func expect(_ mark: Unicode.Scalar, orElse expected: String) -> Bool {
    let isThere = skip(mark)
    if !isThere { reportUnexpected(orElse: expected) }
    return isThere
  }
}
