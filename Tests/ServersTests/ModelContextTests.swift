import Commands
import Core
import Servers
import Testing
import Values

/// The Model Context Protocol, message by message; `AgentTests` has its own client.
@Suite struct ModelContextTests {
  private func answers(to messages: [String]) throws -> [JSON] {
    let answers = try ServersTests.answers(to: messages) { channel in
      let application = ShellApplication<Switch.State, Switch.Action>(name: "switch") {
        Session(initialState: Switch.State(), seed: $0, epoch: $1) { Switch() }
      }
      let server = ModelContextServer(channel, application) { seed, _ in
        Interpreter(application, seed: seed ?? 0)
      }
      try server.run()
    }
    return try answers.map { try JSON(parsing: $0.utf8) }
  }

  private func request(_ method: String, _ params: String = "", version: String? = "2026-07-28") -> String {
    let meta = version.map {
      #""_meta":{"io.modelcontextprotocol/protocolVersion":"\#($0)","#
        + #""io.modelcontextprotocol/clientCapabilities":{}}"#
    }
    let members = [params, meta ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
    return #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(members)}}"#
  }

  private func run(_ command: String, version: String? = "2026-07-28") -> String {
    request("tools/call", #""name":"run","arguments":{"commands":["\#(command)"]}"#, version: version)
  }

  @Test func aRequestOfTheCurrentRevisionNeedsNoHandshake() throws {
    let results = try answers(to: [request("server/discover"), run(".flip"), run("print isOn")])
      .compactMap { $0["result"] }
    #expect(results.count == 3)
    #expect(results[0]["supportedVersions"] == .array([.string("2026-07-28")]))
    for result in results {
      #expect(result["resultType"] == .string("complete"))
      #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == .string("switch"))
    }
    #expect(results[0]["ttlMs"]?.int ?? 0 > 0)
    #expect(results[2]["content"]?.elements?.first?["text"] == .string("> print isOn\ntrue\nnow at #1 +0s"))
  }

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"),
  ])
  func anEarlierRevisionBeginsWithInitialize(asked: String, agreed: String) throws {
    let initialize = request("initialize", #""protocolVersion":"\#(asked)""#, version: nil)
    let answers = try answers(to: [run(".flip", version: nil), initialize, run(".flip", version: nil)])
    #expect(answers[0]["error"]?["code"]?.int == -32602)
    #expect(answers[1]["result"]?["protocolVersion"] == .string(agreed))
    #expect(answers[2]["result"]?["isError"] == .bool(false))
    #expect(answers[2]["result"]?["resultType"] == nil)
  }

  @Test(arguments: [("2025-03-26", true), ("2025-06-18", false), ("2024-11-05", false)])
  func onlyOneRevisionHasBatches(version: String, isAnswered: Bool) throws {
    let initialize = request("initialize", #""protocolVersion":"\#(version)""#, version: nil)
    let batch = "[\(request("ping", version: nil)),\(run(".flip", version: nil))]"
    let answer = try answers(to: [initialize, batch])[1]
    #expect(answer.elements?.count == (isAnswered ? 2 : nil))
    #expect(answer["error"]?["code"]?.int == (isAnswered ? nil : -32600))
  }

  private func text(of answer: JSON) -> String {
    answer["result"]?["content"]?.elements?.first?["text"]?.string ?? answer.text
  }

  @Test func theEndOfASessionIsTold() throws {
    let begin = request("tools/call", #""name":"new_session","arguments":{}"#)
    let quit = request(
      "tools/call",
      #""name":"run","arguments":{"commands":["quit 3"],"session":"session-1"}"#
    )
    let close = request("tools/call", #""name":"close_session","arguments":{"session":"main"}"#)
    let answers = try answers(to: [begin, quit, close])
    let ending = "the session has ended with the exit code 3: closed session-1; open: main"
    #expect(text(of: answers[1]).hasSuffix(ending), "\(text(of: answers[1]))")
    #expect(
      text(of: answers[2]) == "closed main, which begins anew when it is next used; open: main"
    )
  }

  @Test func anEmptyPathIsAnErrorThatSaysSo() throws {
    let save = request("tools/call", #""name":"save","arguments":{"file":""}"#)
    #expect(text(of: try answers(to: [save])[0]).contains("error: expected the path of a file, found ''"))
  }

  @Test(arguments: ["find_the_bug", "write_a_regression_test"])
  func aPromptNamesTheArgumentThatIsMissing(prompt: String) throws {
    let argument = prompt == "find_the_bug" ? "symptom" : "behaviour"
    for arguments in ["", #","arguments":{}"#, #","arguments":{"\#(argument)":7}"#] {
      let error = try answers(to: [request("prompts/get", #""name":"\#(prompt)"\#(arguments)"#)])[0]["error"]
      #expect(error?["code"]?.int == -32602)
      #expect(error?["message"]?.string?.contains("'\(argument)'") == true, "\(error?.text ?? "no error")")
    }
  }

  @Test func anUnknownRevisionIsAnErrorWithThoseThatAreKnown() throws {
    let error = try answers(to: [request("server/discover", version: "1900-01-01")])[0]["error"]
    #expect(error?["code"]?.int == -32022)
    #expect(error?["data"]?["supported"] == .array([.string("2026-07-28")]))
    #expect(error?["data"]?["requested"] == .string("1900-01-01"))
  }

  @Test func theCapabilitiesOfTheClientAreRequired() throws {
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#
    let error = try answers(to: [request("tools/list", meta, version: nil)])[0]["error"]
    #expect(error?["code"]?.int == -32602)
  }

  @Test(arguments: ["tools/list", "resources/list", "resources/templates/list", "prompts/list"])
  func aListHasOnePage(method: String) throws {
    let answers = try answers(to: [request(method), request(method, #""cursor":"2""#)])
    #expect(answers[0]["result"] != nil)
    #expect(answers[0]["result"]?["nextCursor"] == nil)
    #expect(answers[1]["error"]?["code"]?.int == -32602)
  }

  /// The list must not depend on what was asked before.
  @Test func theListOfResourcesIsAlwaysTheSame() throws {
    let session = request("tools/call", #""name":"new_session","arguments":{}"#)
    let answers = try answers(to: [request("resources/list"), session, request("resources/list")])
    #expect(answers[1]["result"]?["structuredContent"]?["session"] == .string("session-1"))
    #expect(answers[0]["result"] == answers[2]["result"])
  }

  @Test func theSchemaOfEachToolIsComplete() throws {
    let tools = try answers(to: [request("tools/list")])[0]["result"]?["tools"]?.elements ?? []
    #expect(tools.count == 13)
    for tool in tools {
      for schema in ["inputSchema", "outputSchema"] {
        #expect(tool[schema]?["type"] == .string("object"), "\(tool["name"]?.text ?? "")")
      }
      let text = tool.text
      for reference in text.matches(of: /"#\/\$defs\/([^"]+)"/) {
        let name = String(reference.1)
        #expect(tool["outputSchema"]?["$defs"]?[name]?.isObject == true, "\(name)")
      }
    }
  }
}

/// A feature of one switch.
private struct Switch: Reducer {
  struct State: Equatable, Sendable { var isOn = false }
  enum Action: Sendable { case flip }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isOn.toggle()
    return .none
  }
}
