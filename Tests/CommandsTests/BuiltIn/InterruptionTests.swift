import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// What takes long ends when someone wants it to, and the session is as it was.
struct InterruptionTests {
  /// A shell in which everything is in flight all the time, so that no engine can be made again without much playing.
  private func makeShell() -> RecordedShell<Counter.State, Counter.Action> {
    let shell = RecordedShell(CounterShell.application)
    shell.run("soon")
    for _ in 0..<50 { shell.run("up") }
    return shell
  }

  @Test(arguments: [
    "skip 2", "skip --restore 52", "amend 2 up 2", "amend 9 --before 2", "verify",
    "expect always count < 1000", "shorten never .down", "find count == 1000", "find -a count == 3",
    "find --periods count > 1000", "find --periods --all count == 3",
    "blame count - count",
    "goto --changed count - count", "log --changed count", "log --text 17", "log --action .down", "up",
  ])
  func aCommandEndsAndTheSessionIsKept(command: String) {
    let shell = makeShell()
    shell.run("up", "undo 2", "up", "goto 49")
    let before = shell.everything
    var questions = 0
    shell.shell.debugger.isInterrupted = {
      questions += 1
      return questions == 10
    }
    shell.run(command)
    #expect(shell.err.text.contains("error: interrupted"), "\(command): \(shell.err.text)")
    #expect(questions == 10, "nothing was looked at afterwards")
    let session = shell.shell.session
    #expect(session.moment.number == 49 && session.line.last == 53)
    shell.shell.debugger.isInterrupted = { false }
    if !command.contains("-moment"), !["skip", "amen", "unsk"].contains(command.prefix(4)) {
      #expect(shell.everything == before)
    }
    shell.run("down", "run")
    #expect(session.state.count == 48)
  }

  @Test(arguments: [
    (
      "explore --only up always count < 53, always count < 1000", 60,
      "error: the invariant does not hold after 1 command"
    ),
    ("shorten count < 50", 200, "error: interrupted: a shorter script may exist"),
  ])
  func whatWasFoundBeforeAnInterruptionIsTried(command: String, limit: Int, error: String) {
    let shell = makeShell()
    shell.run("up")
    var questions = 0
    shell.shell.debugger.isInterrupted = {
      questions += 1
      return questions > limit
    }
    shell.run(command)
    #expect(questions > limit)
    #expect(shell.err.text.contains(error), "\(shell.err.text)")
    #expect(
      shell.out.text.contains("\nup\n") && !shell.out.text.contains("run separately"),
      "\(shell.out.text)"
    )
  }

  @Test func aSourcedScriptEndsBetweenItsCommands() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "print 1\n", count: 100), to: "long.todoscript")
    let shell = makeShell()
    var questions = 0
    shell.shell.debugger.isInterrupted = {
      questions += 1
      return questions == 20
    }
    shell.run("source \(path)")
    #expect(shell.err.text == "error: interrupted\n")
    #expect(shell.out.text.split(separator: "\n").count <= 20)
  }

  @Test func whatEndsInABlockCountsTheMomentsOfAllRounds() {
    let shell = makeShell()
    let count = shell.shell.session.moments.count
    shell.shell.debugger.isInterrupted = { [shell = shell.shell] in shell.session.moments.count >= count + 7 }
    shell.run("repeat 100 up 2")
    #expect(shell.err.text.contains("error: interrupted after 7 moments\n"), "\(shell.err.text)")
  }

  @Test func aLogThatHidesWhatDidNothingEnds() {
    let shell = makeShell()
    shell.run("set noop hide")
    shell.shell.debugger.isInterrupted = { true }
    shell.run("log")
    #expect(shell.err.text.contains("error: interrupted"))
  }

  @Test func aTestThatIsSavedIsWrittenAsAWholeOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    let shell = makeShell()
    var questions = 0
    shell.shell.debugger.isInterrupted = {
      questions += 1
      return questions == 10
    }
    shell.run("save --expect \(folder.file("test"))")
    #expect(shell.err.text.contains("error: interrupted\n"), "\(shell.err.text)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("test")))
  }
}
