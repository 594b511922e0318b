import TodoShellCommands
import Core
import Dispatch
import Foundation
import TestSupport
import Testing
import TodoShellValues

@testable import TodoShellServers

struct RPCServerTests {
  /// What a server with the methods `echo` and `wait`, which ends when it is cancelled, answers to a client that sends
  /// these lines and then closes its pipe.
  ///
  /// - Parameters:
  ///   - output: Where the answers go instead of the result.
  ///   - tell: Called with what `wait` finds.
  ///   - giveUp: Called with the parameters of a request that is cancelled on its queue.
  private func answers(
    to lines: [String],
    _ cancellation: RPCServer.Cancellation = .languageServer,
    through output: Output? = nil,
    whenAsked tell: @escaping (_ isCancelled: Bool) -> Void = { _ in },
    whenGivenUp giveUp: @escaping (_ params: JSON) -> Void = { _ in }
  ) throws -> [String] {
    try ServersTests.answers(to: lines, through: output) { channel in
      let server = RPCServer(channel, cancellation: cancellation)
      server.on("echo") { params in params }
      let queues = [DispatchQueue(label: "0"), DispatchQueue(label: "1")]
      server.onQueues("queued") { (params) throws(RPCError) -> RPCServer.Placement in
        func answer(_ call: RPCServer.Call) -> JSON {
          while params["isEndless"] == .bool(true), !call.isCancelled {}
          return params
        }
        return (params["queue"]?.int.map { queues[$0] }, answer, { giveUp(params) })
      }
      server.on("wait") { _ throws(RPCError) in
        tell(server.isCancelled)
        guard server.isCancelled else { return .string("not cancelled") }
        throw RPCError(.requestCancelled, "cancelled")
      }
      server.on("fail") { _ throws(RPCError) in throw RPCError(.invalidParams, "no", data: .number(1)) }
      server.onNotification("exit") { _ in server.stop() }
      server.onNotification("ping") { server.notify("pong", $0) }
      try server.run()
    }
  }

  @Test func aRequestIsAnsweredWithItsIdentifier() throws {
    let lines = [
      #"{"jsonrpc":"2.0","id":"a","method":"echo","params":{"x":[1,2.5,true,null]}}"#,
      #"{"jsonrpc":"2.0","id":18446744073709551615,"method":"echo"}"#,
      #"{"jsonrpc":"2.0","method":"ping","params":[3]}"#, #"{"jsonrpc":"2.0","id":3,"result":{}}"#,
    ]
    #expect(
      try answers(to: lines) == [
        #"{"jsonrpc":"2.0","id":"a","result":{"x":[1,2.5,true,null]}}"#,
        #"{"jsonrpc":"2.0","id":18446744073709551615,"result":{}}"#,
        #"{"jsonrpc":"2.0","method":"pong","params":[3]}"#,
      ]
    )
  }

  @Test(arguments: [
    ("{", "null", -32700), ("[]", "null", -32600), (#"{"id":1,"method":"echo"}"#, "1", -32600),
    (#"{"jsonrpc":"2.0","id":[],"method":"echo"}"#, "null", -32600),
    (#"{"jsonrpc":"2.0","id":1}"#, "1", -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"other"}"#, "1", -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"fail"}"#, "1", -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":5}"#, "1", -32600),
    ("{\"a\":\"\u{0}\"}", "null", -32700), (String(repeating: "[", count: 100_000), "null", -32700),
  ])
  func whatIsWrongIsAnsweredAndSurvived(line: String, id: String, code: Int) throws {
    let found = try answers(to: [line, #"{"jsonrpc":"2.0","id":9,"method":"echo"}"#])
    try #require(found.count == 2)
    #expect(found[0].hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":""#))
    #expect(found[1] == #"{"jsonrpc":"2.0","id":9,"result":{}}"#)
  }

  @Test(arguments: [("[", "]"), (#"{"x":"#, "}")])
  func aRequestThatIsNestedTooDeeplyIsAnsweredWithItsIdentifier(opening: String, closing: String) throws {
    func request(_ depth: Int, _ core: String = #""]}""#) -> String {
      let value = String(repeating: opening, count: depth) + core + String(repeating: closing, count: depth)
      return #"{"jsonrpc":"2.0","params":\#(value),"id":1,"method":"echo"}"#
    }
    func error(_ problem: String) -> String {
      #""error":{"code":-32700,"message":"the message is \#(problem)"}"#
    }
    let found = try answers(to: [
      request(499), request(500), request(100_000), request(600, "\""), request(600, closing),
    ])
    #expect(found.count == 5 && found[0].hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":"#), "\(found)")
    for answer in found[1...2] {
      #expect(answer == #"{"jsonrpc":"2.0","id":1,\#(error("nested more than 500 levels deep"))}"#)
    }
    for answer in found[3...] { #expect(answer == #"{"jsonrpc":"2.0","id":null,\#(error("not JSON"))}"#) }
  }

  @Test func anEmptyLineIsNotAMessage() throws {
    let found = try answers(to: ["", " \t", #"{"jsonrpc":"2.0","id":9,"method":"echo"}"#, "\r"])
    #expect(found == [#"{"jsonrpc":"2.0","id":9,"result":{}}"#])
  }

  @Test(arguments: ["1e30", "12345678901234567890123", "-0", "1.0", "0.10", "1E+2"])
  func anIdentifierIsSentBackInTheSameDigits(id: String) throws {
    #expect(
      try answers(to: [#"{"jsonrpc":"2.0","id":\#(id),"method":"echo"}"#]) == [
        #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#
      ]
    )
  }

  @Test func aBatchIsRejected() throws {
    let found = try answers(to: [#"[{"jsonrpc":"2.0","id":1,"method":"echo"}]"#])
    #expect(found.count == 1 && found[0].contains(#""id":null,"error":{"code":-32600"#), "\(found)")
  }

  @Test func aRequestIsCancelledWhileItIsAnswered() throws {
    let lines = [
      #"{"jsonrpc":"2.0","id":1,"method":"wait"}"#, #"{"jsonrpc":"2.0","id":2,"method":"echo"}"#,
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
    ]
    #expect(
      try answers(to: lines) == [
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"cancelled"}}"#,
        #"{"jsonrpc":"2.0","id":2,"result":{}}"#,
      ]
    )
  }

  @Test func theCancellationOfAnotherRequestIsNotTaken() throws {
    let lines = [
      #"{"jsonrpc":"2.0","id":1,"method":"wait"}"#,
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"echo"}"#,
    ]
    #expect(try answers(to: lines).first == #"{"jsonrpc":"2.0","id":1,"result":"not cancelled"}"#)
  }

  @Test func aCancelledRequestOfTheModelContextProtocolIsNotAnswered() throws {
    let lines = [
      #"{"jsonrpc":"2.0","id":1,"method":"wait"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"echo"}"#,
    ]
    #expect(try answers(to: lines, .modelContext) == [#"{"jsonrpc":"2.0","id":2,"result":{}}"#])
  }

  /// As in `server <requests >answers`.
  @Test func aClientThatHasSentEverythingAwaitsTheAnswer() throws {
    let found = try answers(to: [#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#])
    #expect(found == [#"{"jsonrpc":"2.0","id":1,"result":"not cancelled"}"#])
  }

  @Test func aClientThatIsGoneCancelsTheRequest() throws {
    let (reading, writing) = try Descriptor.pipe()
    close(reading)
    defer { close(writing) }
    let output = Output(descriptor: writing)
    var isCancelled = false
    _ = try answers(to: [#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#], through: output) {
      isCancelled = $0
    }
    #expect(isCancelled)
  }

  private func queued(_ id: Int, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"queued","params":{\#(params)}}"#
  }

  private func cancel(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
  }

  /// Only the cancellation ends the first request, and it is read after the others.
  @Test func aLaterMessageCancelsARequestOnAQueue() throws {
    let lines = [
      queued(1, #""queue":0,"isEndless":true"#), queued(2, #""queue":0"#), queued(3, #""queue":1"#),
      cancel(1),
    ]
    let found = try answers(to: lines, .modelContext).map { try JSON(parsing: $0.utf8)["id"] }
    #expect(found.count == 2 && found.contains(2) && found.contains(3), "\(found)")
  }

  @Test func aRequestWaitingForItsQueueIsCancelledToo() throws {
    let lines = [
      queued(1, #""queue":0,"isEndless":true"#), queued(2, #""queue":0"#), cancel(2), cancel(1),
      queued(3, #""queue":0"#),
    ]
    let found = try answers(to: lines, .modelContext).map { try JSON(parsing: $0.utf8)["id"] }
    #expect(found == [3])
  }

  /// The first one is being answered when it is cancelled, the second one waits, and the third one is answered.
  @Test func whatIsCancelledOnItsQueueIsGivenUpThere() throws {
    let lines = [
      queued(1, #""queue":0,"isEndless":true"#), queued(2, #""queue":0"#), cancel(2), cancel(1),
      queued(3, #""queue":0,"isLast":true"#),
    ]
    var givenUp: [JSON] = []
    _ = try answers(to: lines, .modelContext, whenGivenUp: { givenUp.append($0) })
    #expect(givenUp == [["queue": 0, "isEndless": true], ["queue": 0]])
  }

  @Test func aQueueKeepsTheOrderOfItsRequests() throws {
    let found = try answers(to: (0..<2_000).map { queued($0, #""queue":0"#) })
    #expect(try found.map { try JSON(parsing: $0.utf8)["id"]?.int } == Array(0..<2_000))
  }

  @Test func aRequestThatNeedsNoQueueIsAnsweredMeanwhile() throws {
    let lines = [
      queued(1, #""queue":0,"isEndless":true"#), queued(2, ""), cancel(1), queued(3, #""queue":0"#),
    ]
    let found = try answers(to: lines, .modelContext).map { try JSON(parsing: $0.utf8)["id"] }
    #expect(found == [2, 3])
  }

  @Test func nothingIsReadAfterTheEnd() throws {
    let lines = [#"{"jsonrpc":"2.0","method":"exit"}"#, #"{"jsonrpc":"2.0","id":2,"method":"echo"}"#]
    #expect(try answers(to: lines) == [])
  }
}
