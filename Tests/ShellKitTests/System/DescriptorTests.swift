import CLibedit
import Core
import Foundation
import Testing

@testable import ShellKit

@Suite struct DescriptorTests {
  /// Larger than a pipe holds, so that both ends have to wait.
  @Test func allArrivesThoughBothEndsAreNonBlocking() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(terminal_signals_make_pipe(&ends) == 0, "both ends of this one are non-blocking")
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let writer = Thread {
      _ = bytes.withUnsafeBytes { Descriptor.write($0, to: writing, subject: "pipe") }
      close(writing)
    }
    writer.start()
    #expect(try Descriptor.read(reading, subject: "pipe") == bytes)
  }

  @Test func anErrorNamesWhatWasReadAndTheReason() {
    #expect(throws: SystemError("read", subject: "/", code: EISDIR)) { try Descriptor.read(path: "/") }
    #expect(SystemError("read", subject: "/", code: EISDIR).description == "cannot read '/': Is a directory")
    #expect(SystemError("make a pipe", code: EMFILE).description == "cannot make a pipe: Too many open files")
  }
}
