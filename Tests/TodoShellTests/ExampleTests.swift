import Foundation
import TestSupport
import Testing

/// Every script in the folder of examples, on the real binary of its program.
struct ExampleTests {
  /// A program with the folder of its scripts.
  struct Example: Sendable, CustomTestStringConvertible {
    let program: String
    let script: String
    var testDescription: String { script }
  }

  static let todos = scripts(in: "examples")
  static let books = scripts(in: "examples/books")
  static let examples =
    todos.map { Example(program: "todoshell", script: $0) }
    + books.map { Example(program: "bookshell", script: $0) }

  private static func scripts(in folder: String) -> [String] {
    let path = repository.appending(path: folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".todoscript") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test func thereAreSomeOfEachProgram() {
    #expect(Self.todos.count >= 5)
    #expect(Self.books.count >= 4)
  }

  @Test(arguments: examples)
  func showsWhatItClaims(_ example: Example) throws {
    let run = try run(builtProgram(example.program), ["run", example.script])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    let script = try String(contentsOf: repository.appending(path: example.script), encoding: .utf8)
    #expect(script.hasPrefix("# "), "it begins by saying what it shows")
    #expect(script.contains("\nexpect "), "it checks what it shows")
  }

  @Test(arguments: [("todoshell", todos), ("bookshell", books)])
  func allRunAtOnceWithASummary(program: String, scripts: [String]) throws {
    let run = try run(builtProgram(program), ["run"] + scripts)
    let count = scripts.count
    #expect(run.output.hasSuffix("\n\(count) passed\n"))
  }

  @Test func aSecondShellTakesLittle() throws {
    let folder = repository.appending(path: "Sources/BookShell")
    let sources = ["BookShell.swift", "Vocabulary+Library.swift"].map { folder.appending(path: $0) }
    let lines = try sources.map { try String(contentsOf: $0, encoding: .utf8).count { $0 == "\n" } }
    #expect(lines.reduce(0, +) < 150)
  }
}
