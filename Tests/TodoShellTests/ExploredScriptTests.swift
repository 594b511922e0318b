import Foundation
import TestSupport
import Testing

/// What `explore` finds in both programs, for each form of property, is shortened to what the property needs.
struct ExploredScriptTests {
  private struct Case: CustomTestStringConvertible {
    var program = "todoshell"
    let property: String
    var setup: [String] = []
    var only = "add,toggle,clear,advance,run"
    var noise = ["mode active", "filter completed", "filter all"]
    var testDescription: String { property }
  }

  private static let cases = [
    Case(property: "always todos.count < 2"),
    Case(property: "after .clearCompletedButtonTapped, todos.isEmpty"),
    Case(property: "never .sortCompletedTodos"),
    Case(property: "effects.count > 0 leads-to effects.isEmpty within 500ms"),
    Case(property: "effects.count > 0 leads-to effects.isEmpty"),
    Case(property: "todos.isEmpty until effects.count > 0 within 1s"),
    Case(property: "eventually !todos.isEmpty within 2s"),
    Case(
      program: "bookshell",
      property: "after .path(.element(id: _, action: .book(.borrowButtonTapped))), stamps < 2",
      setup: ["search le g", "run", "open 0"],
      only: "borrow,return,advance",
      noise: ["search wizard", "run"]
    ),
  ]

  @Test(arguments: cases) private func isShortenedToWhatThePropertyNeeds(_ test: Case) throws {
    let folder = try TemporaryFolder()
    func shell(_ arguments: [String], _ input: [String] = []) throws -> TodoShellRun {
      let input = Data(input.joined(separator: "\n").utf8)
      return try run(builtProgram(test.program), ["-q"] + arguments, input: input)
    }
    func commands(_ run: TodoShellRun) -> [String] {
      run.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }
    /// The error of the last line; `nil` if there is none, or another line fails.
    func failure(of script: [String]) throws -> Substring? {
      let error = try shell([], script).errors.split(separator: "\n").first ?? ""
      return error.hasPrefix("-:\(script.count):") ? error.drop { $0 != " " } : nil
    }
    let search = "explore --depth 8 --runs 4000 --only \(test.only) \(test.property)"
    let found = commands(try shell((test.setup + [search]).flatMap { ["-c", $0] }))
    let end = test.property.replacing("always ", with: "")
    #expect(found.last == "expect \(end)", "\(found)")
    let long = test.noise + found
    let expected = try failure(of: long)
    #expect(expected?.contains("error: expectation failed: ") == true, "\(long)")
    try long.joined(separator: "\n").write(
      toFile: folder.file("long.todoscript"),
      atomically: true,
      encoding: .utf8
    )
    let short = commands(try shell(["-c", "shorten '\(folder.file("long.todoscript"))'"]))
    #expect(short.count <= found.count && short.last == found.last, "\(short)")
    #expect(try failure(of: short) == expected, "\(short)")
    for left in short.indices.dropLast() {
      var shorter = short
      shorter.remove(at: left)
      #expect(try failure(of: shorter) != expected, "\(short) does not need \(short[left])")
    }
  }
}
