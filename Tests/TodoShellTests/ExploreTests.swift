import Foundation
import TestSupport
import Testing

/// The real binary, looking for what is wrong with the todos.
struct ExploreTests {
  /// After time has passed, completed todos are last.
  private let completedAreLast = #"todos.prefix(todos.count(where: !\.isComplete)).allSatisfy(!\.isComplete)"#

  @Test func whatDoesNotHoldIsShownAsAScriptThatFails() throws {
    let found = try todoshell("-c", "explore invariant todos.count < 3")
    #expect(found.status == 1)
    #expect(
      found.output == """
        # explore: the invariant does not hold after 3 commands
        # no shorter sequence does this, with the values tried
        add
        add
        add
        expect todos.count < 3

        """
    )
    #expect(found.errors.hasPrefix("-c:1:19: error: the invariant does not hold after 3 commands\n"))
    let script = try todoshell("-q", input: found.output)
    #expect(script.status == 1)
    #expect(script.errors.hasPrefix("-:6:8: error: expectation failed: todos.count < 3 does not hold\n"))
  }

  /// States that differ only in their UUIDs are the same only if the property cannot tell them apart.
  @Test(arguments: [
    #""\(todos[0].id)" != "00000000-0000-0000-0000-000000000002""#,
    #"!todos[0].id.uuidString.hasSuffix("2")"#,
    "todos[0].id != UUID(2)", "todos[0].id < UUID(2)",
  ])
  func aPropertyThatReadsAnIDIsJudgedForEach(condition: String) throws {
    let run = try todoshell(
      "-c",
      "explore --only add,delete --depth 6 --runs 4000 always todos.count != 1 || \(condition)"
    )
    #expect(run.status == 1 && run.output.contains("\nadd\nadd\ndelete all\nadd\n"), "\(run.output)")
  }

  @Test(arguments: [
    "expect todos.count", "find todos.count", "explore always 1", "break todos.count", "when 1",
  ])
  func aConditionThatIsNoBoolIsFoundBeforeAnythingRuns(line: String) throws {
    let run = try todoshell("-q", input: "add\n\(line)\nlist\n")
    #expect(run.status == 2 && run.output == "" && run.errors.contains("is Int, not Bool"), "\(run)")
  }

  @Test(
    arguments: [
      ("--only add --without add", "1:1: error: nothing to try: --without excludes everything"),
      ("--only \"\"", "1:16: error: expected a command or an action"),
    ]
  )
  func nothingToTryIsAnError(options: String, error: String) throws {
    let run = try todoshell("-c", "explore \(options) invariant true")
    #expect(run.status != 0)
    #expect(run.errors.hasPrefix("-c:\(error)"), "\(run.errors)")
    #expect(run.output == "")
  }

  /// Where the next UUID matters, removing what was added leads to no state from before.
  @Test(arguments: [
    ("add,delete", "todos.count != 1 || todos[0].id != UUID(2)", "add\nadd\ndelete all\nadd\n"),
    (
      "add-todo-button-tapped,.delete", "todos.isEmpty || todos[0].id == UUID(0) || todos.count > 1",
      ".addTodoButtonTapped\n.delete([0])\n.addTodoButtonTapped\n"
    ),
  ])
  func theNextUUIDIsPartOfAStateIfAPropertyNamesOne(only: String, condition: String, script: String) throws {
    let run = try todoshell("-q", "-c", "explore --only \(only) --depth 4 --runs 500 always \(condition)")
    #expect(run.status == 1)
    #expect(run.output.contains("\n\(script)expect "), "\(run.output)")
  }

  @Test func whatIsInFlightEndsBeforeAPropertyAtRestIsJudged() throws {
    let search = "explore --at-rest --only add,toggle --runs 200 always !todos.contains { $0.isComplete }"
    let run = try todoshell("-q", "-c", search)
    #expect(run.status == 1)
    #expect(run.output.contains("\nadd\ntoggle 0\nrun\nexpect !todos"), "\(run.output)")
    #expect(try todoshell("-q", "-c", search.replacing("--only", with: "--without run --only")).status == 0)
  }

  @Test(arguments: [
    (
      "expect filter == .active leads-to false",
      "warning: the property holds, but its premise was never reached\n"
    ),
    ("expect after .delete, false", "warning: the property holds, but its action never occurred\n"),
  ])
  func aBranchThatDoesNotTestAPropertySaysSo(command: String, warning: String) throws {
    let run = try todoshell("-q", "-c", "add", "-c", command)
    #expect(run.status == 0 && run.errors.contains(warning), "\(run.errors)")
  }

  @Test func aGoalThatIsReachedTooLateIsNotShownAsMissingThere() throws {
    let property = "expect effects.count > 0 leads-to effects.isEmpty within 500ms"
    let run = try todoshell("-q", input: "add\ntoggle 0\nadvance 5s\n\(property)\n")
    #expect(run.errors.contains("note: the time limit has passed by #4, +1s\n"), "\(run.errors)")
  }

  @Test func completedTodosAreLastOnceTimeHasPassed() throws {
    let run = try todoshell("-c", "explore --runs 1500 --at-rest invariant \(completedAreLast)")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasPrefix("`always todos.prefix("))
    #expect(run.output.contains("  not reached  .binding(\\.todos)\n  no change    sort\n  sequences"))
    #expect(run.output.contains("  actions      9 of 10 cases\n"))
  }

  @Test(arguments: [
    ("todos.count > 9 leads-to todos.isEmpty within 1s", "holds up to", "premise never reached"),
    ("todos.count > 9 until todos.isEmpty within 1s", "holds", "goal held from the start"),
  ])
  func aVacuousPropertySaysSoInJSON(property: String, verdict: String, vacuity: String) throws {
    let run = try todoshell("--format", "json", "-c", "explore --only add --depth 2 \(property)")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let line = try #require(
      run.output.split(separator: "\n").first { $0.contains(#""answer":"exploration""#) }
    )
    let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let verdicts = try #require(answer?["properties"] as? [[String: Any]])
    #expect(verdicts.count == 1 && verdicts[0]["vacuity"] as? String == vacuity, "\(line)")
    #expect(verdicts[0]["verdict"] as? String == verdict)
  }

  @Test func untilTimeHasPassedTheyNeedNotBe() throws {
    let run = try todoshell("-c", "explore invariant \(completedAreLast)")
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix("# explore: the invariant does not hold after 3 commands\n"),
      "\(run.output)"
    )
    let script = try todoshell("-q", input: run.output)
    #expect(script.status == 1 && script.errors.contains("expectation failed"))
  }

  @Test func printsTheSameBytesEachTime() throws {
    let command = "explore --seed 3 --runs 1000 invariant todos.count < 30"
    let first = try todoshell("-c", "add Milk", "-c", command)
    #expect(try first == todoshell("-c", "add Milk", "-c", command))
    #expect(first.output.contains(" random (up to "))
  }

  @Test func theRuntimeHasNothingToComplainOf() throws {
    let run = try todoshell("-q", "-c", "explore --runs 600")
    #expect(run.status == 0 && run.errors == "", "\(run.output)\(run.errors)")
    let headline = "no issue, endless effect or divergence found in sequences made from 12 commands\n"
    #expect(run.output.hasPrefix(headline))
  }

  /// What Swift prints about the trap is part of the finding, and the process lives.
  @Test(arguments: ["1", "2"]) func aFeatureThatTrapsIsAFindingAndTheProgramGoesOn(workers: String) throws {
    let without = ".chat,.hang,.beat,.trap,.overflow,.abort,.shout"
    let command = "explore --workers \(workers) --all-actions --without \(without)"
    let found = try run(builtProgram("Blinker"), ["-k", "-c", command, "-c", ".tick", "-c", "print count"])
    let trap = "\(trapSignal), Blinker/Blinker.swift:29: Fatal error: the lamp is broken"
    let fault = "the feature traps (\(trap)) after 2 commands"
    #expect(found.errors.hasPrefix("-c:1:1: error: \(fault)\n\(command)\n^~"), "\(found.errors)")
    #expect(found.errors.split(separator: "\n").count == 3, "\(found.errors)")
    #expect(
      found.output.hasPrefix(
        """
        # explore: \(fault)
        # no shorter sequence does this, with the commands and values tried
        .tick
        .strike

        """
      ),
      "\(found.output)"
    )
    #expect(found.output.hasSuffix("\n1\n") && found.status == 1, "\(found.output)")
    let script = try run(builtProgram("Blinker"), ["-q"], input: Data(".tick\n.strike\n".utf8))
    #expect(script.status > 128, "the script traps")
  }

  private var trapSignal: String {
    #if arch(arm64)
      "SIGTRAP"
    #else
      "SIGILL"
    #endif
  }

  @Test func aFeatureWithoutCommandsIsExploredByItsActions() throws {
    let found = try run(
      builtProgram("lamp"),
      ["-c", "explore --at-rest invariant isOn == false || now == 0s"]
    )
    #expect(found.status == 1)
    #expect(found.output.hasSuffix("\nexpect isOn == false || now == 0s\n"))
    let again = try run(builtProgram("lamp"), ["-q"], input: Data(found.output.utf8))
    #expect(again.status == 1 && again.errors.contains("expectation failed"))
  }

  @Test func anAbbreviationIsNoSimplerValue() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\nfilter completed\n", to: "mine.todoscript")
    let found = try todoshell("-c", "explore --runs 1 --corpus \(folder.path) always filter != .completed")
    #expect(found.output.hasSuffix("\nfilter completed\nexpect filter != .completed\n"), "\(found.output)")
  }

  @Test func aComputedPropertyTurnsSymmetryOff() throws {
    let property = #"always filteredTodos.map(\.description) != ["a", "", "a"]"#
    let found = try todoshell("-c", "explore --only add --depth 4 --unordered todos \(property)")
    #expect(found.status == 1 && found.output.contains("\nadd a\nadd\nadd a\n"), "\(found.output)")
    #expect(found.errors.contains("--unordered todos has no effect"), "\(found.errors)")
  }

  private func terminal(_ arguments: [String] = [], home: TemporaryFolder, columns: Int = 100) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(
      [builtProgramPath] + arguments,
      environment: ["HOME": home.path, "NO_COLOR": "1"],
      columns: columns,
      rows: 40
    )
  }

  @Test(arguments: [100, 40]) func aPersonEndsTheSearchAndGoesOn(columns: Int) throws {
    let home = try TemporaryFolder()
    let pty = try terminal(home: home, columns: columns)
    try pty.wait(atPrompt: "#0 +0s> ")
    try pty.send("explore --runs 1000000000 invariant todos.count < 99\r")
    try pty.wait(forText: "explored ")
    try pty.send("\u{3}")
    try pty.wait(forText: "error: interrupted after ")
    try pty.wait(atPrompt: "#0 +0s> ")
    let text = pty.screen.text
    #expect(text.contains("✓ `always todos.count < 99` holds for"))
    #expect(pty.screen.lines.allSatisfy { $0.count <= columns || $0.contains("explore ") }, "\(text)")
    #expect(!text.contains("explored "), "the progress is gone:\n\(text)")
    try pty.send("add Milk\r")
    try pty.wait(atPrompt: "#2 +0s> ")
  }

  @Test func theProgressAlongABranchIsShown() throws {
    let home = try TemporaryFolder()
    let pty = try terminal(
      ["-q", "-c", "add x", "-c", "explore --along --runs 1000000000 always todos.isEmpty"],
      home: home
    )
    try pty.wait(forText: "explored from 0 of 1 moment, ")
    try pty.send("\u{3}")
    _ = try pty.waitForEnd()
    let text = pty.screen.text
    #expect(text.contains("is violated at #2; the interruption left out moments before it"), "\(text)")
    #expect(text.contains("error: interrupted at #0") && !text.contains("explored from"), "\(text)")
  }

  @Test func aBatchThatIsInterruptedSaysWhatItCovered() throws {
    let home = try TemporaryFolder()
    let pty = try terminal(
      ["-c", "explore --runs 1000000000 invariant todos.count < 99", "-c", "add Milk"],
      home: home
    )
    try pty.wait(forText: "explored ")
    try pty.send("\u{3}")
    #expect(try pty.waitForEnd() == .signalled(SIGINT))
    #expect(pty.screen.text.contains("before the interruption"))
    #expect(!pty.screen.text.contains("Milk"), "nothing else runs")
  }
}
