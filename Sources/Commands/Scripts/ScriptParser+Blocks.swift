/// An open block of the script being checked.
struct OpenBlock {
  let line: ScriptLine
  /// `nil` if the `repeat` has an error.
  var repetition: Repetition?
  /// The number of rounds; `nil` if it is known only when the block runs.
  var times: Int?
  /// The number of commands before it.
  var commandCount: Int
  /// The outer value of its counter's name.
  var shadowed: Variable??
}

/// Variables and blocks, before the script runs.
extension ScriptParser {
  /// Records that a line defines a variable.
  ///
  /// - Parameter value: Its value, if it does not depend on the state.
  func define(_ name: String, as value: Variable?) { variables[name] = .some(value) }

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
    if hasOwnCommands, openMacro != nil, table.role(of: line) == .namesCommands {
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
    let names = variables.names.sorted()
    for reference in references where !variables.contains(reference.name) {
      throw reference.undefined(in: line.source, among: names)
    }
    guard references.contains(where: { variables.unknown.contains($0.name) }) else {
      return _ = try step(line.expanded(references, by: variables.known))
    }
    guard line.kind == .command, let name = line.words.first else { return }
    if references[0].range.lowerBound < name.source.range.upperBound {
      throw name.diagnostic("the name of a command cannot be a variable whose value is not yet known")
    }
    // The expansion is parsed when the values are known.
    if own.aliases[name.text] != nil { return }
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

  /// - Parameter isNested: Whether it is the command of a `repeat` on the same line, which has no `end`.
  func beginBlock(_ line: ScriptLine, isNested: Bool = false) throws(Diagnostic) {
    var block = OpenBlock(line: line, commandCount: extent.commandCount)
    do {
      block.repetition = try step(line).operation?.block?.repetition
      try check(&block)
    } catch {
      guard !isNested, block.repetition?.command == nil else { throw error }
      // Its 'end' is not reported as unmatched.
      block.repetition = nil
      openBlock(block)
      throw error
    }
    openBlock(block)
    guard let command = block.repetition?.command else { return }
    defer { closeBlock() }
    try checkNested(command)
    try countRounds(at: line.source)
  }

  private func checkNested(_ command: ScriptLine) throws(Diagnostic) {
    try count(1, at: command.source)
    switch table.role(of: command) {
    case .beginsBlock:
      try beginBlock(command, isNested: true)
      guard isBehindBlockMark else { return }
      closeBlock()
      isBehindBlockMark = false
      throw command.source.diagnostic(
        "'repeat' without a command",
        hint: "put each block on its own line"
      )
    case .beginsMacro: throw command.source.diagnostic("'macro' must be on its own line")
    case .endsBlock: throw command.source.diagnostic("'end' must be on its own line")
    default: _ = try checkCommand(command, of: nil)
    }
  }

  private func check(_ block: inout OpenBlock) throws(Diagnostic) {
    guard let repetition = block.repetition else { return }
    if let (reference, source) = repetition.variable, !variables.contains(reference.name) {
      throw reference.undefined(in: source, among: variables.names.sorted())
    }
    let isKnown = repetition.variable.map { !variables.unknown.contains($0.reference.name) } ?? true
    if isKnown { block.times = try repetition.times(variables.known) }
    if blocks.count >= ScriptExtent.deepestBlock {
      throw block.line.source.diagnostic(
        "blocks nest at most \(ScriptExtent.deepestBlock) levels"
      )
    }
  }

  private func openBlock(_ block: OpenBlock) {
    var block = block
    if let counter = block.repetition?.counter {
      block.shadowed = variables[counter]
      variables[counter] = .some((block.times ?? 0) > 0 ? Variable(0) : nil)
    }
    isBehindBlockMark = block.repetition?.command == nil
    blocks.append(block)
  }

  private func closeBlock() {
    guard let block = blocks.popLast() else { return }
    if let counter = block.repetition?.counter { variables[counter] = block.shadowed }
    isBehindBlockMark = block.repetition?.command == nil
  }

  func endBlock(_ line: ScriptLine) throws(Diagnostic) {
    defer { closeBlock() }
    try checkEnd(line)
    guard !blocks.isEmpty else {
      throw line.source.diagnostic("'end' without 'repeat' or 'macro'")
    }
    try countRounds(at: line.source)
  }

  func checkEnd(_ line: ScriptLine) throws(Diagnostic) {
    guard line.words.count > 1 else { return }
    let word = line.words[1]
    throw word.diagnostic("unexpected '\(word.text)'", hint: "'end' takes no arguments")
  }

  /// Counts the commands of a block for all of its rounds but the first, which has been counted.
  private func countRounds(at source: SourceText) throws(Diagnostic) {
    guard let block = blocks.last else { return }
    let commands = extent.commandCount - block.commandCount
    if block.repetition?.command == nil, commands > ScriptExtent.mostBlockCommands {
      throw block.line.source.diagnostic(
        "a block can have at most \(ScriptExtent.mostBlockCommands) commands; this one has \(commands)",
        hint: "put them in a script, and repeat 'source FILE'"
      )
    }
    let (rounds, isTooLarge) = commands.multipliedReportingOverflow(by: max(0, (block.times ?? 1) - 1))
    try count(isTooLarge ? ScriptExtent.mostCommands + 1 : rounds, at: source)
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
