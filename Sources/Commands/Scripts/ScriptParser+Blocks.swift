/// Variables and blocks, before the script runs.
extension ScriptParser {
  /// Records that a line defines a variable.
  ///
  /// - Parameter value: Its value, if it does not depend on the state.
  func define(_ name: String, as value: Variable?) { scope.variables[name] = .some(value) }

  /// Whether the command of a line depends on the values of its variables.
  func dependsOnVariables(_ line: ScriptLine) throws(Diagnostic) -> Bool {
    try !line.variables().isEmpty && table.role(of: line)?.isOfBlock != true
  }

  /// Checks a command as far as its variables are known.
  ///
  /// - Parameter entry: The command named by the unexpanded line, if known.
  /// - Returns: Its step, if that depends only on the line and has all of it.
  func checkCommand(
    _ line: ScriptLine,
    of entry: CommandEntry?
  ) throws(Diagnostic) -> Program.Step? {
    if hasMacros, scope.openMacro != nil, table.role(of: line) == .namesCommands {
      throw line.words[0].diagnostic(
        "'\(line.words[0].text)' is not allowed in a macro",
        hint: "put it before the macro, or after its 'end'"
      )
    }
    let references = try line.variables()
    guard !references.isEmpty else {
      let step = try step(line, of: entry)
      let isAsWritten = step.line.source.page === line.source.page && step.redirection == nil
      return isAsWritten && step.operation?.dependsOnLineAlone == true ? step : nil
    }
    try checkCommand(line, naming: references)
    return nil
  }

  private func checkCommand(
    _ line: ScriptLine,
    naming references: [VariableReference]
  ) throws(Diagnostic) {
    let variables = scope.variables
    let names = variables.names.sorted()
    for reference in references where !variables.contains(reference.name) {
      throw reference.undefined(in: line.source, among: names)
    }
    guard references.contains(where: { variables.unknown.contains($0.name) }) else {
      return _ = try step(line.expanded(references, by: variables.known))
    }
    guard let name = line.commandName else { return }
    if references[0].range.lowerBound < name.source.range.upperBound {
      throw name.diagnostic("the name of a command cannot be a variable whose value is not yet known")
    }
    // The expansion is parsed when the values are known.
    if macros[name.text]?.aliased != nil { return }
    if let macro = try macro(named: name) { return try countCall(of: macro, at: line.source) }
    switch try table.entry(for: name).command.role {
    case .defines: define(try Definition.name(in: line), as: nil)
    case .includes:
      throw line.source.diagnostic(
        "the path of a sourced script must be known before anything runs",
        at: references[0].range,
        hint: "define the variable with -v, or with a value that does not depend on the state"
      )
    case .beginsBlock, .beginsMacro, .endsBlock, .endsShell, .namesCommands, nil: return
    }
  }

  /// The rounds of a `repeat`, and how many, if that is known before it runs.
  private typealias Rounds = (repetition: Repetition, times: Int?)

  /// Checks a `repeat` on several lines.
  func checkBlock(_ line: ScriptLine, _ block: ScriptNode.Block) -> Program.Step {
    let step = Program.Step(line: line)
    var rounds: Rounds?
    do throws(Diagnostic) { rounds = try self.rounds(of: line) } catch { note(error) }
    do throws(Diagnostic) {
      try check(rounds, of: line, to: block.end) { () throws(Diagnostic) in
        noteChecked(line)
        step.steps = check(block.nodes)
        scope.extent.commandCount += block.leftOut
        if let end = block.end { return try checkEnd(end) }
        // If the first line has an error, the others may be missing.
        if rounds != nil { throw line.isNotEnded }
      }
    } catch { note(error) }
    if let end = block.end { noteChecked(end) }
    return step
  }

  /// Checks a `repeat` with its command on the same line.
  func checkRepeat(_ line: ScriptLine) throws(Diagnostic) {
    guard let rounds = try rounds(of: line) else { return }
    guard let command = rounds.repetition.command else {
      throw line.source.diagnostic("'repeat' without a command", hint: "put each block on its own line")
    }
    try check(rounds, of: line) { () throws(Diagnostic) in
      try count(1, at: command.source)
      switch table.role(of: command) {
      case .beginsBlock: try checkRepeat(command)
      case .beginsMacro: throw command.source.diagnostic("'macro' must be on its own line")
      case .endsBlock: throw command.source.diagnostic("'end' must be on its own line")
      default: _ = try checkCommand(command, of: nil)
      }
    }
  }

  private func rounds(of line: ScriptLine) throws(Diagnostic) -> Rounds? {
    guard let repetition = try step(line).operation?.block?.repetition else { return nil }
    let variables = scope.variables
    if let (reference, source) = repetition.variable, !variables.contains(reference.name) {
      throw reference.undefined(in: source, among: variables.names.sorted())
    }
    let isKnown = repetition.variable.map { !variables.unknown.contains($0.reference.name) } ?? true
    let times = isKnown ? try repetition.times(variables.known) : nil
    guard scope.extent.openBlocks < ScriptExtent.deepestBlock else {
      throw line.source.diagnostic("blocks nest at most \(ScriptExtent.deepestBlock) levels")
    }
    return (repetition, times)
  }

  /// Checks the commands of a `repeat`, and counts them for all rounds.
  ///
  /// - Parameters:
  ///   - rounds: The rounds; `nil` if its first line has an error.
  ///   - line: Its first line.
  ///   - end: Its last line, if its commands are on lines of their own.
  private func check(
    _ rounds: Rounds?,
    of line: ScriptLine,
    to end: ScriptLine? = nil,
    _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let counter = rounds?.repetition.counter
    let outer = counter.map { scope.variables[$0] }
    if let counter { scope.variables[counter] = .some(rounds?.times ?? 0 > 0 ? Variable(0) : nil) }
    let before = scope.extent.commandCount
    scope.extent.openBlocks += 1
    defer {
      scope.extent.openBlocks -= 1
      if let counter, let outer { scope.variables[counter] = outer }
    }
    try body()
    let commands = scope.extent.commandCount - before
    guard end == nil || commands <= ScriptExtent.mostBlockCommands else {
      throw line.source.diagnostic(
        "a block can have at most \(ScriptExtent.mostBlockCommands) commands; this one has \(commands)",
        hint: "put them in a script, and repeat 'source FILE'"
      )
    }
    // The first round has been counted.
    let (others, isTooLarge) = commands.multipliedReportingOverflow(by: max(0, (rounds?.times ?? 1) - 1))
    try count(isTooLarge ? ScriptExtent.mostCommands + 1 : others, at: (end ?? line).source)
  }

  func checkEnd(_ line: ScriptLine) throws(Diagnostic) {
    guard line.words.count > 1 else { return }
    let word = line.words[1]
    throw word.diagnostic("unexpected '\(word.text)'", hint: "'end' takes no arguments")
  }
}

/// Variables and blocks, while the script runs.
extension ScriptParser {
  /// Parses a command of a block with the values of its variables.
  ///
  /// - Returns: The command; one that fails if it does not parse.
  func step(
    _ kept: Program.Step,
    of program: Program,
    _ values: @autoclosure () -> [String: Variable]
  ) -> Program.Step {
    guard kept.operation == nil else { return kept }
    let line = kept.line
    do {
      let step = try step(line.expanded(line.variables(), by: values()), of: program)
      step.expectedOutput = kept.expectedOutput
      return step
    } catch {
      return Program.Step(line: line, operation: Operation { _ in throw error })
    }
  }
}

extension ScriptLine {
  /// The error for a block without an `end`.
  var isNotEnded: Diagnostic {
    source.diagnostic(
      "'\(words.first?.text ?? "")' without 'end'",
      hint: "put 'end' on its own line after the last command of the block"
    )
  }
}
