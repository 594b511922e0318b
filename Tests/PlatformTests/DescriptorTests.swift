import Core
import Foundation
import TodoShellSystem
import TestSupport
import Testing

@testable import TodoShellPlatform

struct DescriptorTests {
  /// Larger than a pipe holds, so that both ends have to wait.
  @Test func allArrivesThoughBothEndsAreNonBlocking() async throws {
    let (reading, writing) = try Descriptor.pipe(O_NONBLOCK)
    defer { close(reading) }
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let writer = Thread {
      _ = bytes.withUnsafeBytes { Descriptor.write($0, to: writing, subject: "pipe") }
      close(writing)
    }
    writer.start()
    #expect(try Descriptor.read(reading, subject: "pipe") == bytes)
  }

  /// A program that another test started kept the pipe of a debugger's client, and the server waited for its end.
  @Test func aProgramThatIsStartedDoesNotKeepAPipeOpen() throws {
    let (input, pipe) = (try Descriptor.pipe(), try Descriptor.pipe())
    defer { for end in [input.read, pipe.read] { close(end) } }
    let program = try ChildProgram("cat", input: input.read)
    close(pipe.write)
    var request = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 10_000) == 1, "the pipe is still open")
    close(input.write)
    #expect(program.waitForEnd() == .exited(0))
  }

  @Test func aWaitForSeveralSaysWhichIsReady() throws {
    let (idle, full) = (try Descriptor.pipe(), try Descriptor.pipe())
    defer { for end in [idle.read, idle.write, full.read, full.write] { close(end) } }
    #expect(write(full.write, "x", 1) == 1)
    var requests = [pollfd(idle.read), pollfd(full.read)]
    #expect(try Descriptor.wait(for: &requests).isReady)
    #expect(requests.map { $0.revents != 0 } == [false, true])
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)])
  func aWaitEndsAfterItsTime(time: Duration) throws {
    let idle = try Descriptor.pipe()
    defer { for end in [idle.read, idle.write] { close(end) } }
    #expect(try !Descriptor.wait(for: idle.read, POLLIN, atMost: time))
  }

  @Test func anErrorNamesWhatWasReadAndTheReason() {
    #expect(throws: SystemError("read", subject: "/", code: EISDIR)) { try AtomicFile.read("/") }
    #expect(SystemError("read", subject: "/", code: EISDIR).description == "cannot read '/': Is a directory")
    #expect(SystemError("make a pipe", code: EMFILE).description == "cannot make a pipe: Too many open files")
  }

  @Test func aWaitForAReaderEndsWhenItIsInterrupted() throws {
    let ends = try Descriptor.pipe()
    defer { for end in [ends.read, ends.write] { close(end) } }
    let bytes = [UInt8](repeating: 7, count: 1_000_000)
    var asked = 0
    let failure = bytes.withUnsafeBytes {
      Descriptor.write($0, to: ends.write, subject: "pipe") {
        asked += 1
        return true
      }
    }
    #expect(failure == SystemError("write", subject: "pipe", code: EINTR))
    #expect(asked == 1, "as long as there is room, it is not asked")
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: SystemError("write", subject: path, code: EINTR)) {
      try Descriptor.open(forWriting: path) { true }
    }
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let writer = try Descriptor.open(forWriting: path) { true }
    close(writer)
  }

  /// The thread that opens the pipe may already have succeeded when the wait is interrupted.
  @Test func aPipeOpenedDuringTheInterruptIsClosed() throws {
    let folder = try TemporaryFolder()
    for number in 0..<100 {
      let path = folder.file("pipe \(number)")
      try #require(mkfifo(path, 0o600) == 0)
      var reader: Int32 = -1
      #expect(throws: SystemError("write", subject: path, code: EINTR)) {
        try Descriptor.open(forWriting: path) {
          // Waits for a writer.
          reader = TodoShellSystem.open(path, O_RDONLY)
          return true
        }
      }
      defer { close(reader) }
      // The input ends when the last writer closes the pipe; ten seconds are more than enough for a thread to do so.
      var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      #expect(poll(&request, 1, 10_000) == 1, "the pipe is still open")
      if request.revents == 0 { return }
    }
  }
}
