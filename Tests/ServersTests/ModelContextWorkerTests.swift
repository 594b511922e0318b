import TodoShellCommands
import Core
import TodoShellSystem
import TodoShellServers
import Synchronization
import TestSupport
import Testing
import TodoShellValues

/// Sessions of one server that are busy at the same time, which the thread sanitizer looks at, too.
struct ModelContextWorkerTests {
  /// As many states as sequences of actions.
  private struct Tape: Reducer {
    struct State: Equatable, Sendable { var bits: [Bool] = [] }
    enum Action: Sendable { case zero, one }

    var willReduce: @Sendable () -> Void = {}

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      willReduce()
      state.bits.append(action == .one)
      return .none
    }
  }

  private func serve(_ channel: MessageChannel<RPCMessage>, _ tape: Tape = Tape()) throws {
    let application = ShellApplication<Tape.State, Tape.Action>(name: "tape") {
      Session(initialState: Tape.State(), seed: $0, epoch: $1) { tape }
    }
    try ModelContextServer(channel, application.erased) { seed, _ in Interpreter(application, seed: seed ?? 0)
    }
    .run()
  }

  private func call(_ tool: String, _ arguments: String, id: Int) -> String {
    let meta =
      #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
      + #""io.modelcontextprotocol/clientCapabilities":{}}"#
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","#
      + #""params":{"name":"\#(tool)","arguments":{\#(arguments)},\#(meta)}}"#
  }

  @Test func sessionsThatAreBusyAtOnceShareNothing() throws {
    let define = [
      "let last = true", "macro put n=1", "  repeat $n .one", "  expect bits.last == $last", "end",
      "alias unput = undo",
    ]
    let lines = ["put", "put 2", "find bits.last == $last", "unput"].map { "\"\($0)\"" }
    let explore = #""runs":60,"depth":5,"properties":"always bits.count < 99, sometimes bits.count > 4""#
    var calls = [call("new_session", "", id: 0)]
    for round in 0..<6 {
      for session in ["main", "session-1"] {
        let commands = (round == 0 ? define.map { "\"\($0)\"" } : []) + lines
        let inSession = #","session":"\#(session)""#
        for (tool, arguments) in [
          ("run", #""commands":[\#(commands.joined(separator: ","))]"#),
          ("explore", explore), ("state", ""),
        ] {
          let arguments = arguments.isEmpty ? String(inSession.dropFirst()) : arguments + inSession
          calls.append(call(tool, arguments, id: calls.count))
        }
      }
    }
    let found = try answers(to: calls) { try serve($0) }.map { try JSON(parsing: $0.utf8) }
    #expect(found.count == calls.count)
    var texts: [Int: String] = [:]
    for answer in found {
      let result = answer["result"]
      let text = result?["content"]?.elements?.first?["text"]?.string ?? answer.text
      #expect(result?["isError"] == .bool(false), "\(text)")
      texts[answer["id"]?.int ?? -1] = text
    }
    for number in stride(from: 1, to: calls.count, by: 6) {
      for offset in 0..<3 {
        #expect(texts[number + offset] == texts[number + offset + 3], "both sessions did the same")
      }
    }
  }

  /// The client asks about the other session once the first one explores, and cancels that only after the answer.
  @Test func aStateIsAnsweredWhileAnotherSessionExplores() throws {
    let (input, end) = try Descriptor.pipe()
    defer { close(input) }
    @Sendable func send(_ message: String) {
      let bytes = Array((message + "\n").utf8)
      #expect(write(end, bytes, bytes.count) == bytes.count)
    }
    let ask = call("state", #""session":"session-1""#, id: 3)
    let hasBegun = Mutex(false)
    let tape = Tape(willReduce: {
      let isFirst = hasBegun.withLock { hasBegun in
        defer { hasBegun = true }
        return !hasBegun
      }
      if isFirst { send(ask) }
    })
    var found: [JSON] = []
    let output = Output { bytes in
      for answer in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        guard let json = try? JSON(parsing: answer.utf8) else { continue }
        found.append(json)
        switch json["id"]?.int {
        case 3: send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#)
        case 4: close(end)
        default: break
        }
        if json["id"]?.int == 3 { send(call("state", "", id: 4)) }
      }
      return nil
    }
    send(call("new_session", "", id: 1))
    send(call("explore", #""runs":1000000000,"depth":1000"#, id: 2))
    try serve(MessageChannel(.lines, input: input, output: output, parse: RPCMessage.init), tape)
    #expect(found.compactMap { $0["id"]?.int } == [1, 3, 4], "the cancelled request is not answered")
    for answer in found { #expect(answer["result"]?["isError"] == .bool(false), "\(answer.text)") }
  }
}
