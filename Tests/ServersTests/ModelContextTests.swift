import TodoShellCommands
import Core
import Dispatch
import TodoShellSystem
import TodoShellServers
import TestSupport
import Testing
import TodoShellValues

/// The Model Context Protocol, message by message; `AgentTests` has its own client.
struct ModelContextTests {
  private func answers(
    to messages: [String],
    _ vocabulary: Vocabulary<Switch.State, Switch.Action>? = nil
  ) throws -> [JSON] {
    let answers = try ServersTests.answers(to: messages) { channel in
      let application = ShellApplication<Switch.State, Switch.Action>(
        name: "switch",
        vocabulary: vocabulary
      ) {
        Session(initialState: Switch.State(), seed: $0, epoch: $1) { Switch() }
      }
      let server = ModelContextServer(channel, application.erased) { seed, _ in
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

  @Test func realTimeDoesNotMoveTheClockOfAnAgent() throws {
    let results = try answers(to: [run("clock play"), run("print now")]).compactMap { $0["result"] }
    #expect(results[0]["isError"] == .bool(true))
    #expect("\(results[0])".contains("only an interactive shell can play the clock"))
    #expect(results[1]["content"]?.elements?.first?["text"] == .string("> print now\n0s\nnow at #0 +0s"))
  }

  @Test(arguments: ["2025-11-25", "2024-11-05", "1999-01-01"])
  func theEarlierRevisionBeginsWithInitialize(asked: String) throws {
    let initialize = request("initialize", #""protocolVersion":"\#(asked)""#, version: nil)
    let answers = try answers(to: [run(".flip", version: nil), initialize, run(".flip", version: nil)])
    #expect(answers[0]["error"]?["code"]?.int == -32602)
    #expect(answers[1]["result"]?["protocolVersion"] == .string("2025-11-25"))
    #expect(answers[2]["result"]?["isError"] == .bool(false))
    #expect(answers[2]["result"]?["resultType"] == nil)
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
    let answers = try self.answers(to: [begin, quit]) + self.answers(to: [close])
    let ending = "the session ended with exit code 3: closed session-1; open: main"
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
    #expect(answers.contains { $0["result"]?["structuredContent"]?["session"] == .string("session-1") })
    let lists = answers.filter { $0["result"]?["resources"] != nil }
    #expect(lists.count == 2 && lists[0] == lists[1])
  }

  private func call(_ tool: String, _ arguments: String, id: Int = 1) -> String {
    let call = request("tools/call", #""name":"\#(tool)","arguments":{\#(arguments)}"#)
    return call.replacing(#""id":1"#, with: #""id":\#(id)"#)
  }

  /// The first session is busy until the cancellation, which the client sends only after the answer of the other one.
  @Test func aSessionDoesNotWaitForAnotherOne() throws {
    let (input, end) = try Descriptor.pipe()
    defer { close(input) }
    func send(_ message: String) {
      let bytes = Array((message + "\n").utf8)
      #expect(write(end, bytes, bytes.count) == bytes.count)
    }
    var found: [JSON] = []
    let output = Output { bytes in
      let answers = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      for answer in answers {
        guard let json = try? JSON(parsing: answer.utf8) else { continue }
        found.append(json)
        switch json["id"]?.int {
        case 3: send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#)
        case 4: send(#"{"jsonrpc":"2.0","id":5,"method":"initialize"}"#)
        case 5: close(end)
        default: break
        }
      }
      return nil
    }
    send(call("new_session", "", id: 1))
    send(call("run", #""commands":["repeat 999999999 print isOn"]"#, id: 2))
    send(call("state", #""session":"session-1""#, id: 3))
    send(call("state", "", id: 4))
    let channel = MessageChannel(.lines, input: input, output: output, parse: RPCMessage.init)
    let application = ShellApplication<Switch.State, Switch.Action>(name: "switch") {
      Session(initialState: Switch.State(), seed: $0, epoch: $1) { Switch() }
    }
    try ModelContextServer(channel, application.erased) { seed, _ in Interpreter(application, seed: seed ?? 0)
    }
    .run()
    #expect(found.compactMap { $0["id"]?.int } == [1, 3, 4, 5], "the cancelled request is not answered")
    for answer in found.prefix(3) { #expect(answer["result"]?["isError"] == .bool(false), "\(answer.text)") }
  }

  /// The session does not begin before the cancellation has been read, which is so once the list is sent.
  @Test func aSessionWhoseRequestIsCancelledIsClosed() throws {
    let wasCancelled = DispatchSemaphore(value: 0)
    var found: [Int: JSON] = [:]
    let output = Output { bytes in
      for answer in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        guard let json = try? JSON(parsing: answer.utf8), let id = json["id"]?.int else { continue }
        found[id] = json
        if id == 2 { wasCancelled.signal() }
      }
      return nil
    }
    let application = ShellApplication<Switch.State, Switch.Action>(name: "switch") {
      Session(initialState: Switch.State(), seed: $0, epoch: $1) { Switch() }
    }
    let messages = [
      call("new_session", "", id: 1),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
      request("tools/list").replacing(#""id":1"#, with: #""id":2"#),
      call("state", #""session":"session-1""#, id: 3),
    ]
    _ = try ServersTests.answers(to: messages, through: output) { channel in
      try ModelContextServer(channel, application.erased) { seed, _ in
        wasCancelled.wait()
        return Interpreter(application, seed: seed ?? 0)
      }
      .run()
    }
    #expect(found.keys.sorted() == [2, 3])
    let problem = text(of: try #require(found[3]))
    #expect(problem.contains("no session 'session-1' is open; open: main\n"), "\(problem)")
  }

  @Test func theCommandOfAWhatIfIsNotRedirected() throws {
    let folder = try TemporaryFolder()
    for redirection in ["> \(folder.file("out"))", "| cat"] {
      let change = #""change":"amend","moment":1,"command":"advance 1s \#(redirection)""#
      let answer = try answers(to: [run(".flip"), call("what_if", change)])[1]
      #expect(answer["result"]?["isError"] == .bool(true))
      #expect(text(of: answer).contains("the output cannot be redirected here"), "\(text(of: answer))")
    }
  }

  @Test func aNegativeNumberOfAMomentHasARemedy() throws {
    let answers = try answers(to: [
      run(".flip"), call("state", #""moment":-1"#), call("state", #""moment":"-1""#),
    ])
    #expect(
      text(of: answers[1]) == "error: no moment -1\nhelp: write \"-1\" for one before the current moment"
    )
    #expect(answers[2]["result"]?["isError"] == .bool(false), "\(text(of: answers[2]))")
  }

  private func structured(_ answer: JSON) -> JSON? { answer["result"]?["structuredContent"] }

  /// What a client defines must not change what its tools do.
  @Test(arguments: [false, true]) func toolsRunBuiltInCommands(hasVocabulary: Bool) throws {
    let lines = [
      "goto start", "log --by clock", "blame --all", "find isOn", "diff #0", "skip 9", "unskip 9", "amend #0",
      "move-moment 9", "explore --runs 1", "save nowhere", "load nowhere", "help goto", "print 7",
    ]
    let names = lines.map { String($0.prefix { $0 != " " }) }
    let vocabulary = Vocabulary<Switch.State, Switch.Action>("Time") {
      for name in names { Command(name, summary: "Nothing") { turn in turn.send(.flip) } }
    }
    func answers(to calls: [String]) throws -> [JSON] {
      var found: [JSON] = []
      try withKnownIssue("the vocabulary hides built-in commands", isIntermittent: true) {
        found = try self.answers(to: calls, hasVocabulary ? vocabulary : nil)
      } matching: { issue in
        issue.error == nil
      }
      try #require(found.count == calls.count)
      for (answer, call) in zip(found, calls) where answer["result"]?["contents"] == nil {
        #expect(answer["result"]?["isError"] == .bool(false), "\(call): \(text(of: answer))")
      }
      // The manual is read beside the calls, in no order with them.
      return found.filter { $0["result"]?["contents"] == nil }
        + found.filter { $0["result"]?["contents"] != nil }
    }
    let folder = try TemporaryFolder()
    let file = folder.file("saved.todoscript")
    let aliases = hasVocabulary ? [] : zip(names, lines).map { "alias \($0) = \($1)" }
    let begin = JSON.array((aliases + [".flip", ".flip"]).map(JSON.string)).text
    // A session file names commands, so it is saved before tools run hidden ones.
    let found = try answers(to: [
      call("run", #""commands":\#(begin)"#), call("save", #""file":"\#(file)""#), call("state", ""),
      call("actions", ""), call("travel", #""to":1"#), call("history", ""), call("blame", #""path":"isOn""#),
      call("find", #""expression":"isOn""#), call("diff", #""from":0,"to":1"#),
      call("what_if", #""change":"amend","moment":1,"command":".flip""#),
      call("what_if", #""change":"skip","moment":1"#), call("what_if", #""change":"unskip","moment":1"#),
      call("travel", #""to":2"#), call("what_if", #""change":"move","moment":2,"before":1"#),
      call("explore", #""runs":10,"depth":2"#), request("resources/read", #""uri":"manual://goto""#),
    ])
    let own = structured(found[3])?["commands"]?.elements?.compactMap { $0["name"]?.string } ?? []
    #expect(own == (hasVocabulary ? names : []))
    #expect(structured(found[4])?["current"]?["moment"]?.int == 1)
    #expect(
      found[5...8].map { structured($0)?["answer"]?.string } == ["log", "blame", "moments", "difference"]
    )
    #expect(found[15].text.contains(hasVocabulary ? "Nothing" : "Go to a moment"))
    for number in [9, 10, 11, 13, 14] {
      let kinds = structured(found[number])?["events"]?.elements?.compactMap { $0["answer"]?.string }
      #expect(kinds == [number == 14 ? "exploration" : "whatIf"], "\(found[number].text)")
    }
    let loaded = try answers(to: [
      call("new_session", #""load":"\#(file)""#), call("state", #""session":"session-1""#),
    ])
    #expect(text(of: loaded[1]) == text(of: found[2]), "the loaded session is where the saved one is")
  }

  private static let unordered = "[true, false].sorted()"

  @Test(arguments: [
    ("explore", "properties", "sometimes isOn, sometimes isOn && \(unordered).isEmpty", unordered),
    ("explore", "invariant", "!isOn || \(unordered).isEmpty", unordered),
    ("explore", "invariant", "isOff", "isOff"),
    ("explore", "only", "advance, nothing", "nothing"), ("travel", "to", "nowhere", "nowhere"),
    ("what_if", "command", ".flop", ".flop"),
  ])
  func anErrorShowsItsPlaceInTheArgument(tool: String, name: String, text: String, wrong: String) throws {
    let others =
      tool == "what_if" ? #","change":"amend","moment":1"# : tool == "explore" ? #","depth":3"# : ""
    let found = try answers(to: [run(".flip"), run(".flip"), call(tool, #""\#(name)":"\#(text)"\#(others)"#)])
    let lines = self.text(of: found[2]).split(separator: "\n").map(String.init)
    guard let line = lines.firstIndex(of: text), line > 0, line + 1 < lines.count else {
      Issue.record("the argument is not shown: \(lines)")
      return
    }
    let start = lines[line + 1].prefix { $0 == " " }.count
    #expect(lines[line + 1].dropFirst(start).hasPrefix("^"), "\(lines)")
    #expect(lines[line].dropFirst(start).hasPrefix(wrong), "\(lines)")
    #expect(lines[line - 1].hasPrefix("\(name):1:\(start + 1): error: "), "\(lines)")
    let problem = structured(found[2])?["events"]?.elements?.first { $0["event"] == "diagnostic" }
    #expect(problem?["column"]?.int == start + 1 && problem?["file"]?.string == name, "\(found[2].text)")
  }

  @Test func toolsReadVariables() throws {
    let calls = [call("state", #""path":"$q.wrapped""#), call("find", #""expression":"isOn == $q""#)]
    let found = try answers(to: [run("let q = true"), run(".flip"), call("state", #""path":"$q""#)] + calls)
    #expect(found[2]["result"]?["isError"] != true, "\(found[2].text)")
    #expect(found[3]["result"]?["isError"] == true && text(of: found[3]).contains("Bool"), "\(found[3].text)")
    #expect(text(of: found[4]).contains("#1"), "\(found[4].text)")
  }

  /// What the user wrote is quoted as it is.
  @Test func anErrorDoesNotChangeWhatItQuotes() throws {
    let answer = try answers(to: [call("explore", #""only":"no--such""#)])[0]
    #expect(text(of: answer).contains("'no--such'"), "\(text(of: answer))")
  }

  @Test func aBreakpointIsNotAFailure() throws {
    let found = try answers(to: [
      call("run", #""commands":["break isOn"]"#), call("run", #""commands":[".flip",".flip"]"#),
    ])
    #expect(found[1]["result"]?["isError"] == .bool(false))
    #expect(structured(found[1])?["reason"] == .string("breakpoint"))
    #expect(text(of: found[1]).hasSuffix("stopped at a breakpoint, now at #1 +0s"), "\(text(of: found[1]))")
  }

  @Test func aFailureIsShortened() throws {
    let shorten = request("tools/call", #""name":"explore","arguments":{"shorten":"isOn"}"#)
    let results = try answers(to: [run(".flip"), run(".flip"), run(".flip"), shorten]).compactMap {
      $0["result"]
    }
    let found = try #require(results.last?["structuredContent"]?["events"]?.elements?.last)
    #expect(found["commands"] == .number(1) && found["isMinimal"] == .bool(true), "\(found)")
    #expect(found["script"]?.string?.hasSuffix("\n.flip\nexpect isOn") == true, "\(found)")
  }

  /// An agent reads the list before everything else.
  @Test func theListOfToolsIsShort() throws {
    let list = try answers(to: [request("tools/list")])[0].text
    #expect(list.utf8.count <= 24_500, "the list has \(list.utf8.count) bytes")
    #expect(!list.contains("--"), "a description names an option of a command")
  }

  @Test func toolsTakeTheOptionsOfTheirCommands() throws {
    let tools = try answers(to: [request("tools/list")])[0]["result"]?["tools"]?.elements ?? []
    func properties(of name: String) -> JSON? {
      tools.first { $0["name"] == .string(name) }?["inputSchema"]?["properties"]
    }
    let explore = try #require(properties(of: "explore"))
    for flag in ["atRest", "actions", "schedules", "along"] {
      #expect(explore[flag]?["type"] == "boolean", "\(flag)")
    }
    for text in ["only", "without", "unordered"] { #expect(explore[text]?["type"] == "string", "\(text)") }
    for (number, most) in [("depth", 1_000), ("runs", 1_000_000_000), ("seed", Int.max)] {
      #expect(explore[number]?["type"] == "integer" && explore[number]?["maximum"]?.int == most, "\(number)")
    }
    for flag in ["expect", "force"] {
      #expect(properties(of: "save")?[flag]?["type"] == "boolean", "\(flag)")
    }
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
