import Core
import TodoShellSystem
import Testing

@testable import TodoShellDebugger

struct SystemErrorStatusTests {
  @Test(arguments: [ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EACCES, ENXIO])
  func whatIsNoReadableFileIsNoInput(code: Int32) {
    #expect(SystemError("read", subject: "x", code: code).inputStatus == ExitStatus.noInput)
  }

  @Test func whatGoesWrongWithAFileIsAnErrorOfInputAndOutput() {
    #expect(SystemError("read", subject: "x", code: EIO).inputStatus == ExitStatus.inputOutput)
    #expect(SystemError("write", subject: "x", code: EACCES).inputStatus == ExitStatus.inputOutput)
  }
}
