import Core
import Glibc

/// Checks scripts, and collects everything that is wrong with them before anything runs.
final class ScriptParser<State, Action> {
  /// How deep scripts may source each other; deeper is a mistake that no cycle check sees, such as a growing path.
  static var deepestSource: Int { 32 }

  /// What is wrong with those that are deeper.
  static var tooDeep: String { "scripts and macros may be \(deepestSource) deep in each other, not deeper" }

  /// The aliases at the command that is being read.
  var aliases = AliasTable()
  /// The macros at the command that is being read.
  var macros: [String: Macro<State, Action>] = [:]
  /// The commands that there are.
  let table: CommandTable<State, Action>
  /// How many commands a script may run with those of the scripts that it sources. A few scripts that source each other
  /// twice would run for years; nobody writes as many commands as this.
  static var mostCommands: Int { 1_000_000_000 }

  /// All errors so far: for each script in the order of its lines, those of a sourced script before them.
  private(set) var diagnostics: [Diagnostic] = []
  /// The scripts that are being read, outermost first.
  var open: [OpenScript] = []
  /// What is known of the script that is being checked.
  var extent = Extent()
  /// The scripts that have been sourced: each is checked once, however often it is named, unless there are other
  /// variables.
  private var included: [Inclusion: Included] = [:]

  private struct Inclusion: Hashable {
    let script: String
    let variables: Set<String>
    let aliases: AliasTable
    let macros: [String: ObjectIdentifier]
  }

  private struct Included {
    let program: Program<State, Action>
    /// The aliases that there are behind it.
    let aliases: AliasTable
    /// The macros that there are behind it.
    let macros: [String: Macro<State, Action>]
  }

  /// The variables at the place that is being checked.
  var variables: ScriptVariables
  private let givenVariables: [String: Variable]
  /// The blocks of the script that is being checked that have not ended yet, outermost first.
  var blocks: [OpenBlock] = []
  /// The macro whose commands are being checked.
  var openMacro: OpenMacro?
  /// Whether the line before prints nothing by itself, so that no output of it can be expected.
  var isBehindBlockMark = false
  /// Whether the rest is not to be read.
  private var isStopped = false

  private let mostCommands: Int
  /// How many bytes the lines may take that are still to be kept.
  private var room: Int

  private let isInterrupted: () -> Bool

  struct Extent {
    var ownCommandCount = 0
    var commandCount = 0
    var depth = 1
  }

  /// - Parameters:
  ///   - table: The commands that there are.
  ///   - variables: Those that there are at the start of each script.
  ///   - mostCommands: How many commands a script may run, those of the scripts that it sources included.
  ///   - room: How many bytes the lines may take that are kept; see ``CheckedLines``.
  ///   - isInterrupted: Whether someone wants the reading to end, which is then an error.
  init(
    table: CommandTable<State, Action>,
    variables: [String: Variable] = [:],
    mostCommands: Int = ScriptParser.mostCommands,
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
  func program(
    _ source: ScriptSource,
    calledAt call: SourceLocation? = nil
  ) throws(SystemError) -> Program<State, Action> {
    let outer = (extent, blocks, openMacro)
    (extent, blocks, openMacro) = (Extent(), [], nil)
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

  /// Where the script that is checked is sourced, and the one that does so, if they are files: what a person types stands
  /// right above.
  private var sourcings: [String] {
    zip(open, open.dropFirst()).reversed().compactMap { outer, inner in
      outer.identity == nil ? nil : inner.call.flatMap { Enclosure.script(call: $0).note(typedFile: nil) }
    }
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
      let operations = check(items, &found)
      if found.count == Script.mostDiagnostics { return found }
      checked?.append(items, operations, from: start, room: &room)
      start = stream.place
    }
    return isStopped ? found : (found + abandonBlocks()).inOrder
  }

  /// - Returns: For each line what it does, if nothing but the line decides that.
  private func check(
    _ items: [ScriptScanner.Item],
    _ found: inout [Diagnostic]
  ) -> [Operation<State, Action>?] {
    var operations: [Operation<State, Action>?] = []
    operations.reserveCapacity(items.count)
    for item in items where !isStopped {
      do throws(Diagnostic) {
        operations.append(try check(item))
      } catch {
        found.append(error)
        guard found.count < Script.mostDiagnostics else {
          found[found.count - 1] = error.asTheLast
          break
        }
      }
    }
    return operations
  }

  private func check(_ item: ScriptScanner.Item) throws(Diagnostic) -> Operation<State, Action>? {
    switch item {
    case .error(let diagnostic): throw diagnostic
    case .command(let line):
      // Nothing is known of the parameters of a macro whose first line is wrong.
      let isKnown = openMacro?.isKnown ?? true
      do throws(Diagnostic) {
        return try check(line)
      } catch {
        if isKnown { throw error }
        return nil
      }
    }
  }

  /// Leaves what the script does not end.
  ///
  /// - Returns: What is wrong with it.
  private func abandonBlocks() -> [Diagnostic] {
    abandonMacro() + blocks.filter { $0.repetition != nil }.map { $0.line.isNotEnded }
  }

  /// - Returns: What the line does, if nothing but the line decides that.
  @discardableResult
  func check(_ line: CommandLine) throws(Diagnostic) -> Operation<State, Action>? {
    let role = role(of: line)
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
    try count(1, depth: 0, at: line.source)
    switch role {
    case .beginsBlock: try beginBlock(line)
    case .beginsMacro: try beginMacro(line)
    default: return try checkCommand(line)
    }
    return nil
  }

  /// Counts commands of the script that is being checked.
  func count(_ commands: Int, depth: Int, at source: SourceText) throws(Diagnostic) {
    extent.commandCount += commands
    extent.depth = max(extent.depth, 1 + depth)
    if extent.commandCount > mostCommands {
      isStopped = true
      throw source.diagnostic(
        "a script can run \(mostCommands) commands at most, those of the scripts that it sources included"
      )
    }
    if open.count + depth > Self.deepestSource + 1 {
      throw source.diagnostic(Self.tooDeep)
    }
  }

  /// Reads a command of a program that has been checked and is running.
  ///
  /// - Throws: What is wrong with it.
  func step(_ line: CommandLine, of program: Program<State, Action>) throws(Diagnostic)
    -> Program<State, Action>.Step
  {
    open = program.scripts
    defer { open = [] }
    extent = Extent()
    let known = diagnostics.count
    let step = try step(line)
    guard diagnostics.count > known else { return step }
    // A script that a variable names may be another one than it was when all was checked.
    let found = diagnostics[known...]
    diagnostics.removeSubrange(known...)
    included = [:]
    var first = found[found.startIndex]
    if found.count > 1 { first.notes.append("\(found.count - 1) more in the scripts that this line sources") }
    throw first
  }

  /// Reads one command.
  ///
  /// - Throws: What is wrong with it.
  func step(_ written: CommandLine) throws(Diagnostic) -> Program<State, Action>.Step {
    let line = try expanded(written)
    // Nearly every line is no alias, and to compare texts would cost each of them two strings.
    guard line.source.line !== written.source.line, line.source.text != written.source.text,
      let name = written.words.first
    else { return try read(line) }
    do throws(Diagnostic) {
      var step = try read(line)
      step.alias = name.text
      guard step.operation.block != nil else { return step }
      // Where a block ends is seen before an alias is looked up, and one that names itself in it would never end.
      throw name.diagnostic(
        "an alias cannot stand for a '\(line.words[0].text)'",
        remedy: "a macro can have blocks in it: 'help macro'"
      )
    } catch {
      throw error.noting(alias: name.text)
    }
  }

  /// The line that a line stands for, as far as aliases are in it.
  private func expanded(_ written: CommandLine) throws(Diagnostic) -> CommandLine {
    if aliases.isEmpty { return written }
    func isCommand(_ name: String) -> Bool { table.hasCommand(name) || macros[name] != nil }
    let line = try aliases.expanded(written, isCommand: isCommand)
    guard line.kind == .command, let name = line.words.first,
      let count = table.command(named: name.text)?.wordsBeforeCommand, count + 1 < line.words.count
    else { return line }
    return try aliases.expanded(line, after: count + 1, isCommand: isCommand)
  }

  private func read(_ line: CommandLine) throws(Diagnostic) -> Program<State, Action>.Step {
    if line.kind == .action {
      let action = try ActionSyntax.action(Action.self, parsing: line.source)
      var operation = Operation<State, Action> { shell in try shell.turn { $0.send(action) } }
      operation.dependsOnLineAlone = true
      return Program.Step(line: line, operation: operation)
    }
    guard line.kind == .command, let name = line.words.first else {
      throw line.source.diagnostic(
        "a line starts with the name of a command, not with '\(line.source.text.prefix(1))'",
        remedy: "'help' lists the commands"
      )
    }
    if let macro = try macro(named: name) { return try call(of: macro, line) }
    let entry = try table.entry(for: name, orOneOf: ownNames)
    var reader = ArgumentReader(line: line, usage: entry.command.usage)
    reader.folder = open.last?.directory ?? ""
    var operation = try entry.command.parse(&reader, self)
    operation.dependsOnLineAlone = entry.command.dependsOnLineAlone
    try reader.finish()
    return Program.Step(line: line, operation: operation)
  }

  /// The names of the user's own commands.
  private var ownNames: [String] { aliases.all.map(\.name) + macros.keys }

  /// Whether the user has given the name that a line starts with to a command of his own.
  func isOwnCommand(_ line: CommandLine) -> Bool {
    if aliases.isEmpty, macros.isEmpty { return false }
    guard line.kind == .command, let name = line.words.first?.text else { return false }
    return aliases[name] != nil || macros[name] != nil
  }

  /// Checks the script that `source FILE` names.
  ///
  /// - Throws: That there is no such file, or that it is being read already.
  func include(_ file: Word) throws(Diagnostic) -> Program<State, Action> {
    let path = file.path(from: open.last?.directory ?? "")
    let identity = AtomicFile.resolvingLinks(path)
    if open.contains(where: { $0.identity == identity }) {
      let chain = open.drop { $0.identity != identity }.map(\.name) + [path]
      throw file.diagnostic(
        "'\(file.text)' is being read already: the scripts source each other in a circle",
        notes: [chain.joined(separator: " → ")]
      )
    }
    let inclusion = Inclusion(
      script: identity,
      variables: variables.names,
      aliases: aliases,
      macros: macros.mapValues { ObjectIdentifier($0) }
    )
    if let known = included[inclusion] {
      let program = known.program
      (variables, aliases, macros) = (program.variables, known.aliases, known.macros)
      try count(program.commandCount, depth: program.depth, at: file.source)
      return program
    }
    if open.count > Self.deepestSource {
      throw file.diagnostic(Self.tooDeep)
    }
    let program = try program(file, path: path)
    included[inclusion] = Included(program: program, aliases: aliases, macros: macros)
    // Where it was stopped has been reported.
    if !isStopped { try count(program.commandCount, depth: program.depth, at: file.source) }
    return program
  }

  private func program(_ file: Word, path: String) throws(Diagnostic) -> Program<State, Action> {
    do {
      let source = try ScriptSource.file(path, isInterrupted: isInterrupted)
      return try program(source, calledAt: file.source.location)
    } catch  where error.code == EINTR {
      isStopped = true
      throw file.diagnostic("interrupted")
    } catch {
      throw file.diagnostic(error.description, remedy: "the path is relative to the script that names it")
    }
  }
}
