import TodoShellCommands
import Core
import TodoShellDebugger
import Foundation
import TestSupport
import Testing
import TodoShellValues

@testable import TodoShellServers

/// The debugger for scripts, in this process. A real client tries all of its requests in `debug-client.py`.
struct DebugServerTests {
  /// Lets a client debug a script that counts.
  private func debug(
    _ script: String,
    _ batches: [String]...,
    start: [String] = [],
    atOutput: [String] = []
  ) throws -> DebugConversation {
    try debugScript(script, batches, application: Counting.application, start: start, atOutput: atOutput)
  }

  @Test func aResponseComesBeforeTheStop() throws {
    let client = try debug(".up\n.down", ["next {}"], ["stepIn {}"], ["continue {}"])
    #expect(
      client.summary == [
        "initialize", "initialized ", "configurationDone", "launch", "stopped entry", "next", "output ",
        "stopped step", "stepIn", "output ", "stopped step", "continue", "exited ", "terminated ",
      ]
    )
  }

  @Test func requestsAboutARunningScriptAreRefused() throws {
    let requests = ["stackTrace {}", "threads {}"]
    let client = try debug(".up\nrepeat 1000 .up", ["continue {}"], atOutput: requests)
    let found = client.summary.filter { $0.hasPrefix("stackTrace") || $0 == "threads" }
    #expect(found == ["stackTrace: notStopped", "threads"], "\(client.summary)")
  }

  @Test(arguments: [
    ("launch {}", "launch: a script is already being debugged; 'restart' runs it again"),
    ("attach {}", "attach: there is nothing to attach to; 'launch' runs a script"),
    ("frobnicate {}", "frobnicate: there is no request 'frobnicate'"),
    ("scopes {}", "scopes: 'scopes' needs a number 'frameId'"),
    (#"scopes {"frameId":"x"}"#, "scopes: 'scopes' needs a number 'frameId'"),
    (#"variables {"variablesReference":0}"#, "variables: there is no such variable any more"),
    (#"evaluate {"expression":"self +"}"#, "evaluate: "), (#"evaluate {"expression":7}"#, "evaluate: "),
    (#"evaluate {"expression":"undo 5","context":"repl"}"#, "evaluate: "),
    (#"goto {"targetId":1}"#, "goto: there is no such target any more"),
    (#"setBreakpoints {"source":{}}"#, "setBreakpoints: the source has no path"),
    (
      #"setBreakpoints {"source":{"path":"x"},"breakpoints":{}}"#,
      "setBreakpoints: 'setBreakpoints' needs a list"
    ),
    (#"completions {"text":"","column":1,"line":2}"#, "completions: the text has no line 2"),
    (
      "evaluate " + String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
      "evaluate: the message is nested more than 500 levels deep"
    ),
    (#"initialize {"pathFormat":"url"}"#, "initialize: the path format 'url' is neither 'path' nor 'uri'"),
  ])
  func whatIsWrongWithARequestIsAnswered(request: String, answer: String) throws {
    let client = try debug(".up", [request, "continue {}"])
    #expect(client.summary.contains { $0.hasPrefix(answer) && $0.contains(":") }, "\(client.summary)")
    #expect(client.summary.last == "terminated ")
  }

  @Test func aBreakpointInAFileThatCannotBeReadSaysSo() throws {
    let requests = [
      #"setBreakpoints {"source":{"path":"/no/such/file"},"breakpoints":[{"line":1}]}"#,
      #"breakpointLocations {"source":{"path":"/no/such/file"},"line":1}"#, "continue {}",
    ]
    let client = try debug(".up", requests)
    let problem = "cannot read '/no/such/file': No such file or directory"
    let breakpoint = client.bodies(of: "setBreakpoints").first?["breakpoints"]?.elements?.first
    #expect(breakpoint?["verified"] == false && breakpoint?["message"]?.string == problem)
    #expect(client.summary.contains("breakpointLocations: \(problem)"), "\(client.summary)")
  }

  @Test(arguments: [-1, 0, 3])
  func aBreakpointAtANonexistentLineIsNotVerified(line: Int) throws {
    let request = #"setBreakpoints {"source":{"path":"PATH"},"breakpoints":[{"line":\#(line)}]}"#
    let client = try debug(".up\n.down", ["continue {}"], start: ["initialize {}", request])
    let breakpoint = client.bodies(of: "setBreakpoints").first?["breakpoints"]?.elements?.first
    #expect(breakpoint?["verified"] == false && breakpoint?["message"] != nil, "\(client.messages)")
  }

  @Test func linesAndColumnsCountFromZeroForClientsThatDoSo() throws {
    let start = [
      #"initialize {"linesStartAt1":false,"columnsStartAt1":false}"#,
      #"setBreakpoints {"source":{"path":"PATH"},"breakpoints":[{"line":1}]}"#,
    ]
    let client = try debug(".up\n.down", ["continue {}"], ["stackTrace {}", "continue {}"], start: start)
    let frame = client.bodies(of: "stackTrace").first?["stackFrames"]?.elements?.first
    #expect(frame?["line"]?.int == 1 && frame?["column"]?.int == 0, "\(client.summary)")
  }

  @Test func columnsOfCompletionsCountUTF16() throws {
    let text = "print \"👨‍👩‍👧\" + eff"
    let column = text.utf16.count + 1
    let request = #"completions {"text":"\#(text.replacing("\"", with: "\\\""))","column":\#(column)}"#
    let client = try debug(".up", [request, "continue {}"])
    let target = client.bodies(of: "completions").first?["targets"]?.elements?.first
    #expect(target?["label"]?.string == "effects")
    #expect(target?["start"]?.int == column - 3 && target?["length"]?.int == 3)
  }

  @Reducer
  struct Gate {
    static let line = #line
    enum Action: Equatable, Sendable { case open(Int) }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .open(1...9): state = 1  // 5 lines after `line`
      case .open: state = 2  // 6
      }
      return .none
    }
  }

  @Test func aFrameNamesTheCaseThatHandlesItsAction() throws {
    let application = ShellApplication<Int, Gate.Action>(name: "gate") { seed, epoch in
      Session(initialState: 0, seed: seed, epoch: epoch) { Gate() }
    }
    let requests = [["stepIn {}"], ["stackTrace {}", "continue {}"]]
    let client = try debugScript(".open(20)\n.open(5)", requests, application: application)
    let frames = client.bodies(of: "stackTrace").first?["stackFrames"]?.elements?.compactMap {
      $0["name"]?.string
    }
    func line(_ offset: Int) -> String { "DebugServerTests.swift:\(Gate.line + offset)" }
    #expect(frames?.contains("#1 +0s .open(20) at \(line(5)) or \(line(6))") == true, "\(frames ?? [])")
  }

  @Test func hitsAreCountedByPlaceNotByVisit() throws {
    let breakpoint = #"setFunctionBreakpoints {"breakpoints":[{"name":".up","hitCondition":"2"}]}"#
    let client = try debug(
      ".up\n.up\n.up",
      ["continue {}"],
      ["reverseContinue {}"],
      ["continue {}"],
      ["stackTrace {}", "continue {}"],
      start: [breakpoint]
    )
    let stops = client.summary.filter { $0.hasPrefix("stopped") }
    #expect(
      stops == [
        "stopped entry", "stopped function breakpoint", "stopped entry", "stopped function breakpoint",
      ],
      "\(client.summary)"
    )
    let frame = client.bodies(of: "stackTrace").first?["stackFrames"]?.elements?.last
    #expect(frame?["line"]?.int == 2)
  }

  @Test func aScriptThatCannotBeginAgainHasFailed() throws {
    // The output is no script.
    let client = try debug(
      ".up\n.up",
      [#"evaluate {"expression":"info >| PATH","context":"repl"}"#, "next {}"],
      ["restart {}"]
    )
    let ending = client.messages.first { $0["event"]?.string == "exited" }
    #expect(ending?["body"]?["exitCode"]?.int == 2, "\(client.summary)")
  }

  @Test func aBrokenQuoteOfACommandIsNamedAsSuch() throws {
    let request = #"evaluate {"expression":"print \"1","context":"repl"}"#
    let client = try debug(".up", [request, "continue {}"])
    let answer = client.messages.first { $0["command"]?.string == "evaluate" }
    #expect(answer?["message"]?.string?.contains("missing closing double quote") == true, "\(client.summary)")
  }

  @Test func aScriptThatBeginsAgainCountsAnew() throws {
    let breakpoint = #"setFunctionBreakpoints {"breakpoints":[{"name":".up","hitCondition":"2"}]}"#
    let client = try debug(
      ".up\n.up\n.up",
      ["continue {}"],
      ["restart {}"],
      ["continue {}"],
      ["continue {}"],
      start: [breakpoint]
    )
    let stops = client.summary.filter { $0 == "stopped function breakpoint" }
    #expect(stops.count == 2, "\(client.summary)")
  }

  @Test func aHitThatNoLongerHappensIsForgotten() throws {
    let breakpoint = #"setFunctionBreakpoints {"breakpoints":[{"name":".up","hitCondition":"3"}]}"#
    // The second line runs again after a change before it.
    let client = try debug(
      ".up\n.up\n.up\n.up",
      ["next {}"],
      ["next {}"],
      ["stepBack {}"],
      [#"evaluate {"expression":".down","context":"repl"}"#, "continue {}"],
      ["stackTrace {}", "continue {}"],
      start: [breakpoint]
    )
    let frame = client.bodies(of: "stackTrace").first?["stackFrames"]?.elements?.last
    #expect(frame?["line"]?.int == 3, "\(client.summary)")
  }

  @Test func anInputThatCannotBeReadIsReported() {
    #expect(throws: SystemError.self) { try debug(".up", ["break input"]) }
  }

  @Test func aMomentIsFoundWhereTheScriptFirstWas() throws {
    let client = try debug(
      ".up\nmark a\n.up\ngoto a\n.down",
      ["next {}"],
      ["next {}"],
      ["next {}"],
      ["next {}"],
      [#"gotoTargets {"source":{"path":"PATH"},"line":5}"#, "continue {}"]
    )
    let labels = client.bodies(of: "gotoTargets").first?["targets"]?.elements?.compactMap {
      $0["label"]?.string
    }
    #expect(labels?.contains { $0.hasPrefix("mark a at #1") } == true, "\(labels ?? []) \(client.summary)")
  }

  @Test func aChangeBeforeACommandThatIsRunningEndsIt() throws {
    let client = try debug(
      ".up\nmacro twice\n.up\n.up\nend\ntwice\n.down",
      ["next {}"],
      ["stepIn {}"],
      ["stepIn {}"],
      ["stepIn {}"],
      ["stepBack {}"],
      ["stepBack {}"],
      ["stepBack {}"],
      ["stepBack {}"],
      [#"evaluate {"expression":".down","context":"repl"}"#, "stepBack {}"],
      ["next {}"],
      ["stackTrace {}", "continue {}"]
    )
    #expect(client.messages.contains { $0["command"]?.string == "evaluate" && $0["success"] == true })
    #expect(client.summary.suffix(2) == ["exited ", "terminated "], "\(client.summary)")
  }

  @Test func anExitInTheConsoleEndsTheScript() throws {
    let client = try debug(".up\n.down", [#"evaluate {"expression":"quit 3","context":"repl"}"#])
    let exited = client.messages.first { $0["event"]?.string == "exited" }
    #expect(exited?["body"]?["exitCode"]?.int == 3, "\(client.summary)")
  }

  @Test(arguments: [
    ("3", [3]), ("== 2", [2]), ("= 2", [2]), (">=4", [4, 5, 6]), ("> 4", [5, 6]), ("<= 2", [1, 2]),
    ("< 2", [1]),
    ("% 3", [3, 6]),
  ])
  func hitConditionsCompareTheCount(text: String, hits: [Int]) throws {
    let condition = try HitCondition(parsing: text)
    #expect((1...6).filter(condition.holds) == hits)
  }

  @Test(arguments: ["", "0", "-1", "x", "3 x", "! 3", "99999999999999999999"])
  func otherHitConditionsAreRefused(text: String) {
    #expect(throws: DebugError.self) { try HitCondition(parsing: text) }
  }

  @Test func messagesHaveExpressionsInBraces() throws {
    let session = Session<Int, Counting.Step>(initialState: 4) { EmptyReducer() }
    func expression(_ text: String) throws(DebugError) -> TodoShellValues.Expression {
      try DebugError.converting { () throws(Diagnostic) in
        try TodoShellValues.Expression(parsing: SourceText(text))
      }
    }
    func text(_ message: String) throws -> String {
      try LogMessage(parsing: message, expression).text(at: AnyMoment(session.moment))
    }
    #expect(try text("is {self}, twice {self * 2}!") == "is 4, twice 8!")
    #expect(try text("} and nothing") == "} and nothing")
    #expect(try text("{nowhere}").hasPrefix("{"))
    #expect(throws: DebugError.self) { try LogMessage(parsing: "{self", expression) }
    #expect(throws: DebugError.self) { try LogMessage(parsing: "{self +}", expression) }
  }
}
