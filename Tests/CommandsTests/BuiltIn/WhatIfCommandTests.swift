import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// Doing the line again in another way, and the drawing of what comes of it.
struct WhatIfCommandTests {
  private func output(_ script: String) -> String {
    let run = CounterShell().run("set diff off\nset quiet on\n" + script)
    return run.output + run.errors
  }

  @Test func aSkippedCommandIsReportedWithWhatDiffers() {
    let text = output("up 2\nsoon\nadvance 2s\nset quiet off\nset diff on\nskip 3")
    #expect(
      text == """
        without 'soon': #7, a branch from #2; 1 command replayed
        first difference: #5 .up did not happen
        - Counter.State(count: 3)
        + Counter.State(count: 2)

        """
    )
  }

  @Test func theOriginalIsWhereItWas() {
    #expect(output("up\nup 2\nskip 1\nvalue\ngoto -\nvalue\nlog 1") == "2\n3\n> #3  +0s  .up  typed\n")
  }

  @Test func anAmendedCommandTakesThePlace() {
    #expect(output("up\nup 2\namend 1 up 5\nvalue\ngoto -\namend 3 down\nvalue") == "7\n0\n")
    #expect(output("up\namend 1 down\nvalue").hasPrefix("1\n-c:4:1: error: this is zero already") == false)
  }

  private func roster(_ lines: String...) -> String {
    let shell = RecordedShell(.roster)
    for line in lines { shell.run(line) }
    return shell.out.text + shell.err.text
  }

  @Test func whatFollowsIsDoneAgainByItsWords() {
    #expect(roster("add A", "add B", "skip 2", "names") == "B\n")
    #expect(roster("add A", "add B", "toggle 0", "skip 4", "names") == "A*\n")
    #expect(roster("add A", "add B", "remove 0", "amend 2 add C", "names") == "C\n")
    #expect(roster("add A", "add B", "amend 4 --before 2", "names") == "A B\n")
    // An id that was typed stays the same one.
    #expect(roster("add A", "add B", ".toggle(UUID(1))", "skip 2", "names") == "B\n")
  }

  @Test func aCommandThatFailsNowIsReportedAndLeftOutAndComesBack() {
    let shell = RecordedShell(.roster, isQuiet: false)
    shell.run("set diff off", "add A", "add B", "toggle 1", "draw")
    let before = shell.out.text.count
    shell.run("skip 2", "set quiet on", "names", "skip --restore 2", "names")
    #expect(
      shell.out.text.dropFirst(before) == """
        without 'add A': #9, a branch from #0; 2 commands replayed, 1 failed
        first difference:
        - #4 .rename(UUID(1), "B")
        + #8 .rename(UUID(0), "B")
        B
        B A*

        """
    )
    #expect(
      shell.err.text == """
        warning: 'toggle 1' of #5 failed: no entry 1; the list shows only entry 0
        note: 'toggle 1' had been left out, but succeeded this time: #14

        """,
      "\(shell.err.text)"
    )
  }

  @Test func aLongDifferenceIsCutBeforeIt() {
    let name = String(repeating: "na", count: 40)
    let shell = RecordedShell(.roster, isQuiet: false)
    shell.run("set diff off", "add \(name)1", "amend 2 add \(name)2")
    let lines = shell.out.text.split(separator: "\n").suffix(3)
    #expect(
      lines == ["first difference:", "- #2 …\(name.suffix(68))1\")", "+ #4 …\(name.suffix(68))2\")"],
      "\(lines)"
    )
  }

  @Test func aNumberOfTheOldBranchNamesTheTurnThatReplacesIt() {
    #expect(output("up\nup 2\nup 3\nskip 1\namend 2 up 5\nvalue") == "8\n")
    #expect(output("up\nup 2\namend 1 up 5\nskip 1\nvalue") == "2\n")
  }

  @Test func aFailedAmendmentLeavesEverything() {
    let run = CounterShell().run("set quiet on\nup\nup\nundo\namend 1 down")
    #expect(run.errors == "-c:5:1: error: this is zero already\namend 1 down\n^~~~~~~~~~~~\n")
    #expect(output("up\nup\nundo\nvalue") == "1\n")
  }

  @Test func commandsChangeTheirOrder() {
    #expect(
      output("up\nup\ndown\namend 2 --before 1\nvalue\nlog 3") == """
        1
          #4  +0s  .up    up
          #5  +0s  .up    up
        > #6  +0s  .down  down

        """
    )
  }

  @Test func whatWasSkippedComesBack() {
    for option in ["--restore", "-d", "--delete"] {
      #expect(output("up\nup 2\nskip 1\nskip \(option) 1\nvalue") == "3\n")
    }
  }

  @Test func aLineIsVerified() {
    #expect(output("up\nsoon\nrun\nverify") == "reproducible: 4 moments replayed identically\n")
  }

  @Test func whatCannotBeMadeAgainIsNamedWithBothActions() {
    final class Outside: @unchecked Sendable { var value = 0 }
    let outside = Outside()
    let vocabulary = Vocabulary<[Int], Int>("Own") {
      Command("go", summary: "Go") { turn in turn.send(0) }
    }
    let application = ShellApplication(name: "own", vocabulary: vocabulary) { _, _ in
      Session(initialState: []) {
        Reduce<[Int], Int> { state, action in
          state.append(action)
          outside.value += 1
          return action == 0 ? .send(outside.value) : .none
        }
      }
    }
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.commands = ["go", "verify"]
    configuration.isQuiet = true
    let status = application.run(configuration, console: Console(output: out.output, errors: err.output))
    #expect(status == 1)
    #expect(err.text.contains("moment 2 came out differently"))
    #expect(
      err.text.contains("recorded 1 at +0s, now 3 at +0s with a different state"),
      "\(err.text)"
    )
    #expect(err.text.contains("note: -   [1]: 1\nnote: +   [1]: 3"), "\(err.text)")
    #expect(err.text.contains("help: take time, dates, ids and random numbers from dependencies"))
  }

  @Test func theTreeShowsBranchesMarksAndWhereOneIs() {
    let script = "up\nup\nup\nmark top\ngoto 1\ndown\nup\ngoto 2\ndown\ngoto 5\ntree"
    #expect(
      output(script) == """
        #0 +0s  start
        #1 +0s  up
        ├─ #2 +0s  up
        │  ├─ #3 +0s  up [top]
        │  └─ #6 +0s  down
        └─ #4 +0s  down
           #5 +0s  up ← here

        """
    )
  }

  @Test func theTreeKeepsTheBlanksOfWhatWasTyped() {
    #expect(output("up\nup\nskip   1\ntree").contains("(skip   1)"))
  }

  @Test func longStretchesOfATreeAreFolded() {
    let script = Array(repeating: "up", count: 20).joined(separator: "\n")
    #expect(
      output("\(script)\ntree") == """
        #0  +0s  start
        #1  +0s  up
        #2  +0s  up
        ┆  15 commands, #3 to #17
        #18 +0s  up
        #19 +0s  up
        #20 +0s  up ← here

        """
    )
    #expect(output("\(script)\ntree --full").split(separator: "\n").count == 21)
  }

  @Test func aDeepTreeIsDrawnWithoutEnd() {
    var script = ""
    for number in 1...200 { script += "up\nup\ngoto \(2 * number - 1)\n" }
    let lines = output(script + "tree").split(separator: "\n")
    #expect(lines.count > 200)
    #expect(lines.allSatisfy { $0.count < 120 })
  }

  @Test func aSourcedScriptStopsAtABreakpointThatWasThereBefore() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("up\nup\nup\nup\n", to: "inner.todoscript")
    #expect(
      output("break count == 2\nsource \(path)\nvalue") == """
        stopped at #2 by break 1: count == 2
        the last 2 commands of \(path) did not run
        2

        """
    )
    try folder.write("up\nup 3\nup\n", to: "inner.todoscript")
    #expect(
      output("break count == 2\nsource \(path)\nvalue") == """
        break 1 reached at #2: count == 2
        the last command of \(path) did not run
        4

        """,
      "a command is not cut in two, and so it is not told to have stopped there"
    )
    try folder.write("break count == 2\nup\nup\nup\nup\n", to: "inner.todoscript")
    #expect(output("source \(path)\nvalue") == "break 1 reached at #2: count == 2\n4\n")
  }

  @Test func infoTellsOfMomentsBranchesAndRebuilds() {
    let text = output("soon\nup\nundo\nup\nmark x\ninfo")
    #expect(
      text.hasPrefix(
        """
        moments    4, 3 of them on this branch
        commands   3
        branches   2
        marks      1
        moves      1
        in flight  1
        rebuilds   1, replaying 1 moment
        memory
        """
      ),
      "\(text)"
    )
  }
}
