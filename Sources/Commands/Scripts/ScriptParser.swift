import Core

/// Checks scripts, and collects everything that is wrong with them before anything runs.
package final class ScriptParser<State, Action> {
  /// The aliases at the command that is being read.
  package var aliases = AliasTable()
  /// The macros at the command that is being read.
  package var macros: [String: Macro<State, Action>] = [:]
  /// The commands that there are.
  let table: CommandTable<State, Action>

  /// All errors so far: for each script in the order of its lines, those of a sourced script before them.
  package var diagnostics: [Diagnostic] = []
  /// The scripts that are being read, outermost first.
  var open: [OpenScript] = []
  /// What is known of the script that is being checked.
  var extent = ScriptExtent()
  /// The scripts that have been sourced.
  var included = IncludedScripts<State, Action>()
  /// The macros that have been read, by the places of their first lines.
  var knownMacros: [SourceLocation: Macro<State, Action>] = [:]

  /// The variables at the place that is being checked.
  var variables: ScriptVariables
  private let givenVariables: [String: Variable]
  /// The blocks of the script that is being checked that have not ended yet, outermost first.
  var blocks: [OpenBlock] = []
  /// The macro whose commands are being checked.
  var openMacro: OpenMacro?
  /// Whether the line before prints nothing by itself, so that no output of it can be expected.
  var isBehindBlockMark = false
  /// Whether it reads the commands of a program that has been checked and is running.
  var isRunning = false
  /// Whether the rest is not to be read.
  var isStopped = false

  let mostCommands: Int
  /// How many bytes the lines may take that are still to be kept.
  private var room: Int

  let isInterrupted: () -> Bool
  /// Opens a script that is sourced.
  package var openScript: (_ path: String, _ isInterrupted: () -> Bool) throws(SystemError) -> ScriptSource =
    {
      (path, isInterrupted) throws(SystemError) in
      try .file(path, isInterrupted)
    }

  /// - Parameters:
  ///   - table: The commands that there are.
  ///   - variables: Those that there are at the start of each script.
  ///   - mostCommands: How many commands a script may run, those of the scripts that it sources included.
  ///   - room: How many bytes the lines may take that are kept; see ``CheckedLines``.
  ///   - isInterrupted: Whether someone wants the reading to end, which is then an error.
  package init(
    table: CommandTable<State, Action>,
    variables: [String: Variable] = [:],
    mostCommands: Int = ScriptExtent.mostCommands,
    room: Int = CheckedLines<State, Action>.mostBytes,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.table = table
    givenVariables = variables
    self.variables = ScriptVariables(variables)
    self.mostCommands = mostCommands
    self.room = room
    self.isInterrupted = isInterrupted
  }

  /// Checks a script, up to its end. What is wrong with it is added to ``diagnostics``.
  ///
  /// - Throws: `SystemError` if the script cannot be read.
  /// - Complexity: O(*n*) in the length of the script, of which only so much is kept as there is room for.
  package func program(
    _ source: ScriptSource,
    calledAt call: SourceLocation? = nil
  ) throws(SystemError) -> Program<State, Action> {
    let outer = (extent, blocks, openMacro)
    (extent, blocks, openMacro) = (ScriptExtent(), [], nil)
    if open.isEmpty { variables = ScriptVariables(givenVariables) }
    open.append(OpenScript(source, call: call))
    defer {
      open.removeLast()
      (extent, blocks, openMacro) = outer
    }
    // What sourced scripts say is as it is when they are sourced: a command may have written them.
    let checked = open.count == 1 ? CheckedLines<State, Action>() : nil
    let found = try check(source, keepingIn: checked)
    // What is wrong with a script that is checked once more has been said.
    let new = found.filter { error in !diagnostics.contains { $0.isSame(as: error) } }
    diagnostics += new.map { $0.adding(notes: sourcings) }
    var program = program(of: source)
    program.checked = found.isEmpty ? checked : nil
    return program
  }

  /// What has been found of a script.
  func program(of source: ScriptSource) -> Program<State, Action> {
    Program(
      source: source,
      ownCommandCount: extent.ownCommandCount,
      commandCount: extent.commandCount,
      depth: extent.depth,
      variables: variables,
      scripts: open
    )
  }

  private func check(
    _ source: ScriptSource,
    keepingIn checked: CheckedLines<State, Action>?
  ) throws(SystemError) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let stream = try source.open()
    var start = stream.place
    while !isStopped, let items = try stream.next() {
      if isInterrupted() { throw source.interruption }
      let chunk = check(items, &found)
      if found.count == Script.mostDiagnostics { return found }
      checked?.append(chunk, from: start, room: &room)
      start = stream.place
    }
    return isStopped ? found : (found + abandonBlocks()).inOrder
  }

  private func check(
    _ items: [ScriptScanner.Item],
    _ found: inout [Diagnostic]
  ) -> CheckedLines<State, Action>.Chunk {
    var chunk = CheckedLines<State, Action>.Chunk(capacity: items.count)
    for item in items where !isStopped {
      do throws(Diagnostic) {
        switch item {
        case .command(let line): chunk.append(line, try checkKnown(line))
        case .error(let diagnostic): throw diagnostic
        }
      } catch {
        found.append(error)
        guard found.count < Script.mostDiagnostics else {
          found[found.count - 1] = error.asTheLast
          break
        }
      }
    }
    return chunk
  }

  private func checkKnown(_ line: CommandLine) throws(Diagnostic) -> Program<State, Action>.Step? {
    if openMacro?.isKnown ?? true { return try check(line) }
    // Nothing is known of the parameters of a macro whose first line is wrong.
    return try? check(line)
  }

  /// Leaves what the script does not end.
  ///
  /// - Returns: What is wrong with it.
  private func abandonBlocks() -> [Diagnostic] {
    abandonMacro() + blocks.filter { $0.repetition != nil }.map { $0.line.isNotEnded }
  }

  /// - Returns: What the line does, if nothing but the line decides that.
  @discardableResult
  func check(_ line: CommandLine) throws(Diagnostic) -> Program<State, Action>.Step? {
    let entry = line.kind == .command ? line.words.first.flatMap { table.entry(of: $0) } : nil
    let role = entry.flatMap { table.role(of: $0, in: line) }
    if role == .endsBlock, blocks.isEmpty, openMacro != nil {
      try endMacro(line)
      return nil
    }
    openMacro?.body.append(line)
    if line.kind == .expectedOutput {
      try checkExpectedOutput(line)
      return nil
    }
    isBehindBlockMark = false
    if role == .endsBlock {
      try endBlock(line)
      return nil
    }
    extent.ownCommandCount += blocks.isEmpty ? 1 : 0
    if let excess = count(1, depth: 0) { throw line.source.diagnostic(excess) }
    switch role {
    case .beginsBlock: try beginBlock(line)
    case .beginsMacro: try beginMacro(line)
    default: return try checkCommand(line, of: entry)
    }
    return nil
  }
}
