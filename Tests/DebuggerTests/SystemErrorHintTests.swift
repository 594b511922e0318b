import Core
import Glibc
import Testing

@testable import Debugger

@Suite struct SystemErrorHintTests {
  @Test(arguments: [ENOSPC, EDQUOT]) func aFullDiskIsNotTheOnlyOne(code: Int32) {
    let error = SystemError("write", subject: "file", code: code)
    #expect(error.hintForWriting == "make room on that disk, or name a file on another one")
  }

  @Test func mostReasonsSayItAll() {
    #expect(SystemError("write", subject: "file", code: EACCES).hintForWriting == nil)
  }
}
