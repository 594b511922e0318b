import Foundation
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

struct OutputTests {
  @Test func bytesAreWrittenWhenTheBufferIsFullOrFlushed() {
    var writes: [Int] = []
    let output = Output(capacity: 10) {
      writes.append($0.count)
      return nil
    }
    output.put("12345")
    #expect(writes == [])
    output.put("67890ä")
    #expect(writes == [12])
    output.put("1")
    output.flush()
    output.flush()
    #expect(writes == [12, 1])
  }

  @Test func nothingIsWrittenAfterAFailure() {
    var count = 0
    let output = Output(capacity: 1) { _ in
      count += 1
      return .closed
    }
    output.put("a")
    output.put("b")
    output.flush()
    #expect(count == 1)
    #expect(output.failure == .closed)
  }

  @Test func aFullDiskIsAnError() {
    let device = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(device) }
    let full = Output(descriptor: device)
    full.put("a")
    full.flush()
    #expect(full.failure == .system(ENOSPC))
  }

  @Test func errorsFollowWhatWasPrintedBefore() {
    var text = ""
    let stream = {
      Output { bytes in
        text += String(decoding: bytes, as: UTF8.self)
        return nil
      }
    }
    let console = Console(output: stream(), errors: stream())
    console.print("one")
    console.report("two")
    console.print("three")
    console.flush()
    #expect(text == "one\nerror: two\nthree\n")
  }

  @Test(arguments: [(nil, 3), (.closed, 141), (.system(ENOSPC), 74)] as [(Output.Failure?, Int32)])
  func outputThatDidNotArriveDecidesTheExitCode(failure: Output.Failure?, status: Int32) {
    let console = Console(output: Output { _ in failure }, errors: Output { _ in nil })
    console.print("text")
    #expect(console.finish(3) == status)
  }
}
