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
  ///   - isInterrupted: Whether someone wants the reading to end, which is then an error.
  init(
    table: CommandTable<State, Action>,
    variables: [String: Variable] = [:],
    mostCommands: Int = ScriptParser.mostCommands,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.table = table
    givenVariables = variables
    self.variables = ScriptVariables(variables)
    self.mostCommands = mostCommands
    self.isInterrupted = isInterrupted
  }

  /// Checks a script, up to its end. What is wrong with it is added to ``diagnostics``.
  ///
  /// - Throws: `SystemError` if the script cannot be read.
  /// - Complexity: O(*n*) in the length of the script, which is not kept.
  func program(_ source: ScriptSource) throws(SystemError) -> Program<State, Action> {
    let outer = (extent, blocks, openMacro)
    (extent, blocks, openMacro) = (Extent(), [], nil)
    if open.isEmpty { variables = ScriptVariables(givenVariables) }
    open.append(OpenScript(source))
    defer {
      open.removeLast()
      (extent, blocks, openMacro) = outer
    }
    // What is wrong with a script that is checked once more has been said.
    let known = Set(diagnostics)
    diagnostics += try check(source).filter { !known.contains($0) }
    return program(of: source)
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

  private func check(_ source: ScriptSource) throws(SystemError) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let stream = try source.open()
    while !isStopped, let items = try stream.next() {
      if isInterrupted() { throw SystemError("read", subject: source.name, code: EINTR) }
      for item in items where !isStopped {
        guard let error = check(item) else { continue }
        found.append(error)
        if found.count == Script.mostDiagnostics {
          found[found.count - 1] = error.asTheLast
          return found
        }
      }
    }
    if !isStopped {
      found += abandonMacro()
      found += blocks.filter { $0.repetition != nil }.map(\.line.isNotEnded)
      found.sort { $0.location < $1.location }
    }
    return found
  }

  private func check(_ item: ScriptScanner.Item) -> Diagnostic? {
    switch item {
    case .error(let diagnostic): return diagnostic
    case .command(let line):
      // Nothing is known of the parameters of a macro whose first line is wrong.
      let isKnown = openMacro?.isKnown ?? true
      do throws(Diagnostic) {
        try check(line)
        return nil
      } catch {
        return isKnown ? error : nil
      }
    }
  }

  func check(_ line: CommandLine) throws(Diagnostic) {
    let role = role(of: line)
    if role == .endsBlock, blocks.isEmpty, openMacro != nil { return try endMacro(line) }
    openMacro?.body.append(line)
    if line.kind == .expectedOutput { return try checkExpectedOutput(line) }
    isBehindBlockMark = false
    if role == .endsBlock { return try endBlock(line) }
    extent.ownCommandCount += blocks.isEmpty ? 1 : 0
    try count(1, depth: 0, at: line.source)
    if role == .beginsBlock { return try beginBlock(line) }
    if role == .beginsMacro { return try beginMacro(line) }
    try checkCommand(line)
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
      let step = try read(line)
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
      return Program.Step(line: line, operation: Operation { shell in try shell.turn { $0.send(action) } })
    }
    guard line.kind == .command, let name = line.words.first else {
      throw line.source.diagnostic(
        "a line starts with the name of a command, not with '\(line.source.text.prefix(1))'",
        remedy: "'help' lists the commands"
      )
    }
    if let macro = try macro(named: name) { return try call(of: macro, line) }
    let command = try table.command(for: name, orOneOf: aliases.all.map(\.name) + macros.keys)
    var reader = ArgumentReader(line: line, usage: command.usage)
    reader.folder = open.last?.directory ?? ""
    let operation = try command.parse(&reader, self)
    try reader.finish()
    return Program.Step(line: line, operation: operation)
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
      return try program(try ScriptSource.file(path, isInterrupted: isInterrupted))
    } catch  where error.code == EINTR {
      isStopped = true
      throw file.diagnostic("interrupted")
    } catch {
      throw file.diagnostic(error.description, remedy: "the path is relative to the script that names it")
    }
  }
}
