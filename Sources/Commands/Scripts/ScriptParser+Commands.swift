/// Parsing single commands with the current aliases and macros.
extension ScriptParser {
  /// Parses a command of a running program.
  ///
  /// - Throws: An error in it.
  func step(_ line: ScriptLine, of program: Program) throws(Diagnostic)
    -> Program.Step
  {
    open = program.scripts
    isRunning = true
    defer { (open, isRunning) = ([], false) }
    scope.extent = ScriptExtent()
    let known = diagnostics.count
    var line = line
    if !program.mayStartPrograms { line.mayStartPrograms = false }
    let step = try step(line)
    guard diagnostics.count > known else { return step }
    // A path with variables may differ from the one that was checked.
    let found = diagnostics[known...]
    diagnostics.removeSubrange(known...)
    included.forget()
    var first = found[found.startIndex]
    if found.count > 1 { first.notes.append("\(found.count - 1) more in the scripts that this line sources") }
    throw first
  }

  /// Reads one command.
  ///
  /// - Parameters:
  ///   - entry: The command named by the unexpanded line, if known.
  ///   - check: Refuses a line, with its aliases expanded, before it is read.
  /// - Throws: An error in it.
  func step(
    _ written: ScriptLine,
    of entry: CommandEntry? = nil,
    check: (ScriptLine) throws(Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> Program.Step {
    // Parsing recurses for each nested command, and a line can hold thousands.
    guard scope.nesting < ScriptExtent.deepest else {
      throw written.source.diagnostic("commands nest at most \(ScriptExtent.deepest) levels")
    }
    scope.nesting += 1
    defer { scope.nesting -= 1 }
    let line = try expanded(written)
    try check(line)
    guard hasMacros, line.source.page !== written.source.page else { return try read(line, of: entry) }
    let step = try read(line)
    guard step.operation?.block != nil else { return step }
    // The bounds of blocks are found before aliases are expanded, and an alias that names itself would never end.
    throw line.words[0].diagnostic(
      "an alias cannot expand to '\(line.words[0].text)'",
      hint: "a macro can contain blocks: see 'help macro'"
    )
  }

  /// Expands a line as long as its first word is an alias.
  ///
  /// - Throws: An error if there are too few or too many words, or for an alias cycle.
  private func expanded(_ written: ScriptLine) throws(Diagnostic) -> ScriptLine {
    var line = written
    var names: [String] = []
    // Few lines are aliases, and a name costs a string.
    while hasMacros, let name = line.commandName?.text, let alias = macros[name],
      let aliased = alias.aliased
    {
      if names.contains(name) {
        // An alias that names itself means the command, as in `alias list = list --all`.
        if table.hasCommand(name) { break }
        throw line.source.diagnostic(
          "alias cycle: \((names + [name]).joined(separator: " → "))",
          hint: "'alias -d \(name)' breaks the cycle"
        )
      }
      names.append(name)
      line = try alias.line(for: line, from: aliased)
    }
    return line
  }

  private func read(
    _ line: ScriptLine,
    of entry: CommandEntry? = nil
  ) throws(Diagnostic) -> Program.Step {
    if line.kind == .action { return try readAction(line) }
    guard let name = line.commandName else {
      throw line.source.diagnostic(
        "a line starts with the name of a command, not with '\(line.source.text.prefix(1))'",
        hint: "'help' lists the commands"
      )
    }
    if let macro = try macro(named: name) {
      if line.requestsHelp { return Program.Step(line: line, operation: AnyVocabulary.help(on: macro)) }
      return try call(of: macro, line)
    }
    let called = entry.map { (entry: $0, isNamed: true) } ?? table.call(startingWith: name, in: focused)
    let (entry, isNamed) =
      if let called { called } else {
        (entry: try table.entry(for: name, orOneOf: macros.keys.sorted()), isNamed: true)
      }
    if let former = entry.former, !line.requestsHelp { return try read(line, spelledAs: former) }
    guard let (count, redirection) = try redirection(of: line, calling: entry) else {
      return try call(of: entry, line, isExpression: !isNamed)
    }
    let step = try call(of: entry, line.prefix(count), isExpression: !isNamed)
    step.redirection = redirection
    return step
  }

  /// Reads a line that sends an action.
  private func readAction(_ line: ScriptLine) throws(Diagnostic) -> Program.Step {
    let source = line.source.replacing(focus.insertions(inAction: line.source))
    let isInFull = source.page !== line.source.page
    if let step = try? Program.Step(sending: source, of: table.types, on: line, isInFull: isInFull) {
      step.operation?.dependsOnLineAlone = focus.isWhole
      return step
    }
    let types = table.types
    let values = try withRemedy(for: line.source) { () throws(Diagnostic) in
      try ActionValues(in: source, relativeTo: focus, besides: ExpressionContext.facts)
    }
    let fill = { (shell: AnyInterpreter) throws(Diagnostic) in
      let literals = try values.literals(in: ExpressionContext(shell.session))
      return try Program.Step(sending: source.replacing(literals), of: types, on: line, isInFull: true)
    }
    let step = Program.Step(line: line, operation: Operation { try $0.performLabelled(fill($0)) })
    step.fill = fill
    return step
  }

  /// Adds to an error in an action which children have it.
  func withRemedy<Value>(
    for source: SourceText,
    _ read: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    do { return try read() } catch {
      var error = error
      if let remedy = focus.remedy(for: source, besides: ExpressionContext.facts) { error.hint = remedy }
      throw error
    }
  }

  /// What lines are relative to.
  var focus: Focus { focused?.focus ?? table.types.focus }

  /// Reads a line in the spelling of an earlier version.
  private func read(
    _ line: ScriptLine,
    spelledAs former: FormerSpelling
  ) throws(Diagnostic) -> Program.Step {
    var expansion = LineExpansion(of: .spelling(former.name), in: line.source.page)
    var bytes: [UInt8] = []
    expansion.append(try former.line(for: line), for: line.source.range, to: &bytes)
    guard let new = try line.expanded(to: bytes, expansion) else {
      throw line.source.diagnostic("expected a command")
    }
    let step = try read(new, of: table.builtIn(named: former.command))
    step.former = former
    return step
  }

  /// Reads a line that calls a built-in command, even if an alias, a macro or the feature's vocabulary redefines its
  /// name. From then on, no output can be redirected: that of a command within the line would be lost.
  func builtInStep(_ text: String) throws(Diagnostic) -> Program.Step {
    allowsRedirection = false
    guard let line = try ScriptLine.parse(text, file: SourceLocation.typedFile), let name = line.words.first,
      let entry = table.builtIn(named: name.text)
    else { throw SourceText(text).diagnostic("expected a built-in command") }
    return try call(of: entry, line)
  }

  /// Reads a command that is no line of a script.
  ///
  /// - Returns: `nil` for a comment.
  /// - Throws: An error in it.
  func step(_ text: String, file: String = "-") throws(Diagnostic) -> Program.Step? {
    guard let line = try ScriptLine.parse(text, file: file) else { return nil }
    return try step(line)
  }

  /// Reads a line that calls a command of the shell.
  private func call(
    of entry: CommandEntry,
    _ line: ScriptLine,
    isExpression: Bool = false
  ) throws(Diagnostic) -> Program.Step {
    let declaration = entry.declaration
    if line.requestsHelp, !isExpression {
      return Program.Step(line: line, operation: AnyVocabulary.help(on: entry))
    }
    var reader = ArgumentReader(line: line, of: declaration, parser: self, isExpression: isExpression)
    do {
      let operation = try declaration.command.parse(&reader)
      try reader.finish()
      let step = Program.Step(line: line, operation: operation)
      step.entry = entry
      // A redirection after an inner command applies to the whole line.
      step.redirection = reader.inner?.redirection.map { Redirection(target: $0.target, line: line) }
      if isExpression { return step }
      if let action = declaration.command.action {
        reader.note(line.words[0], recordedAs: action)
      } else {
        reader.note(line.words[0], abbreviates: entry.name)
      }
      step.textInFull = Self.textInFull(of: line, reader.abbreviations)
      return step
    } catch {
      throw table.words(of: line, calling: entry).syntax == .swift ? error.notingComparison(in: line) : error
    }
  }

  /// A line with its names in full, because a name that is added later can make an abbreviation ambiguous.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - abbreviations: The parts of it that are recorded in full.
  private static func textInFull(
    of line: ScriptLine,
    _ abbreviations: [TextReplacement]
  ) -> String {
    if abbreviations.isEmpty { return line.text }
    return line.source.replacing(abbreviations.sorted { $0.range.lowerBound < $1.range.lowerBound }).text
  }

  /// Whether a line starts with the name of an alias or a macro.
  func callsMacro(_ line: ScriptLine) -> Bool {
    guard hasMacros, let name = line.commandName?.text else { return false }
    return macros[name] != nil
  }
}

extension ScriptLine {
  /// Whether it only requests the help of its command: `undo --help`.
  var requestsHelp: Bool {
    words.count == 2 && words[1].plainBytes?.elementsEqual("--help".utf8) == true
  }
}
