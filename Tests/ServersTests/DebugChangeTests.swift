import TodoShellCommands
import Core
import Synchronization
@testable import TestSupport
import Testing
import TodoShellValues

@testable import TodoShellServers

/// Changes that are made in the debugger, and how its clients are notified.
struct DebugChangeTests {
  private struct Shop: Reducer {
    struct State: Equatable, Sendable {
      var count = 0
      var title = "a"
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case up, later
    }

    @Dependency(\.continuousClock) var clock

    var body: some Reducer<State, Action> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding: return .none
        case .up:
          state.count += 1
          return .none
        case .later:
          return .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.up)
          }
        }
      }
    }
  }

  private var application: ShellApplication<Shop.State, Shop.Action> {
    ShellApplication(name: "shop") { seed, epoch in
      Session(initialState: Shop.State(), seed: seed, epoch: epoch) { Shop() }
    }
  }

  /// A client that caches what it shows until the script stops, as nvim-dap does: it does not support `invalidated`.
  private final class RememberingClient {
    private let conversation: DebugConversation
    /// The user's requests, in order. FRAME and STATE stand for the handles that were fetched last.
    private var requests: [String]
    private var frame = 0
    private var state = 0
    private var isFetching = false
    private var shown: [String: String] = [:]
    /// What it showed before each request, and after the last one.
    private(set) var views: [[String: String]] = []

    init(_ conversation: DebugConversation, _ requests: [String]) {
      (self.conversation, self.requests) = (conversation, requests)
      conversation.answer = { [unowned self] in receive($0) }
    }

    private func receive(_ message: JSON) {
      let body = message["body"]
      switch message["event"]?.string ?? message["command"]?.string {
      case "stopped":
        isFetching = true
        conversation.send([#"stackTrace {"threadId":1}"#])
      case "stackTrace":
        frame = body?["stackFrames"]?.elements?.first?["id"]?.int ?? 0
        conversation.send([#"scopes {"frameId":\#(frame)}"#])
      case "scopes":
        state = body?["scopes"]?.elements?.first?["variablesReference"]?.int ?? 0
        conversation.send([#"variables {"variablesReference":\#(state)}"#])
      case "variables":
        let variables = body?["variables"]?.elements ?? []
        shown = Dictionary(
          uniqueKeysWithValues: variables.map { ($0["name"]?.string ?? "", $0["value"]?.string ?? "") }
        )
        isFetching = false
        next()
      // What a stop makes it fetch is requested before this is answered.
      case "evaluate", "setVariable": conversation.send(["loadedSources {}"])
      case "loadedSources": if !isFetching { next() }
      default: break
      }
    }

    private func next() {
      views.append(shown)
      let request = requests.isEmpty ? "continue {}" : requests.removeFirst()
      conversation.send([request.replacing("FRAME", with: "\(frame)").replacing("STATE", with: "\(state)")])
    }
  }

  @Test func aClientThatKnowsOnlyStopsShowsEachChange() throws {
    var client: RememberingClient?
    let conversation = try debugScript(".up", [], application: application, capabilities: "{}") {
      client = RememberingClient(
        $0,
        [
          #"evaluate {"expression":".up","context":"repl","frameId":FRAME}"#,
          #"setVariable {"variablesReference":STATE,"name":"title","value":"\"b\""}"#,
          // This succeeds, and the next one fails, after a change.
          #"evaluate {"expression":"log","context":"repl","frameId":FRAME}"#,
          #"evaluate {"expression":"repeat 2\n.up\nundo 9\nend","context":"repl","frameId":FRAME}"#,
        ]
      )
    }
    let views = try #require(client).views.map { "\($0["count"] ?? "") \($0["title"] ?? "")" }
    #expect(views == [#"0 "a""#, #"1 "a""#, #"1 "b""#, #"1 "b""#, #"2 "b""#], "\(conversation.summary)")
    let stops = conversation.messages.filter { $0["event"] == "stopped" }.map { $0["body"] ?? .null }
    #expect(stops.map { $0["reason"]?.string } == ["entry", "goto", "goto", "goto"], "none for 'log'")
    #expect(stops.dropFirst().allSatisfy { $0["preserveFocusHint"] == true })
  }

  @Test func theStopOfAChangeFollowsItsResponse() throws {
    let change = #"evaluate {"expression":".up","context":"repl"}"#
    let client = try debugScript(
      ".up",
      [[change], ["continue {}"]],
      application: application,
      capabilities: "{}"
    )
    let place = try #require(client.summary.firstIndex(of: "evaluate"))
    #expect(client.summary[(place + 1)...].first == "stopped goto", "\(client.summary)")
  }

  @Test(arguments: ["watch", "hover", "repl", "clipboard", "variables"])
  func expressionsAreThoseOfTheFocusWhereTheScriptHasStopped(context: String) throws {
    let application = ShellApplication(name: "screens") { seed, epoch in
      Session(initialState: NavigationApp.State(sheet: StackScreen.State(id: 3)), seed: seed, epoch: epoch) {
        NavigationApp()
      }
    }
    let client = try debugScript(
      "cd sheet\nlet s = \"four\"\n.tick\ncd",
      [
        ["next {}"], ["next {}"],
        [
          #"evaluate {"expression":"id + $s.count","context":"\#(context)"}"#,
          #"evaluate {"expression":"path.count","context":"\#(context)"}"#, "continue {}",
        ],
      ],
      application: application
    )
    #expect(client.bodies(of: "evaluate").map { $0["result"] } == ["7", "0"], "\(client.summary)")
  }

  @Test func aVariableThatIsDefinedIsShown() throws {
    let define = #"evaluate {"expression":"let n = 3","context":"repl"}"#
    let client = try debugScript(
      "let k = 1\nprint $k",
      [["next {}"], [define, #"evaluate {"expression":"$n"}"#, "continue {}"]],
      application: application
    )
    #expect(client.bodies(of: "evaluate").last?["result"] == "3", "\(client.summary)")
    #expect(client.summary.contains { $0.hasPrefix("invalidated") })
  }

  @Test func aSessionThatIsLoadedInTheConsoleIsContinued() throws {
    func console(_ text: String) -> String { #"evaluate {"expression":"\#(text)","context":"repl"}"# }
    let client = try debugScript(
      ".up\nexpect count == 4",
      [
        [console(".up"), console(".up"), console(".up"), console("save 'PATH.todosession'"), "next {}"],
        ["restart {}"],
        // The session that it replaces has none of its moments.
        [console("load 'PATH.todosession'"), "stackTrace {}", console("count"), "next {}"], ["continue {}"],
      ],
      application: application
    )
    #expect(client.bodies(of: "evaluate").last?["result"] == "3", "\(client.summary)")
    #expect(client.bodies(of: "stackTrace").first?["stackFrames"]?.elements?.last?["line"] == 1)
    let exited = client.messages.first { $0["event"] == "exited" }
    #expect(exited?["body"]?["exitCode"] == 0, "\(client.summary)")
  }

  @Test(arguments: ["terminate", "restart", "disconnect"])
  func aScriptThatEndsWithinACommandDoesNotStop(request: String) throws {
    // The feature itself requests it, in the first action that `explore` tries.
    let conversation = Mutex<DebugConversation?>(nil)
    let application = Counting.application { _ in
      conversation.withLock { client in
        client?.send(["\(request) {}"])
        client = nil
      }
    }
    let client = try debugScript(
      "explore --runs 1000000000",
      [["continue {}"]],
      application: application
    ) { client in conversation.withLock { $0 = client } }
    let stops = client.summary.filter { $0.hasPrefix("stopped") }
    #expect(stops.allSatisfy { $0 == "stopped entry" }, "\(client.summary)")
  }
}

/// The moments of the stack.
extension DebugChangeTests {
  /// Lets a client stop where an effect sends an action: the frames 1 to 4 are the action, the effect, the action that
  /// started it, and the command.
  private func debugEffect(_ batches: [String]...) throws -> DebugConversation {
    try debugScript(
      ".later\nadvance 1s\nexpect count == 11",
      [["continue {}"]] + batches,
      application: application,
      start: [#"setFunctionBreakpoints {"breakpoints":[{"name":".up"}]}"#]
    )
  }

  private func evaluate(_ text: String, frame: Int) -> String {
    #"evaluate {"expression":"\#(text)","context":"repl","frameId":\#(frame)}"#
  }

  @Test func commandsSeeTheMomentOfTheirFrame() throws {
    let client = try debugEffect([
      "stackTrace {}", evaluate("count", frame: 1), evaluate("count", frame: 3), evaluate("count", frame: 4),
      evaluate("expect count == 0", frame: 3), evaluate("expect count == 0", frame: 1),
      evaluate("count", frame: 1), "continue {}",
    ])
    let frames = client.bodies(of: "stackTrace").first?["stackFrames"]?.elements ?? []
    #expect(frames.map { $0["name"]?.string?.first } == ["#", "e", "#", "a"], "\(frames)")
    let results = client.bodies(of: "evaluate").map { $0["result"]?.string }
    #expect(results == ["1", "0", "1", "", nil, "1"], "\(client.summary)")
  }

  @Test func aChangeAtAnEarlierFrameContinuesThere() throws {
    let client = try debugEffect(
      [
        "stackTrace {}", evaluate(#".binding(.set(\\.count, 10))"#, frame: 3), evaluate("count", frame: 3),
        // A second one follows the first, even if the client has not asked for the stack again.
        evaluate(#".binding(.set(\\.title, \"b\"))"#, frame: 3), evaluate("count", frame: 1),
        evaluate("title", frame: 1), "stackTrace {}", "continue {}",
      ],
      ["continue {}"]
    )
    let results = client.bodies(of: "evaluate").compactMap { $0["result"]?.string }
    #expect(results.suffix(2) == ["10", #""b""#], "\(client.messages.map(\.text))")
    let frame = client.bodies(of: "stackTrace").last?["stackFrames"]?.elements?.last
    #expect(frame?["line"] == 1, "before the clock moved")
    #expect(
      client.messages.contains {
        $0["body"]?["output"]?.string?.contains("the script continues there") == true
      }
    )
    let exited = client.messages.first { $0["event"] == "exited" }
    #expect(exited?["body"]?["exitCode"] == 0, "\(client.messages.map(\.text))")
  }

  @Test func aValueIsSetAtTheMomentAtWhichItIsShown() throws {
    let client = try debugEffect(
      [
        "stackTrace {}", #"scopes {"frameId":3}"#,
        #"setVariable {"variablesReference":5,"name":"count","value":"10"}"#, "continue {}",
      ],
      ["continue {}"]
    )
    #expect(client.bodies(of: "setVariable").first?["value"] == "10", "\(client.summary)")
    let exited = client.messages.first { $0["event"] == "exited" }
    #expect(exited?["body"]?["exitCode"] == 0, "\(client.messages.map(\.text))")
  }

  @Test func anExpressionIsSetAtTheMomentOfItsFrame() throws {
    let set = #"setExpression {"expression":"count","value":"10","frameId":3}"#
    let client = try debugEffect(["stackTrace {}", set, "continue {}"], ["continue {}"])
    let exited = client.messages.first { $0["event"] == "exited" }
    #expect(exited?["body"]?["exitCode"] == 0, "\(client.messages.map(\.text))")
  }
}

/// What clients send.
extension DebugChangeTests {
  @Test func malformedExpressionsAreAnsweredAndChangeNothing() throws {
    let whole = "title.filter(\\.x)[0]?.a[id: count!].b"
    var texts = whole.indices.flatMap { [String(whole[..<$0]), String(whole[$0...])] }
    texts += [
      "todos[0", "[", "a[", "]", "a]", "[[", "a.[", ".", "..", "?", "a?[", "!", "self[", "\\.", "(", "{",
    ]
    texts += [40, 64, 65, 300].flatMap {
      [String(repeating: "[", count: $0), String(repeating: "a[", count: $0)]
    }
    let requests = texts.map { text in
      let arguments: JSON = ["expression": .string(text), "value": "1"]
      return "setExpression \(arguments.text)"
    }
    let client = try debugScript(
      ".up",
      [requests + [#"evaluate {"expression":"title"}"#, "continue {}"]],
      application: application
    )
    #expect(client.summary.filter { $0.hasPrefix("setExpression: ") }.count == requests.count)
    #expect(client.bodies(of: "evaluate").first?["result"] == #""a""#)
    #expect(client.summary.last == "terminated ")
  }

  @Test func filesAreNamedByURIsIfTheClientDoesSo() throws {
    let breakpoints = #""breakpoints":[{"line":2}]}"#
    let client = try debugScript(
      ".up\n.up",
      [
        [
          #"setBreakpoints {"source":{"path":"URI"},\#(breakpoints)"#,
          #"setBreakpoints {"source":{"path":"PATH"},\#(breakpoints)"#, "continue {}",
        ],
        [
          "stackTrace {}", "loadedSources {}", #"gotoTargets {"source":{"path":"URI"},"line":2}"#,
          "continue {}",
        ],
      ],
      application: application,
      name: "my script ä.todoscript",
      capabilities: #"{"pathFormat":"uri"}"#
    )
    #expect(client.summary.contains("stopped breakpoint"), "\(client.summary)")
    #expect(
      client.summary.contains { $0.hasPrefix("setBreakpoints: ") && $0.hasSuffix("is not the URI of a file") }
    )
    let sources =
      (client.bodies(of: "stackTrace").first?["stackFrames"]?.elements ?? []).compactMap { $0["source"] }
      + (client.bodies(of: "loadedSources").first?["sources"]?.elements ?? [])
    #expect(sources.count == 2)
    for source in sources {
      #expect(source["name"] == "my script ä.todoscript")
      #expect(source["path"]?.string?.hasPrefix("file:///") == true)
      #expect(source["path"]?.string?.hasSuffix("/my%20script%20%C3%A4.todoscript") == true)
    }
    #expect(client.bodies(of: "gotoTargets").first?["targets"]?.elements?.isEmpty == false)
  }

  @Test func aProgramCanBeNamedByItsURI() throws {
    let client = try debugScript(
      ".up",
      [["continue {}"]],
      application: application,
      capabilities: #"{"pathFormat":"uri"}"#,
      launch: #"launch {"program":"URI","stopOnEntry":true}"#
    )
    #expect(client.summary.suffix(2) == ["exited ", "terminated "], "\(client.summary)")
  }
}
