import Core
import TodoShellSystem
import Testing

@testable import TodoShellDebugger

struct SystemErrorHintTests {
  @Test(arguments: [ENOSPC, EDQUOT]) func aFullDiskIsNotTheOnlyOne(code: Int32) {
    let error = SystemError("write", subject: "file", code: code)
    #expect(error.hintForWriting == "free space on the disk, or choose a file on another disk")
  }

  @Test func mostReasonsSayItAll() {
    #expect(SystemError("write", subject: "file", code: EACCES).hintForWriting == nil)
  }
}
