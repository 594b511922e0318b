import Foundation
import TestSupport
import Testing

/// What a batch prints, and with which exit code it ends.
struct BatchTests {
  @Test func aScriptOnStandardInputRuns() throws {
    let script = "add Milk\ntoggle 0\nadvance 1s\nundo\nundo\nexpect todos[0].isComplete == false\n"
    let run = try todoshell(input: script)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.contains("#5 +1s .sortCompletedTodos  (effect of #3 at Todos.swift:"))
  }

  @Test func aDashIsStandardInput() throws {
    #expect(try todoshell("run", "-", "-q", input: "print 1\n").output == "1\n")
  }

  @Test func aFalseExpectationNamesItsPlaceAndBothValues() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\n  expect todos.count == 2\nprint 1\n", to: "a.todoscript")
    let run = try todoshell("run", "-q", "a.todoscript", in: folder.url)
    #expect(run.status == 1)
    #expect(run.output == "", "nothing runs after a failure")
    #expect(
      run.errors == """
        a.todoscript:2:10: error: expectation failed: todos.count == 2 does not hold
          expect todos.count == 2
                 ^~~~~~~~~~~~~~~~
        note: todos.count is 1
        note: compared with 2

        """
    )
  }

  @Test func anUnknownCommandIsFoundBeforeAnythingRuns() throws {
    let run = try todoshell(input: "add Milk\ntogle 0\nadd Eggs\nadvnce 1s\n")
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(
      run.errors == """
        -:2:1: error: unknown command 'togle'
        togle 0
        ^~~~~
        help: did you mean 'toggle'?
        -:4:1: error: unknown command 'advnce'
        advnce 1s
        ^~~~~~
        help: did you mean 'advance'?
        2 errors; nothing was run

        """
    )
  }

  @Test func nothingRunsWhenTheLastOfManyScriptsDoesNotParse() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\n", to: "good")
    try folder.write("nonsense\n", to: "bad")
    let run = try todoshell("good", "bad", in: folder.url)
    #expect(run.status == 2)
    #expect(run.output == "")
  }

  @Test func eachScriptHasASessionOfItsOwn() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\nexpect todos.count == 1\n", to: "a")
    try folder.write("expect todos.isEmpty\nadd Milk\nexpect todos.count == 2\n", to: "b")
    let run = try todoshell("run", "a", "b", "a", in: folder.url)
    #expect(run.status == 1, "the second one fails, and the third runs all the same")
    #expect(
      run.output.hasSuffix(
        """

        ok      a  2 commands, 1 expectation
        FAILED  b  expectation failed: todos.count == 2 does not hold
        ok      a  2 commands, 1 expectation
        1 failed, 2 passed

        """
      )
    )
  }

  @Test func checkRunsNothing() throws {
    #expect(try todoshell("-n", input: "add Milk\n") == TodoShellRun(status: 0, output: "", errors: ""))
    #expect(try todoshell("--check", input: "nonsense\n").status == 2)
    let summary = try todoshell("--check", "--format", "json", input: "add Milk\n").output
    #expect(summary == #"{"event":"summary","scripts":1,"ok":1,"failed":0,"status":0}"# + "\n")
  }

  @Test func keepGoingRunsTheRestAndStillFails() throws {
    let run = try todoshell("-k", "-q", input: "toggle 9\nexpect 1 == 2\nprint todos.count\n")
    #expect(run.status == 1)
    #expect(run.output == "0\n")
    #expect(run.errors.contains("-:1:8: error: no todo 9; the list is empty"))
    #expect(run.errors.contains("-:2:8: error: expectation failed"))
  }

  @Test func echoShowsCommandsBehindThePrompt() throws {
    let run = try todoshell("-eq", input: "add Milk # a comment\nundo\nlist\n")
    #expect(
      run.output == """
        #0 +0s> add Milk
        #2 +0s> undo
        #0 of 2 +0s> list
        no todos: 'add TEXT' adds one

        """
    )
  }

  @Test func commandsOfTheCommandLineRunInOrder() throws {
    let run = try todoshell("-q", "-c", "add Milk", "-c", "list")
    #expect(run == TodoShellRun(status: 0, output: "0 [ ] Milk\n", errors: ""))
    #expect(try todoshell("-c", "list", "-c", "x").errors.hasPrefix("-c:2:1: error: unknown command 'x'"))
  }

  @Test(arguments: [
    ("quit", 0), ("quit 7", 7), ("exit 255", 255), ("toggle 0\nquit", 1), ("toggle 0\nquit 0", 0),
  ])
  func quitEndsTheScriptWithItsCode(script: String, status: Int32) throws {
    let run = try todoshell("-qk", input: "\(script)\nprint 1\n")
    #expect(run.status == status)
    #expect(run.output == "")
  }

  @Test(
    arguments: [
      (["--bogus"], 64), (["-c"], 64), (["-c", "list", "a", "b"], 64), (["--color", "blue"], 64),
      (["--seed", "x"], 64), (["-", "-"], 64), (["no-such-file"], 66), (["/"], 66), (["/proc/self/mem"], 74),
    ] as [([String], Int32)]
  )
  func wrongCommandLinesHaveTheirOwnCodes(arguments: [String], status: Int32) throws {
    let run = try run(builtProgramPath, arguments)
    #expect(run.status == status)
    #expect(run.output == "")
    #expect(!run.errors.isEmpty)
  }

  /// The signal that says so would end the program, and with it a session that nothing records.
  @Test func aFileThatMayNotBecomeLargerIsAnError() throws {
    let folder = try TemporaryFolder()
    let save = "'\(builtProgramPath)' -q -c 'repeat 3000 add e' -c 'save S'"
    let run = try run("/bin/sh", ["-c", "ulimit -f 1; \(save)"], in: folder.url)
    #expect(run.status == 1 && run.errors.contains("cannot write 'S': File too large"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("S")))
  }

  @Test func aFullDiskIsAnError() throws {
    let run = try run("/bin/sh", ["-c", "'\(builtProgramPath)' -c 'print 1' > /dev/full"])
    #expect(run.status == 74)
    #expect(run.errors == "todoshell: error: cannot write to standard output: No space left on device\n")
  }

  /// A pipe of the program itself must not take the place of its standard output.
  @Test(
    arguments: ["-q", "-i", "-i --format json", "--format json", "mcp", "lsp", "dap"],
    [">&-", "<&- >&-"]
  )
  func aClosedStandardOutputIsNotWaitedFor(mode: String, closing: String) throws {
    let script = "printf 'list\\n' | { '\(builtProgramPath)' \(mode) \(closing); }"
    let run = try run("/bin/sh", ["-c", script])
    #expect(run.output.isEmpty)
    if closing == ">&-", mode.hasPrefix("-") {
      #expect(run.status == 74 && run.errors.contains("cannot write to standard output: Bad file descriptor"))
    }
  }

  @Test func aClosedStandardInputSaysNothing() throws {
    let run = try run("/bin/sh", ["-c", "'\(builtProgramPath)' <&-"])
    #expect(run == TodoShellRun(status: 0, output: "", errors: ""))
  }

  @Test(arguments: ["", "trap '' PIPE; "])
  func aReaderThatLeavesIsNoReasonToComplain(preparation: String) throws {
    let script = "\(preparation){ '\(builtProgramPath)'; echo \"status $?\" >&2; } | head -n 1"
    let input = String(repeating: "add Milk\n", count: 2000)
    let run = try run("/bin/sh", ["-c", script], input: .init(input.utf8))
    #expect(run.output == "#1 +0s .addTodoButtonTapped  (typed)\n")
    #expect(run.errors == "status 141\n")
  }

  @Test func errorsComeInOrderWithResults() throws {
    let script = "printf 'print 1\\ntoggle 9\\nprint 2\\n' | '\(builtProgramPath)' -k 2>&1"
    let run = try run("/bin/sh", ["-c", script])
    #expect(
      run.output == """
        1
        -:2:8: error: no todo 9; the list is empty
        toggle 9
               ^
        2

        """
    )
  }

  @Test(arguments: ["a", "ad", "adv 1s\nund\nred", "l", "s"])
  func ambiguousStartsOfCommandsAreErrorsAndOthersWork(script: String) throws {
    let run = try todoshell("-q", input: script + "\n")
    #expect((run.status == 2) == ["a", "ad", "l", "s"].contains(script), "\(run.errors)")
  }

  @Test func anAmbiguousStartListsWhatItCouldMean() throws {
    let run = try todoshell("-c", "ad Milk")
    #expect(run.errors.contains("'ad' is ambiguous: add, advance"))
    let alias = try todoshell("-c", "e x")
    #expect(
      alias.errors.contains(
        "'e' is ambiguous: edit, effects, end, exit, expect, explore, export\n"
      )
    )
  }
}
