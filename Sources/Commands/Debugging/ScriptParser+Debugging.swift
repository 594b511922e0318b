import Core

extension ScriptParser {
  /// The condition of a breakpoint, from the arguments of `break`; the parser of a script has its macros.
  ///
  /// - Throws: An error in the text.
  package func breakCondition(parsing text: String) throws(Diagnostic) -> BreakCondition {
    guard let line = try ScriptLine.parse("break \(text)"), line.words.count > 1 else {
      throw SourceText(text).diagnostic("expected an action pattern, a command or an expression")
    }
    var words = ArgumentReader(line: line, usage: "break EXPR|PATTERN|COMMAND", parser: self)
    let condition = try Argument.condition("CONDITION", of: table.types.action).read(&words)
    try words.finish()
    return condition
  }
}

extension AnyApplication {
  /// The physical lines of each command of a script that can run, in order.
  package func commandLines(in script: ScriptSource) -> [ClosedRange<Int>] {
    script.nodes(table).commands.map(\.lines)
  }
}
