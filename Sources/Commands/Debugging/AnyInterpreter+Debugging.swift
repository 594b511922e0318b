import Core

/// What a debugger for scripts needs of the language.
extension AnyInterpreter {
  /// Whether a line begins with the name of a command, a macro or an alias, or is an action; otherwise, it can only be an
  /// expression.
  package func isCommand(_ text: String) -> Bool {
    guard let line = try? ScriptLine.parse(text) else { return text.contains { $0.isLineBreak } }
    guard line.kind == .command, let name = line.words.first else { return true }
    return table.entry(of: name) != nil || definitions.own.contains(name.text)
  }

  /// The variables.
  package var variables: [String: Variable] { definitions.variables }

  /// A breakpoint, from what is typed after `break`.
  ///
  /// - Parameter parser: The parser of the script, which knows its macros.
  /// - Throws: An error in the text.
  func breakpoint(
    parsing text: String,
    number: Int,
    _ parser: ScriptParser
  ) throws(Diagnostic) -> Breakpoint {
    guard let line = try ScriptLine.parse("break \(text)"), line.words.count > 1 else {
      throw SourceText(text).diagnostic("expected an action pattern, a command or an expression")
    }
    var reader = ArgumentReader(line: line, usage: "break EXPR|PATTERN|COMMAND")
    reader.stateType = table.types.state
    let condition = try parser.breakpoint(
      &reader,
      otherwise: Argument.condition("CONDITION", of: table.types.action)
    )
    try reader.finish()
    return Breakpoint(number: number, condition: condition)
  }
}

extension AnyApplication {
  /// The physical lines of each command of a script that can run, in order.
  package func commandLines(in script: ScriptSource) -> [ClosedRange<Int>] {
    script.items.compactMap(\.line).filter { $0.kind != .expectedOutput && table.role(of: $0) != .endsBlock }
      .map(\.lines)
  }
}
