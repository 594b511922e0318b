import Core

/// Checks scripts and collects all of their errors before anything runs.
package final class ScriptParser {
  /// What the commands so far have changed in the script or macro being checked.
  // Unchecked: every line reads it, and code that changes it calls nothing that reads it.
  @exclusivity(unchecked) var scope: ScriptScope
  /// The commands of the shell.
  let table: CommandTable

  /// All errors so far, in the order of lines; those of a sourced script come first.
  package var diagnostics: [Diagnostic] = []
  /// Called after each line of the script being checked, unless it is sourced.
  var didCheck: ((ScriptLine) -> Void)?
  /// The scripts being checked, outermost first.
  var open: [OpenScript] = []
  private let namesFiles: Bool
  /// The sourced scripts, and all macros.
  package internal(set) var included = IncludedScripts()

  /// What is defined at the start of each script.
  private let given: Definitions
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
  ///   - definitions: What is defined at the start of each script; by default nothing.
  ///   - room: The room for checked lines in bytes; see ``CheckedLines``.
  ///   - namesFiles: Whether commands may refer to files; those of a session must not, so that loading one is safe.
  ///   - isInterrupted: Whether to stop reading, which is an error.
  package init(
    table: CommandTable,
    definitions: Definitions? = nil,
    room: Int = CheckedLines.mostBytes,
    namesFiles: Bool = true,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.table = table
    given = definitions ?? Definitions()
    scope = ScriptScope(given)
    self.room = room
    self.namesFiles = namesFiles
    self.isInterrupted = isInterrupted
  }

  /// A parser for another check of the same script, whose lines are not kept.
  ///
  /// - Parameter other: A parser that has not checked anything.
  convenience init(like other: ScriptParser) {
    self.init(
      table: other.table,
      definitions: other.given,
      room: 0,
      namesFiles: other.namesFiles,
      isInterrupted: other.isInterrupted
    )
    (open, openScript) = (other.open, other.openScript)
    allowsRedirection = other.allowsRedirection
  }

  /// Uses what another parser knows of sourced scripts that have not changed since.
  func use(_ other: ScriptParser) {
    included = other.included.again
  }

  /// The base directory of the paths in the innermost script, with a trailing slash, or empty; `nil` if files must not be
  /// named.
  var folder: String? { namesFiles ? open.last?.directory ?? "" : nil }

  /// The aliases and macros at the current command.
  package var macros: [String: Macro] {
    get { scope.macros }
    set { scope.macros = newValue }
  }

  /// The commands of the child in focus at the current command; `nil` if the whole feature is.
  var focused: ActionCommands? {
    get { scope.focused }
    set { scope.focused = newValue }
  }

  /// Whether there are aliases or macros, or a macro is open.
  var hasMacros: Bool { !scope.macros.isEmpty || scope.openMacro != nil }

  /// Checks a script up to its end, and adds its errors to ``diagnostics``.
  ///
  /// - Parameter continues: Whether the definitions of the previous script hold.
  /// - Throws: `SystemError`, with the code `EINTR`, when it was interrupted.
  /// - Complexity: O(*n*) in the length of the script.
  package func program(
    _ source: ScriptSource,
    calledAt call: SourceLocation? = nil,
    continues: Bool = false
  ) throws(SystemError) -> Program {
    let isFirst = open.isEmpty && !continues
    open.append(OpenScript(source, call: call))
    defer { open.removeLast() }
    let checked = CheckedLines()
    let start = isFirst ? ScriptScope(given) : ScriptScope(scope.variables, macros, focused)
    let inner = try within(start) { () throws(SystemError) in
      try check(source, keepingIn: checked)
      // Errors of a script that is checked again have been reported.
      let new = errorsInOrder.filter { error in !diagnostics.contains { $0.isSame(as: error) } }
      diagnostics += new.map { $0.adding(notes: sourcings) }
    }
    (scope.variables, scope.macros, scope.focused) = (inner.variables, inner.macros, inner.focused)
    var program = Program(source: source, scope: inner, scripts: open)
    program.checked = inner.errors.isEmpty ? checked : nil
    return program
  }

  /// Checks commands in a scope of their own.
  ///
  /// - Returns: The scope after them.
  func within<Failure>(_ inner: ScriptScope, _ check: () throws(Failure) -> Void) throws(Failure)
    -> ScriptScope
  {
    var other = inner
    swap(&scope, &other)
    defer { scope = other }
    try check()
    return scope
  }

  private func check(
    _ source: ScriptSource,
    keepingIn checked: CheckedLines
  ) throws(SystemError) {
    var stream = ScriptStream(source, table)
    var start = stream.place
    while canGoOn, let nodes = stream.next() {
      if isInterrupted() { throw source.interruption }
      checked.append(check(nodes), from: start, room: &room)
      start = stream.place
    }
  }

  /// Whether the script is to be checked further.
  private var canGoOn: Bool { !isStopped && scope.errors.count < Script.mostDiagnostics }

  /// The errors in the script, in the order of lines unless there are too many.
  var errorsInOrder: [Diagnostic] { canGoOn ? scope.errors.inOrder : scope.errors }

  /// Adds an error in the script.
  func note(_ error: Diagnostic) {
    guard scope.errors.count < Script.mostDiagnostics else { return }
    scope.errors.append(scope.errors.count + 1 < Script.mostDiagnostics ? error : error.asTheLast)
  }

  /// Checks commands, and adds their errors to the scope.
  ///
  /// - Returns: Their steps, except for commands with errors.
  @discardableResult
  func check(_ nodes: [ScriptNode]) -> [Program.Step] {
    var steps: [Program.Step] = []
    steps.reserveCapacity(nodes.count)
    for node in nodes where canGoOn {
      do throws(Diagnostic) { steps.append(try check(node)) } catch { note(error) }
    }
    return steps
  }

  /// - Returns: The step of a command, without its operation if that depends on more than its lines.
  private func check(_ node: ScriptNode) throws(Diagnostic) -> Program.Step {
    let line = try node.item.get()
    guard line.kind != .expectedOutput else {
      if scope.extent.commandCount == 0, scope.openMacro == nil {
        throw line.source.diagnostic("expected output without a command")
      }
      throw line.source.diagnostic(
        "expected output without a command that prints",
        hint: "put it after the command in the block that prints it"
      )
    }
    guard node.role != .endsBlock else {
      throw line.source.diagnostic("'end' without 'repeat' or 'macro'")
    }
    scope.extent.ownCommandCount += scope.extent.openBlocks == 0 ? 1 : 0
    try count(1, at: line.source)
    if let block = node.block {
      return node.role == .beginsMacro ? checkMacro(line, block) : checkBlock(line, block)
    }
    defer { noteChecked(line) }
    var step: Program.Step?
    if node.role == .beginsBlock {
      try checkRepeat(line)
    } else {
      step = try checkCommand(line, of: node.entry)
    }
    let checked = step ?? Program.Step(line: line)
    if !node.expected.isEmpty { checked.expectedOutput = ExpectedOutput(node.expected) }
    return checked
  }

  /// Notes that a line was checked.
  func noteChecked(_ line: ScriptLine) {
    if let didCheck, open.count == 1 { didCheck(line) }
  }
}
