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

  private struct OpenScript {
    let directory: String
    /// What stays the same whichever way a file is named; `nil` for what is no file.
    let identity: String?
  }

  init(table: CommandTable<State, Action>) {
    self.table = table
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
    defer { open.removeLast() }
    var found = script.diagnostics
    let badLines = Set(found.map(\.location.line))
    var steps: [Program<State, Action>.Step] = []
    for line in script.commandLines where !badLines.contains(line.location.line) {
      do throws(Diagnostic) {
        steps.append(try step(line))
      } catch {
        found.append(error)
      }
    }
    diagnostics += found.sorted { $0.location < $1.location }
    return Program(name: script.file, steps: steps)
  }

  /// Reads one command.
  ///
  /// - Throws: What is wrong with it.
  func step(_ line: CommandLine) throws(Diagnostic) -> Program<State, Action>.Step {
    guard line.kind == .command, let name = line.words.first else {
      throw line.source.diagnostic(
        "a line starts with the name of a command, not with '\(line.source.text.prefix(1))'",
        remedy: "'help' lists the commands"
      )
    }
    let command = try table.command(for: name)
    var reader = ArgumentReader(line: line, usage: command.usage)
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
    if open.count > Self.deepestSource {
      throw file.diagnostic("scripts may source each other \(Self.deepestSource) deep, not deeper")
    }
    let bytes: [UInt8]
    do {
      bytes = try Descriptor.read(path: path)
    } catch {
      throw file.diagnostic(error.description, remedy: "the path is relative to the script that names it")
    }
    return program(Script(scanning: bytes, file: path), path: path)
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
