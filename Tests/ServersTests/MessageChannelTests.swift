import TodoShellCommands
import Core
import Dispatch
import TodoShellSystem
import TodoShellServers
import Testing
import TodoShellValues

struct MessageChannelTests {
  /// A pipe and a function that writes a line into it.
  private func makeInput() throws -> (end: Int32, send: (String) -> Void, close: () -> Void) {
    let (end, source) = try Descriptor.pipe()
    func send(_ line: String) {
      let bytes = Array((line + "\n").utf8)
      #expect(write(source, bytes, bytes.count) == bytes.count)
    }
    return (end, send, { _ = close(source) })
  }

  /// A client can close one pipe and keep the other one open.
  @Test func nothingIsAwaitedOnceTheOutputHasFailed() throws {
    let input = try makeInput()
    defer {
      input.close()
      close(input.end)
    }
    let output = Output { _ in .closed }
    let channel = MessageChannel(.lines, input: input.end, output: output) { $0 }
    #expect(!channel.hasFailed)
    channel.send("an answer")
    #expect(channel.hasFailed && output.failure == .closed)
    // The message only ends the wait that there should not be.
    #expect(try channel.next(timeout: { .zero }, whenIdle: { input.send("a message") }) == nil)
  }

  /// The answer of the first request is taken only after two more requests have been read; between these, the server
  /// asks whether the output has failed.
  @Test func anAnswerThatIsNotTakenDoesNotStopTheReader() throws {
    let input = try makeInput()
    defer { close(input.end) }
    func request(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"queued"}"# }
    let wasRead = DispatchSemaphore(value: 0)
    var answers = 0
    let output = Output { _ in
      answers += 1
      guard answers == 1 else { return nil }
      input.send(request(2))
      input.send(request(3))
      input.close()
      wasRead.wait()
      return nil
    }
    let channel = MessageChannel(.lines, input: input.end, output: output, parse: RPCMessage.init)
    let server = RPCServer(channel, cancellation: .modelContext)
    let queue = DispatchQueue(label: "queue")
    var requests = 0
    server.onQueues("queued") { (params) throws(RPCError) -> RPCServer.Placement in
      requests += 1
      if requests == 3 { wasRead.signal() }
      return (queue, { _ in params }, {})
    }
    input.send(request(1))
    try server.run()
    #expect(answers == 3)
  }
}
