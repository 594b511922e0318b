import Core
import TodoShellSystem
import Testing

@testable import TodoShellPlatform

/// One at a time: each watches for SIGCONT, of which the process has one action.
@Suite(.serialized) struct ChildProgramTests {
  @Test(arguments: [("exit 3", ChildProgram.Ending.exited(3)), ("kill -TERM $$", .signalled(SIGTERM))])
  func itsEndIsReported(command: String, ending: ChildProgram.Ending) throws {
    #expect(try ChildProgram(command).waitForEnd() == ending)
  }

  /// 'fg' continues this program and its child together, but not at the same instant. A child that is still stopped then
  /// must not stop this program again, which would stop the tests for ever.
  @Test func aChildThatIsContinuedLateIsContinued() throws {
    let child = try ChildProgram("kill -STOP $$; exit 3")
    // To this thread, so that it has arrived when the call returns.
    raise(SIGCONT)
    #expect(child.waitForEnd() == .exited(3))
  }
}
