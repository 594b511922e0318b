import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// What `explore` finds as a branch of the session.
struct LandingTests {
  @Test func aFindingBecomesABranchCommandByCommand() {
    let shell = RecordedShell(.roster)
    shell.run("add a", "explore --land --only add,toggle always entries.count(where: \\.isDone) < 2")
    #expect(shell.record == ["add a", "add a", "toggle all"], "\(shell.record)")
    #expect(
      shell.err.text.contains("landed at #6, on a branch from #2: 'goto 2' returns"),
      "\(shell.err.text)"
    )
    shell.run("undo", "print entries.count(where: \\.isDone)")
    #expect(shell.out.text.hasSuffix("\n0\n"), "\(shell.out.text)")
  }

  @Test func landGoesToTheShortestFinding() {
    let shell = RecordedShell(.roster)
    shell.run(
      "explore --land --only add,toggle always entries.count(where: \\.isDone) < 2, always entries.count < 2"
    )
    #expect(shell.record == ["add a", "add a"], "\(shell.record)")
  }

  @Test func aStateThatWasToBeReachedIsGoneTo() {
    let shell = RecordedShell(.roster)
    shell.run("explore --land --only add sometimes entries.count == 2", "print entries.count")
    #expect(shell.out.text.hasSuffix("\n2\n"), "\(shell.out.text)")
  }

  @Test func aViolationThatIsHereNeedsNoBranch() {
    let shell = RecordedShell(.roster)
    shell.run("add a", "explore --land always entries.isEmpty")
    #expect(
      shell.record == ["add a"] && shell.err.text.contains("stayed at #2: nothing needs to be run\n"),
      "\(shell.err.text)"
    )
  }

  @Test func withoutAFindingTheSessionStaysWhereItIs() {
    let shell = RecordedShell(.roster)
    shell.run("add a", "explore --land --only draw --runs 50 always entries.count < 2")
    #expect(shell.record == ["add a"] && shell.err.text == "", "\(shell.err.text)")
  }
}
