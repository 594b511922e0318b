import Core

/// Checks scripts and collects all of their errors before anything runs.
package final class ScriptParser {
  /// The aliases and macros at the current command.
  package var own = OwnCommands() { didSet { noteOwnCommands() } }
  /// Whether there are aliases or macros, or a macro is open.
  private(set) var hasOwnCommands = false
  /// The commands of the shell.
  let table: CommandTable

  /// All errors so far, in the order of lines; those of a sourced script come first.
  package var diagnostics: [Diagnostic] = []
  /// The scripts being checked, outermost first.
  var open: [OpenScript] = [] { didSet { folder = namesFiles ? open.last?.directory ?? "" : nil } }
  /// The base directory of the paths in the innermost one, with a trailing slash, or empty; `nil` if files must not be named.
  private(set) var folder: String?
  private let namesFiles: Bool
  /// How many commands enclose the one being parsed.
  var nesting = 0
  /// The extent of the script being checked.
  var extent = ScriptExtent()
  /// The sourced scripts.
  var included = IncludedScripts()
  /// The sources of those scripts by path, so that a script is the same each time it is checked or run.
  var sources: [String: ScriptSource] = [:]
  /// The paths, without links, of the scripts that were sourced, directly or by other sourced scripts.
  var inclusions: Set<String> = []
  /// The parsed macros, by the locations of their first lines.
  var knownMacros: [SourceLocation: Macro] = [:]

  /// The variables at the current command.
  var variables: ScriptVariables
  let givenVariables: [String: Variable]
  /// The open blocks of the script being checked, outermost first.
  // Unchecked: every line reads it, and what changes it calls nothing that does.
  @exclusivity(unchecked) var blocks: [OpenBlock] = []
  /// The macro being checked.
  var openMacro: OpenMacro? { didSet { noteOwnCommands() } }
  /// Whether the previous line cannot have expected output.
  var isBehindBlockMark = false
  /// Whether it parses commands of a running program.
  var isRunning = false
  /// Whether to stop reading.
  var isStopped = false
  /// Whether the output of commands can be redirected.
  var allowsRedirection = true

  /// The remaining room for checked lines, in bytes.
  private var room: Int

  let isInterrupted: () -> Bool
  /// Opens a sourced script.
  package var openScript: (_ path: String, _ isInterrupted: () -> Bool) throws(SystemError) -> ScriptSource =
    ScriptSource.file

  /// - Parameters:
  ///   - table: The commands of the shell.
  ///   - variables: The variables at the start of each script.
  ///   - room: The room for checked lines in bytes; see ``CheckedLines``.
  ///   - namesFiles: Whether commands may refer to files; those of a session must not, so that loading one is safe.
  ///   - isInterrupted: Whether to stop reading, which is an error.
  package init(
    table: CommandTable,
    variables: [String: Variable] = [:],
    room: Int = CheckedLines.mostBytes,
    namesFiles: Bool = true,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.table = table
    givenVariables = variables
    self.variables = ScriptVariables(variables)
    self.room = room
    self.namesFiles = namesFiles
    folder = namesFiles ? "" : nil
    self.isInterrupted = isInterrupted
  }

  private func noteOwnCommands() { hasOwnCommands = !own.isEmpty || openMacro != nil }

  /// Checks a script up to its end, and adds its errors to ``diagnostics``.
  ///
  /// - Parameter continues: Whether the variables of the previous script are defined.
  /// - Throws: `SystemError`, with the code `EINTR`, when it was interrupted.
  /// - Complexity: O(*n*) in the length of the script.
  package func program(
    _ source: ScriptSource,
    calledAt call: SourceLocation? = nil,
    continues: Bool = false
  ) throws(SystemError) -> Program {
    let outer = (extent, blocks, openMacro, nesting)
    extent = ScriptExtent()
    blocks = []
    openMacro = nil
    nesting = 0
    if open.isEmpty, !continues { variables = ScriptVariables(givenVariables) }
    open.append(OpenScript(source, call: call))
    defer {
      open.removeLast()
      (extent, blocks, openMacro, nesting) = outer
    }
    let checked = CheckedLines()
    let found = try check(source, keepingIn: checked)
    // Errors of a script that is checked again have been reported.
    let new = found.filter { error in !diagnostics.contains { $0.isSame(as: error) } }
    diagnostics += new.map { $0.adding(notes: sourcings) }
    var program = program(of: source)
    program.checked = found.isEmpty ? checked : nil
    return program
  }

  /// The result of checking a script.
  func program(of source: ScriptSource) -> Program {
    Program(
      source: source,
      extent: extent,
      variables: variables,
      scripts: open
    )
  }

  private func check(
    _ source: ScriptSource,
    keepingIn checked: CheckedLines
  ) throws(SystemError) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var stream = ScriptStream(source)
    var start = stream.place
    while !isStopped, let items = stream.next() {
      if isInterrupted() { throw source.interruption }
      let chunk = check(items, &found)
      if found.count == Script.mostDiagnostics { return found }
      checked.append(chunk, from: start, room: &room)
      start = stream.place
    }
    return isStopped ? found : (found + abandonBlocks()).inOrder
  }

  private func check(
    _ items: [ScriptScanner.Item],
    _ found: inout [Diagnostic]
  ) -> CheckedLines.Chunk {
    var chunk = CheckedLines.Chunk(capacity: items.count)
    for item in items where !isStopped {
      do throws(Diagnostic) {
        switch item {
        case .command(let line): chunk.append(try checkKnown(line) ?? Program.Step(line: line))
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

  /// Checks a line, unless it is in a macro with an error in its first line, whose parameters are unknown.
  func checkKnown(_ line: ScriptLine) throws(Diagnostic) -> Program.Step? {
    if openMacro?.isKnown ?? true { return try check(line) }
    return try? check(line)
  }

  /// Closes open blocks, and a macro without an `end`, at the end of the script.
  ///
  /// - Returns: The errors.
  func abandonBlocks() -> [Diagnostic] {
    var heads = blocks.filter { $0.repetition != nil }.map(\.line)
    if let macro = openMacro {
      restore(macro.outer)
      // An error in the first line is reported as it is typed, so the rest may be missing.
      if macro.isKnown { heads.append(macro.line) }
      heads += blocks.filter { $0.repetition != nil }.map(\.line)
    }
    return heads.map(\.isNotEnded)
  }

  /// - Returns: The step of the line, if it depends only on the line.
  @discardableResult
  func check(_ line: ScriptLine) throws(Diagnostic) -> Program.Step? {
    let entry = line.kind == .command ? line.words.first.flatMap { table.entry(of: $0) } : nil
    let role = entry.flatMap { table.role(of: $0, in: line) }
    if role == .endsBlock, blocks.isEmpty, openMacro != nil {
      try endMacro(line)
      return nil
    }
    if hasOwnCommands { openMacro?.body.append(line) }
    if line.kind == .expectedOutput {
      guard isBehindBlockMark else { return nil }
      throw line.source.diagnostic(
        "expected output without a command that prints",
        hint: "put it after the command in the block that prints it"
      )
    }
    isBehindBlockMark = false
    if role == .endsBlock {
      try endBlock(line)
      return nil
    }
    extent.ownCommandCount += blocks.isEmpty ? 1 : 0
    try count(1, at: line.source)
    switch role {
    case .beginsBlock: try beginBlock(line)
    case .beginsMacro: try beginMacro(line)
    default: return try checkCommand(line, of: entry)
    }
    return nil
  }
}
