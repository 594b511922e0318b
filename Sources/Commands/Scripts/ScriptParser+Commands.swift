/// Parsing single commands with the current aliases and macros.
extension ScriptParser {
  /// Parses a command of a running program.
  ///
  /// - Throws: An error in it.
  func step(_ line: ScriptLine, of program: Program) throws(Diagnostic)
    -> Program.Step
  {
    (open, isRunning) = (program.scripts, true)
    defer { (open, isRunning) = ([], false) }
    extent = ScriptExtent()
    let known = diagnostics.count
    let step = try step(line)
    guard diagnostics.count > known else { return step }
    // A path with variables may differ from the one that was checked.
    let found = diagnostics[known...]
    diagnostics.removeSubrange(known...)
    included.removeResults()
    var first = found[found.startIndex]
    if found.count > 1 { first.notes.append("\(found.count - 1) more in the scripts that this line sources") }
    throw first
  }

  /// Reads one command.
  ///
  /// - Parameter entry: The command named by the unexpanded line, if known.
  /// - Throws: An error in it.
  func step(
    _ written: ScriptLine,
    of entry: CommandEntry? = nil
  ) throws(Diagnostic) -> Program.Step {
    // Parsing recurses for each nested command, and a line can hold thousands.
    guard nesting < ScriptExtent.deepest else {
      throw written.source.diagnostic("commands nest at most \(ScriptExtent.deepest) levels")
    }
    nesting += 1
    defer { nesting -= 1 }
    // Few lines are aliases, and comparing texts would cost every line two strings.
    if !hasOwnCommands || aliases.isEmpty { return try read(written, of: entry) }
    let line = try expanded(written)
    guard line.source.page !== written.source.page, line.source.text != written.source.text,
      let name = written.words.first
    else { return try read(line) }
    do throws(Diagnostic) {
      let step = try read(line)
      step.alias = name.text
      guard step.operation?.block != nil else { return step }
      // The bounds of blocks are found before aliases are expanded, and an alias that names itself would never end.
      throw name.diagnostic(
        "an alias cannot expand to '\(line.words[0].text)'",
        hint: "a macro can contain blocks: see 'help macro'"
      )
    } catch {
      throw error.noting(alias: name.text)
    }
  }

  /// A line with its aliases expanded.
  private func expanded(_ written: ScriptLine) throws(Diagnostic) -> ScriptLine {
    func isCommand(_ name: String) -> Bool { table.hasCommand(name) || macros[name] != nil }
    let line = try aliases.expanded(written, isCommand: isCommand)
    guard line.kind == .command, let name = line.words.first,
      let count = table.command(named: name.text)?.wordsBeforeCommand, count + 1 < line.words.count
    else { return line }
    return try aliases.expanded(line, after: count + 1, isCommand: isCommand)
  }

  private func read(
    _ line: ScriptLine,
    of entry: CommandEntry? = nil
  ) throws(Diagnostic) -> Program.Step {
    if line.kind == .action {
      let action = try ActionSyntax.action(of: table.types.action, parsing: line.source)
      var operation = Operation { shell in try shell.turn { $0.send(action) } }
      operation.dependsOnLineAlone = true
      return Program.Step(line: line, operation: operation)
    }
    guard line.kind == .command, let name = line.words.first else {
      throw line.source.diagnostic(
        "a line starts with the name of a command, not with '\(line.source.text.prefix(1))'",
        hint: "'help' lists the commands"
      )
    }
    if let macro = try macro(named: name) {
      if line.requestsHelp { return Program.Step(line: line, operation: AnyVocabulary.help(on: macro)) }
      return try call(of: macro, line)
    }
    if entry == nil, let query = try query(line) { return query }
    let entry = if let entry { entry } else { try table.entry(for: name, orOneOf: ownNames) }
    guard let (count, redirection) = try redirection(of: line, calling: entry.command) else {
      return try call(of: entry, line)
    }
    let step = try call(of: entry, line.prefix(count))
    step.redirection = redirection
    return step
  }

  /// Reads a line that calls a built-in command, even if an alias, a macro or the feature's vocabulary redefines its
  /// name. From then on, no output can be redirected: that of a command within the line would be lost.
  func builtInStep(_ text: String) throws(Diagnostic) -> Program.Step {
    allowsRedirection = false
    let source = SourceText(text, file: SourceLocation.typedFile)
    guard let line = try ScriptLine.parse(text, file: SourceLocation.typedFile), let name = line.words.first,
      let entry = table.builtIn(named: name.text)
    else { throw source.diagnostic("expected a built-in command") }
    return try call(of: entry, line)
  }

  /// Reads a line that calls a command of the shell.
  private func call(
    of entry: CommandEntry,
    _ line: ScriptLine
  ) throws(Diagnostic) -> Program.Step {
    let declaration = entry.declaration
    if line.requestsHelp { return Program.Step(line: line, operation: AnyVocabulary.help(on: entry)) }
    var reader = ArgumentReader(line: line, usage: declaration.command.usage)
    reader.stateType = table.types.state
    reader.folder = folder
    do throws(Diagnostic) {
      var operation = try declaration.command.parse(&reader, self)
      operation.dependsOnLineAlone = declaration.command.dependsOnLineAlone
      try reader.finish()
      let step = Program.Step(line: line, operation: operation)
      step.entry = entry
      if let action = declaration.command.action {
        reader.note(line.words[0], recordedAs: action)
      } else {
        reader.note(line.words[0], abbreviates: entry.name)
      }
      let innerWord = 1 + (declaration.command.wordsBeforeCommand ?? 0)
      let inner = operation.inner.map { (line.words[innerWord], $0.text) }
      step.textInFull = Self.textInFull(of: line, reader.abbreviations, ending: inner) ?? line.text
      return step
    } catch {
      let syntax = table.syntax(of: declaration.command, in: line.words.map(\.text)) { _ in false }
      throw syntax == .swift ? error.notingComparison(in: line) : error
    }
  }

  /// A line with its names in full, because a name that is added later can make an abbreviation ambiguous.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - abbreviations: The words that abbreviate a name.
  ///   - ending: The first word of the command at the end of the line, if it has one, and that command in full.
  /// - Returns: `nil` if the line has neither.
  private static func textInFull(
    of line: ScriptLine,
    _ abbreviations: [(word: Word, name: String)],
    ending: (word: Word, text: String)?
  ) -> String? {
    if abbreviations.isEmpty, ending == nil { return nil }
    var text = ""
    var position = line.words[0].source.range.lowerBound
    for (word, name) in abbreviations.sorted(by: { $0.word.position < $1.word.position }) {
      let range = word.source.range
      text += line.source.slice(position..<range.lowerBound).text + name
      position = range.upperBound
    }
    let end = ending?.word.source.range.lowerBound ?? line.source.range.upperBound
    return text + line.source.slice(position..<end).text + (ending?.text ?? "")
  }

  /// The `print` of a line that is an expression over the state, such as `todos.count`.
  ///
  /// - Returns: `nil` if the line starts with the name of a command, or with one that no state has.
  /// - Throws: What is wrong with the expression.
  private func query(_ line: ScriptLine) throws(Diagnostic) -> Program.Step? {
    guard let name = line.words.first, table.entry(of: name) == nil,
      table.types.hasMember(startOf: name.text),
      let print = table.builtIn(named: "print")
    else { return nil }
    let (count, redirection) = try redirection(of: line, calling: nil) ?? (line.words.count, nil)
    let line = line.prefix(count)
    var reader = ArgumentReader(expression: line)
    reader.stateType = table.types.state
    do throws(Diagnostic) {
      let step = Program.Step(line: line, operation: try print.command.parse(&reader, self))
      (step.entry, step.redirection) = (print, redirection)
      return step
    } catch {
      throw error.notingComparison(in: line)
    }
  }

  /// The names of the user's aliases and macros.
  private var ownNames: [String] { aliases.all.map(\.name) + macros.keys }

  /// Whether a line starts with the name of an alias or a macro.
  func isOwnCommand(_ line: ScriptLine) -> Bool {
    guard hasOwnCommands, line.kind == .command, let name = line.words.first?.text else { return false }
    return aliases[name] != nil || macros[name] != nil
  }
}

extension ScriptLine {
  /// Whether it only requests the help of its command: `undo --help`.
  fileprivate var requestsHelp: Bool {
    words.count == 2 && words[1].plainBytes?.elementsEqual("--help".utf8) == true
  }
}
