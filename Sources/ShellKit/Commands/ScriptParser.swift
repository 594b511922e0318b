import Core
import Glibc

/// Checks scripts, and collects everything that is wrong with them before anything runs.
final class ScriptParser<State, Action> {
  /// How deep scripts may source each other; deeper is a mistake that no cycle check sees, such as a growing path.
  static var deepestSource: Int { 32 }

  /// The aliases at the command that is being read.
  var aliases = AliasTable()
  /// The commands that there are.
  let table: CommandTable<State, Action>
  /// How many commands a script may run with those of the scripts that it sources. A few scripts that source each other
  /// twice would run for years; nobody writes as many commands as this.
  static var mostCommands: Int { 1_000_000_000 }

  /// All errors so far: for each script in the order of its lines, those of a sourced script before them.
  private(set) var diagnostics: [Diagnostic] = []
  /// The scripts that are being read, outermost first.
  private var open: [OpenScript] = []
  /// What is known of the script that is being checked.
  private var extent = Extent()
  /// The scripts that have been sourced, by identity: each is checked once, however often it is named.
  private var included: [String: Program<State, Action>] = [:]
  /// Whether the rest is not to be read.
  private var isStopped = false

  private let mostCommands: Int

  private struct Extent {
    var ownCommandCount = 0
    var commandCount = 0
    var depth = 1
  }
  private let isInterrupted: () -> Bool

  /// - Parameters:
  ///   - table: The commands that there are.
  ///   - mostCommands: How many commands a script may run, those of the scripts that it sources included.
  ///   - isInterrupted: Whether someone wants the reading to end, which is then an error.
  init(
    table: CommandTable<State, Action>,
    mostCommands: Int = ScriptParser.mostCommands,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.table = table
    self.mostCommands = mostCommands
    self.isInterrupted = isInterrupted
  }

  /// Checks a script, up to its end. What is wrong with it is added to ``diagnostics``.
  ///
  /// - Throws: `SystemError` if the script cannot be read.
  /// - Complexity: O(*n*) in the length of the script, which is not kept.
  func program(_ source: ScriptSource) throws(SystemError) -> Program<State, Action> {
    let outer = extent
    extent = Extent()
    open.append(OpenScript(path: source.path))
    defer {
      open.removeLast()
      extent = outer
    }
    let found = try check(source)
    diagnostics += found
    return Program(
      source: source,
      ownCommandCount: extent.ownCommandCount,
      commandCount: extent.commandCount,
      depth: extent.depth,
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
    return found
  }

  private func check(_ item: ScriptScanner.Item) -> Diagnostic? {
    switch item {
    case .error(let diagnostic): return diagnostic
    case .command(let line):
      // The scanner has seen a command before it.
      if line.kind == .expectedOutput { return nil }
      do throws(Diagnostic) {
        extent.ownCommandCount += 1
        try count(1, depth: 0, at: line.source)
        _ = try step(line)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Counts commands of the script that is being checked.
  private func count(_ commands: Int, depth: Int, at source: SourceText) throws(Diagnostic) {
    extent.commandCount += commands
    extent.depth = max(extent.depth, 1 + depth)
    if extent.commandCount > mostCommands {
      isStopped = true
      throw source.diagnostic(
        "a script can run \(mostCommands) commands at most, those of the scripts that it sources included"
      )
    }
    if open.count + depth > Self.deepestSource + 1 {
      throw source.diagnostic("scripts may source each other \(Self.deepestSource) deep, not deeper")
    }
  }

  /// Reads a command of a program that has been checked and is running.
  ///
  /// - Throws: What is wrong with it, as the script was changed.
  func step(_ line: CommandLine, of program: Program<State, Action>) throws(Diagnostic)
    -> Program<
      State, Action
    >.Step
  {
    open = program.scripts
    defer { open = [] }
    extent = Extent()
    return try step(line)
  }

  /// Reads one command.
  ///
  /// - Throws: What is wrong with it.
  func step(_ written: CommandLine) throws(Diagnostic) -> Program<State, Action>.Step {
    let line = try aliases.expanded(written) { table.hasCommand($0) }
    do throws(Diagnostic) { return try read(line) } catch {
      guard line.source.text != written.source.text, let name = written.words.first else { throw error }
      throw error.noting(alias: name.text)
    }
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
    let command = try table.command(for: name, orOneOf: aliases.all.map(\.name))
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
    let path = path(relativeToScript: file.text)
    let identity = AtomicFile.resolvingLinks(path)
    if open.contains(where: { $0.identity == identity }) {
      throw file.diagnostic("'\(file.text)' is being read already: the scripts source each other in a circle")
    }
    if let program = included[identity] {
      try count(program.commandCount, depth: program.depth, at: file.source)
      return program
    }
    if open.count > Self.deepestSource {
      throw file.diagnostic("scripts may source each other \(Self.deepestSource) deep, not deeper")
    }
    let program = try program(file, path: path)
    included[identity] = program
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

  private func path(relativeToScript path: String) -> String {
    guard !path.hasPrefix("/"), let directory = open.last?.directory, !directory.isEmpty else { return path }
    return directory + path
  }
}
