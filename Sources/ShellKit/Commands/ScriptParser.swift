import Core
import Glibc

/// Reads scripts into programs, and collects everything that is wrong with them before anything runs.
final class ScriptParser<State, Action> {
  /// How deep scripts may source each other; deeper is a mistake that no cycle check sees, such as a growing path.
  static var deepestSource: Int { 32 }

  /// The commands that there are.
  let table: CommandTable<State, Action>
  /// All errors so far: for each script in the order of its lines, those of a sourced script before them.
  private(set) var diagnostics: [Diagnostic] = []
  /// The scripts that are being read, outermost first.
  private var open: [OpenScript] = []
  /// The scripts that have been sourced, by identity: each is read once, however often it is named.
  private var included: [String: Program<State, Action>] = [:]
  /// Whether the rest is not to be read.
  private var isStopped = false

  private let mostCommands: Int
  private let isInterrupted: () -> Bool

  private struct OpenScript {
    let directory: String
    /// What stays the same whichever way a file is named; `nil` for what is no file.
    let identity: String?
    var commandCount = 0
    var depth = 1
  }

  /// - Parameters:
  ///   - table: The commands that there are.
  ///   - mostCommands: How many commands a script may run, those of the scripts that it sources included.
  ///   - isInterrupted: Whether someone wants the reading to end, which is then an error.
  init(
    table: CommandTable<State, Action>,
    mostCommands: Int = Script.mostCommands,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.table = table
    self.mostCommands = mostCommands
    self.isInterrupted = isInterrupted
  }

  /// Reads a script. What is wrong with it is added to ``diagnostics``, and left out of the program.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - path: The file that it comes from, which the paths in it are relative to; `nil` for the current folder.
  func program(_ script: Script, path: String? = nil) -> Program<State, Action> {
    open.append(
      OpenScript(directory: path.map(folder(of:)) ?? "", identity: path.map(AtomicFile.resolvingLinks))
    )
    var found = script.diagnostics
    let badLines = Set(found.map(\.location.line))
    var steps: [Program<State, Action>.Step] = []
    for line in script.commandLines where !badLines.contains(line.location.line) {
      if isStopped { break }
      do throws(Diagnostic) {
        try count(1, depth: 0, at: line.source)
        steps.append(try step(line))
      } catch {
        found.append(error)
      }
    }
    diagnostics += found.sorted { $0.location < $1.location }
    let closed = open.removeLast()
    return Program(
      name: script.file,
      steps: steps,
      commandCount: closed.commandCount,
      depth: closed.depth
    )
  }

  /// Counts commands of the script that is being read.
  ///
  /// - Throws: That there are too many: a few scripts that source each other twice would run for years.
  private func count(_ commands: Int, depth: Int, at source: SourceText) throws(Diagnostic) {
    let last = open.count - 1
    open[last].commandCount += commands
    open[last].depth = max(open[last].depth, 1 + depth)
    if open[last].commandCount > mostCommands {
      isStopped = true
      throw source.diagnostic(
        "a script can have \(mostCommands) commands at most, those of the scripts that it sources included"
      )
    }
    if open.count + depth > Self.deepestSource + 1 {
      throw source.diagnostic("scripts may source each other \(Self.deepestSource) deep, not deeper")
    }
  }

  /// Reads one command.
  ///
  /// - Throws: What is wrong with it.
  func step(_ line: CommandLine) throws(Diagnostic) -> Program<State, Action>.Step {
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
    let command = try table.command(for: name)
    var reader = ArgumentReader(line: line, usage: command.usage)
    reader.folder = open.last?.directory ?? ""
    let operation = try command.parse(&reader, self)
    try reader.finish()
    return Program.Step(line: line, operation: operation)
  }

  /// Reads the script that `source FILE` names.
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
    let program = program(try script(file, path: path), path: path)
    included[identity] = program
    // Where it was stopped has been reported.
    if !isStopped { try count(program.commandCount, depth: program.depth, at: file.source) }
    return program
  }

  private func script(_ file: Word, path: String) throws(Diagnostic) -> Script {
    do {
      return try ScriptReader(isInterrupted: isInterrupted).script(path: path)
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

  /// The folder of a path, with its slash, or nothing.
  private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
