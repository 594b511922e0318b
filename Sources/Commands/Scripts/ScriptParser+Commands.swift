/// Commands, one at a time: what a line does, given the aliases and macros that there are.
extension ScriptParser {
  /// Reads a command of a program that has been checked and is running.
  ///
  /// - Throws: What is wrong with it.
  func step(_ line: CommandLine, of program: Program<State, Action>) throws(Diagnostic)
    -> Program<State, Action>.Step
  {
    (open, isRunning) = (program.scripts, true)
    defer { (open, isRunning) = ([], false) }
    extent = ScriptExtent()
    let known = diagnostics.count
    let step = try step(line)
    guard diagnostics.count > known else { return step }
    // A script that a variable names may be another one than it was when all was checked.
    let found = diagnostics[known...]
    diagnostics.removeSubrange(known...)
    included.removeAll()
    var first = found[found.startIndex]
    if found.count > 1 { first.notes.append("\(found.count - 1) more in the scripts that this line sources") }
    throw first
  }

  /// Reads one command.
  ///
  /// - Parameter entry: The command that the line calls as it is written, if that is known.
  /// - Throws: What is wrong with it.
  func step(
    _ written: CommandLine,
    of entry: CommandTable<State, Action>.Entry? = nil
  ) throws(Diagnostic) -> Program<State, Action>.Step {
    // Nearly every line is no alias, and to compare texts would cost each of them two strings.
    if aliases.isEmpty { return try read(written, of: entry) }
    let line = try expanded(written)
    guard line.source.page !== written.source.page, line.source.text != written.source.text,
      let name = written.words.first
    else { return try read(line) }
    do throws(Diagnostic) {
      let step = try read(line)
      step.alias = name.text
      guard step.operation.block != nil else { return step }
      // Where a block ends is seen before an alias is looked up, and one that names itself in it would never end.
      throw name.diagnostic(
        "an alias cannot expand to '\(line.words[0].text)'",
        hint: "a macro can contain blocks: see 'help macro'"
      )
    } catch {
      throw error.noting(alias: name.text)
    }
  }

  /// The line that a line stands for, as far as aliases are in it.
  private func expanded(_ written: CommandLine) throws(Diagnostic) -> CommandLine {
    func isCommand(_ name: String) -> Bool { table.hasCommand(name) || macros[name] != nil }
    let line = try aliases.expanded(written, isCommand: isCommand)
    guard line.kind == .command, let name = line.words.first,
      let count = table.command(named: name.text)?.wordsBeforeCommand, count + 1 < line.words.count
    else { return line }
    return try aliases.expanded(line, after: count + 1, isCommand: isCommand)
  }

  private func read(
    _ line: CommandLine,
    of entry: CommandTable<State, Action>.Entry? = nil
  ) throws(Diagnostic) -> Program<State, Action>.Step {
    if line.kind == .action {
      let action = try ActionSyntax.action(Action.self, parsing: line.source)
      var operation = Operation<State, Action> { shell in try shell.turn { $0.send(action) } }
      operation.dependsOnLineAlone = true
      return Program.Step(line: line, operation: operation)
    }
    guard line.kind == .command, let name = line.words.first else {
      throw line.source.diagnostic(
        "a line starts with the name of a command, not with '\(line.source.text.prefix(1))'",
        hint: "'help' lists the commands"
      )
    }
    if let macro = try macro(named: name) { return try call(of: macro, line) }
    let entry = if let entry { entry } else { try table.entry(for: name, orOneOf: ownNames) }
    var reader = ArgumentReader(line: line, usage: entry.command.usage)
    reader.stateType = State.self
    if !open.isEmpty { reader.folder = open[open.count - 1].directory }
    var operation = try entry.command.parse(&reader, self)
    operation.dependsOnLineAlone = entry.command.dependsOnLineAlone
    try reader.finish()
    return Program.Step(line: line, operation: operation)
  }

  /// The names of the user's own commands.
  private var ownNames: [String] { aliases.all.map(\.name) + macros.keys }

  /// Whether there are commands of the user's own.
  var hasOwnCommands: Bool { !aliases.isEmpty || !macros.isEmpty }

  /// Whether the user has given the name that a line starts with to a command of his own.
  func isOwnCommand(_ line: CommandLine) -> Bool {
    guard hasOwnCommands, line.kind == .command, let name = line.words.first?.text else { return false }
    return aliases[name] != nil || macros[name] != nil
  }
}
