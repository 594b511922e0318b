import Core

/// The parts of the language that a debugger for scripts needs.
extension AnyInterpreter {
  /// Whether a line begins with the name of a command, a macro or an alias, or is an action; otherwise, it can only be
  /// an expression.
  package func isCommand(_ text: String) -> Bool {
    guard let line = try? ScriptLine.parse(text) else {
      let name = String(text.prefix { $0 != " " })
      return text.contains { $0.isLineBreak } || table.hasCommand(name) || definitions.hasMacro(name)
    }
    guard let name = line.commandName else { return true }
    return table.call(startingWith: name, in: definitions.focused)?.isNamed == true
      || definitions.hasMacro(name.text)
  }
}

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
