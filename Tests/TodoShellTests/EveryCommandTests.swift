import Foundation
import TestSupport
import Testing

/// Scripts in which every command occurs print the same in each run.
struct EveryCommandTests {
  private static let folder = repository.appending(path: "Tests/Fixtures/EveryCommand")
  private static let runs = 1 + rounds(1)

  /// A program with the script of its commands.
  private static let scripts = [("todoshell", "todos.todoscript"), ("bookshell", "books.todoscript")]

  @Test func theScriptsUseEveryCommand() throws {
    var used: Set<String> = []
    for (_, script) in Self.scripts {
      let text = try String(contentsOf: Self.folder.appending(path: script), encoding: .utf8)
      for line in text.split(separator: "\n") { used.formUnion(Self.commands(in: line)) }
    }
    for (program, _) in Self.scripts {
      let help = try run(builtProgram(program), ["-c", "help all"]).output
      let names = help.split(separator: "\n").filter { $0.hasPrefix("  ") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      #expect(names.count > 20)
      let missing = names.filter { !used.contains($0) }
      #expect(
        missing.isEmpty,
        "add these commands of \(program) to a script in Tests/Fixtures/EveryCommand: \(missing.joined(separator: ", "))"
      )
    }
  }

  /// The command of a line; a `repeat` has another one behind it.
  private static func commands(in line: Substring) -> [String] {
    guard let name = line.split(separator: " ").first, !name.hasPrefix("#"), !name.hasPrefix("|") else {
      return []
    }
    return [String(name)]
  }

  @Test(arguments: scripts, [[], ["--format", "json"]])
  func printsTheSameBytesInEachRun(script: (program: String, file: String), options: [String]) throws {
    let first = try outcome(of: script, options)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.count > 2000)
    for number in 1..<max(2, Self.runs) {
      let next = try outcome(of: script, options)
      #expect(next == first, "run \(number)")
    }
  }

  /// What a run prints, and the files that it writes.
  private func outcome(of script: (program: String, file: String), _ options: [String]) throws -> TodoShellRun
  {
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
      try folder.write(String(contentsOf: Self.folder.appending(path: name), encoding: .utf8), to: name)
    }
    let run = try run(builtProgram(script.program), options + [script.file], in: folder.url)
    var output = run.output.split(separator: "\n")
    // How much the heap has grown by is the allocator's secret.
    output.removeAll { $0.hasPrefix("memory") || $0.contains("\"bytes\":") }
    // So is how long a search takes.
    output = output.map { Substring($0.replacing(/"seconds":[0-9.e-]+/, with: "")) }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      try output.append("\(name): \(String(contentsOfFile: folder.file(name), encoding: .utf8))")
    }
    return TodoShellRun(status: run.status, output: output.joined(separator: "\n"), errors: run.errors)
  }
}
