import Core
import Glibc
import Testing

@testable import Debugger

@Suite struct SystemErrorRemedyTests {
  @Test(arguments: [ENOSPC, EDQUOT]) func aFullDiskIsNotTheOnlyOne(code: Int32) {
    let error = SystemError("write", subject: "file", code: code)
    #expect(error.remedyOfWriting == "make room on that disk, or name a file on another one")
  }

  @Test func mostReasonsSayItAll() {
    #expect(SystemError("write", subject: "file", code: EACCES).remedyOfWriting == nil)
  }
}
