/// `NAME = EXPR`: what `let` defines.
struct Definition {
  let name: String
  let expression: Expression

  /// - Throws: An error in the name or the expression.
  init(parsing source: SourceText) throws(Diagnostic) {
    let (name, rest) = try Self.parts(of: source)
    self.name = name
    expression = try Expression(parsing: rest)
  }

  /// The name that a line defines, even if its variables have no values yet.
  static func name(in line: CommandLine) throws(Diagnostic) -> String {
    try parts(of: line.rest(after: 1)).name
  }

  /// The value, if it does not depend on the state.
  var constant: Variable? {
    guard expression.isLiteral else { return nil }
    return (try? expression.evaluate(in: ExpressionContext(()))).flatMap { Variable($0) }
  }

  private static func parts(of source: SourceText) throws(Diagnostic) -> (name: String, value: SourceText) {
    let bytes = source.page.bytes
    let end = source.range.upperBound
    let start = source.range.lowerBound
    var position = start
    while position < end, !bytes[position].isBlank, bytes[position] != UInt8(ascii: "=") { position += 1 }
    let name = source.slice(start..<position)
    guard Variable.isName(name.text) else {
      throw source.diagnostic(
        "invalid variable name '\(name.text)'",
        at: start..<max(position, start + 1),
        hint: "write NAME = VALUE; a name has letters, digits and '_', and does not start with a digit"
      )
    }
    while position < end, bytes[position].isBlank { position += 1 }
    guard position < end, bytes[position] == UInt8(ascii: "=") else {
      throw source.diagnostic(
        position < end ? "expected '=' after the name" : "no value for '\(name.text)'",
        at: position..<min(position + 1, end),
        hint: "usage: let NAME = EXPR"
      )
    }
    return (name.text, source.slice(position + 1..<end))
  }
}
