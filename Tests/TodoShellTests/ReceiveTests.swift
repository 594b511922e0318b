import Foundation
import TestSupport
import Testing

/// Scripts as exhaustive test stores.
struct ReceiveTests {
  private static let setUp = "add Milk\nadd Eggs\ntoggle 0\n"

  private func run(_ script: String) throws -> TodoShellRun {
    try todoshell("-q", input: Self.setUp + script)
  }

  @Test func whatWasReceivedCanBeAssertedOnce() throws {
    let run = try run("run\nreceive .sortCompletedTodos\nreceive .sortCompletedTodos\n")
    #expect(run.status == 1)
    #expect(
      run.errors == """
        -:6:9: error: expectation failed: no further action was received
        receive .sortCompletedTodos
                ^~~~~~~~~~~~~~~~~~~
        note: nothing is in flight

        """
    )
  }

  @Test func nothingReceivedNamesWhatIsInFlight() throws {
    let run = try run("receive .sortCompletedTodos\n")
    #expect(run.errors.contains("\nnote: in flight, due in 1s: effect of #5 at Todos.swift:"))
    #expect(run.errors.contains("\nhelp: advance time with 'step', 'advance' or 'run'\n"))
  }

  @Test func anotherActionIsShown() throws {
    let run = try run("run\nreceive .addTodoButtonTapped\n")
    #expect(run.errors.contains("expectation failed: no such action was received"))
    #expect(
      run.errors.contains("note: received:\nnote: #7 +1s .sortCompletedTodos  (effect of #5 at Todos.swift:")
    )
  }

  @Test func actionsThatWereTypedAreNotReceived() throws {
    #expect(try run("receive .todos\n").status == 1)
  }

  @Test func exhaustiveWantsEverythingThatWasReceived() throws {
    let run = try run("set exhaustive on\nrun\n")
    #expect(run.status == 1)
    #expect(
      run.errors.hasPrefix(
        """
        -:4:1: error: expectation failed: at the end, 1 received action had not been asserted
        set exhaustive on
        ^~~~~~~~~~~~~~~~~
        note: #7 +1s .sortCompletedTodos  (effect of #5
        """
      ),
      "\(run.errors)"
    )
  }

  @Test func exhaustiveWantsNothingInFlight() throws {
    let run = try run("set exhaustive on\n")
    #expect(run.status == 1)
    #expect(
      run.errors.hasPrefix("-:4:1: error: expectation failed: at the end, 1 effect was still in flight")
    )
  }

  @Test(arguments: ["begin --seed 7", "load /dev/null"])
  func exhaustiveWantsNothingInFlightBeforeAnotherSession(command: String) throws {
    let run = try run("set exhaustive on\n\(command)\n")
    #expect(run.status == 1)
    #expect(
      run.errors.hasPrefix(
        "-:5:1: error: expectation failed: before another session, 1 effect was still in flight"
      )
    )
  }

  @Test(
    arguments: [
      "set exhaustive on\nrun\nreceive .sortCompletedTodos\nbegin --seed 7",
      "set exhaustive on\nrun\nreceive .sortCompletedTodos", "set exhaustive on\nrun\nreceive --skip",
      "run\nset exhaustive on", "set exhaustive on\nrun\nset exhaustive off",
      "set exhaustive on\nrun\nundo 2",
      "set exhaustive on\nrun\nreceive .sortCompletedTodos\nundo\nredo",
    ]
  )
  func exhaustiveHolds(script: String) throws {
    #expect(try run(script + "\n") == TodoShellRun(status: 0, output: "", errors: ""))
  }

  @Test(arguments: ["quit", "quit 0"])
  func quitEndsTheScriptToo(command: String) throws {
    let run = try run("set exhaustive on\n\(command)\n")
    #expect(
      run.errors.hasPrefix("-:4:1: error: expectation failed: at the end, 1 effect was still in flight")
    )
    #expect(run.status == (command == "quit" ? 1 : 0))
  }

  @Test(
    arguments: [
      ("", "receive .path\nreceive", "no unasserted actions\n"),
      ("set exhaustive on", "receive .found\nreceive .path", ""),
      ("set exhaustive on", "receive --skip .path", ""),
    ]
  )
  func othersMayComeBeforeUnlessItIsExhaustive(start: String, end: String, output: String) throws {
    let run = try runBooks(start, end)
    #expect(run == TodoShellRun(status: 0, output: output, errors: ""))
  }

  @Test func exhaustiveWantsTheNextOneFirst() throws {
    let run = try runBooks("set exhaustive on", "receive .path\nreceive .found")
    #expect(run.status == 1)
    #expect(run.errors.contains(":8:9: error: expectation failed: another action was received before it"))
    #expect(run.errors.contains("\nnote: received:\nnote: #3 +500ms .found("))
    #expect(run.errors.contains("\nhelp: 'receive --skip PATTERN' skips the actions before it\n"))
  }

  /// A line on which two different actions are received.
  private func runBooks(_ start: String, _ end: String) throws -> TodoShellRun {
    try TodoShellTests.run(
      builtProgram("bookshell"),
      ["-q"],
      input: .init("\(start)\nsearch solaris\nrun\nopen 0\nborrow\nset quiet on\nadvance 14d\n\(end)\n".utf8)
    )
  }

  @Test func travelTakesAssertionsAlong() throws {
    let again = try run(
      "run\nreceive .sortCompletedTodos\nundo\nadvance 2s\nreceive\nreceive .sortCompletedTodos\n"
    )
    #expect(again.status == 0, "the new branch received it anew: \(again.errors)")
    #expect(again.output.hasPrefix("#9 +1s .sortCompletedTodos"))
    let back = try run("run\nreceive .sortCompletedTodos\nundo\nredo\nreceive\n")
    #expect(back.output == "no unasserted actions\n")
  }

  /// An action for an element that is not there.
  private static let misuse = #".todos(.element(id: UUID(9), action: .binding(.set(\.isComplete, true))))"#

  @Test func exhaustiveFailsACommandOfWhichAnIssueIsReported() throws {
    let run = try todoshell("-q", input: "set exhaustive on\n\(Self.misuse)\nprint 1\n")
    #expect(run.status == 1 && run.output == "")
    #expect(
      run.errors.hasSuffix(
        """
        -:2:1: error: expectation failed: an issue was reported at TodoShell/Todos.swift:80
        \(Self.misuse)
        ^\(String(repeating: "~", count: Self.misuse.count - 1))
        note: in flight, due in 1s: effect of #1 at Todos.swift:70, id CancelID.todoCompletion
        help: 'set exhaustive off' turns it into a warning

        """
      ),
      "\(run.errors)"
    )
  }

  @Test func withoutItAnIssueIsAWarning() throws {
    for script in ["", "set exhaustive on\nset exhaustive off\n"] {
      let run = try todoshell("-q", input: "\(script)\(Self.misuse)\nprint 1\n")
      #expect(run.status == 0 && run.output == "1\n")
      #expect(run.errors.hasPrefix("TodoShell/Todos.swift:80: warning: "), "\(run.errors)")
    }
  }

  @Test func anIssueIsCountedOnceInABlock() throws {
    let script = "set exhaustive on\nrepeat 3\n\(Self.misuse)\nend\nprint 1\nset exhaustive off\n"
    let run = try todoshell("-q", "-k", input: script)
    #expect(run.status == 1 && run.output == "1\n")
    #expect(run.errors.components(separatedBy: " error: ").count == 4, "\(run.errors)")
    #expect(run.errors.contains("note: in round 3 of 3\n"))
  }

  @Test func anIssueCanBeExpected() throws {
    let script =
      "set exhaustive on\nfails \(Self.misuse)\n| …\n| …an issue was reported at TodoShell/Todos.swift…\nset exhaustive off\n"
    let run = try todoshell("-q", input: script)
    #expect(run.status == 0, "\(run.errors)")
  }
}
