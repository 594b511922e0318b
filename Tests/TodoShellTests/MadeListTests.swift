import TestSupport
import Testing

/// Lists that an expression makes: the type of their elements is lost on the way.
struct MadeListTests {
  @Test func showTheirElementsAsTheStateDoes() throws {
    let run = try todoshell("-q", input: "add Milk\nprint todos.filter(!\\.isComplete)\nprint todos\n")
    let half = run.output.count / 2
    #expect(run.output.contains("description: \"Milk\""))
    #expect(run.output.prefix(half) == run.output.suffix(half), "\(run.output)")
  }

  @Test func questionsAboutTheRecordLookIntoThem() throws {
    let script = #"""
      add Milk
      add Eggs
      toggle 1
      toggle 1
      when todos.map(\.isComplete).allSatisfy(!\.self)
      | #0 – #4  +0s  start
      | #6       +0s  …
      watch todos.first
      toggle 0
      | …
      | todos.first:
      | …
      | -   isComplete: false
      | +   isComplete: true
      |   )
      """#
    let run = try todoshell("-q", input: script)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(
    arguments: [
      ("[true, false].filter(\\.self)", "[true]"), ("todos.map(\\.isComplete)[1]", "true"),
      ("!todos.map(\\.isComplete)[0]", "true"), ("todos.map(\\.isComplete).allSatisfy(\\.self)", "false"),
      ("todos.map(\\.isComplete).count(where: \\.self)", "1"),
      ("todos.map(\\.isComplete)[1] && true", "true"),
    ]
  )
  func truthValuesInThemAreConditions(expression: String, output: String) throws {
    let run = try todoshell("-q", input: "add Milk\nadd Eggs\ntoggle 1\nprint \(expression)\n")
    #expect(run == TodoShellRun(status: 0, output: output + "\n", errors: ""))
  }
}
