import Foundation

/// How long the servers take to answer, from the request of another program until it has the answer.
struct Servers {
  /// The shell, as a release.
  let shell: String

  /// - Throws: If a server fails.
  func claims() throws -> [Claim] {
    try trivial() + [page(), keystroke()] + questions()
  }

  /// What a server does for almost every key or step.
  private func trivial() throws -> [Claim] {
    let live = try Conversation(shell, ["-i", "--no-rc"], .lines)
    let line = try median(300) { _ in try live.time("print 1 + 1", until: "2") }
    try live.end()
    let agent = try modelContext()
    let ping = try median(300) {
      try agent.time(#"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"#, until: "\"id\":\($0)")
    }
    try agent.end()
    let editor = try languageServer(["add Milk", "toggle 0"])
    let hover = try median(300) { number in
      let place = #""textDocument":{"uri":"untitled:1"},"position":{"line":1,"character":2}"#
      let message = #"{"jsonrpc":"2.0","id":\#(number),"method":"textDocument/hover","params":{\#(place)}}"#
      return try editor.time(message, until: "\"id\":\(number)")
    }
    try editor.end()
    return [("live line", line), ("MCP ping", ping), ("LSP hover", hover)].map { name, time in
      Claim("answer to a \(name)", at: "median of 300", time, atMost: 1_000)
    }
  }

  /// A hundred members of a long list.
  private func page() throws -> Claim {
    let server = try modelContext()
    func call(_ id: Int, _ tool: String, _ arguments: String) throws -> Time {
      let params = #"{"name":"\#(tool)","arguments":\#(arguments)}"#
      return try server.time(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":\#(params)}"#,
        until: "\"id\":\(id)"
      )
    }
    _ = try call(1_000, "run", #"{"commands":["repeat 100000 as i add \"Todo $i\""]}"#)
    let time = try median(30) {
      try call($0, "state", #"{"path":"todos","first":\#(50_000 + $0 * 100),"count":100}"#)
    }
    try server.end()
    return Claim("page of the state by MCP", at: "100 of 100,000 todos", time, atMost: 5_000)
  }

  /// From a change in a long script until its errors are sent.
  private func keystroke() throws -> Claim {
    let commands = ["add Milk", "toggle 0", "expect todos.count >= 0", "advance 1s"]
    let script = (0..<10_000).map { commands[$0 % 4] }
    let server = try languageServer(script)
    let line = 5_001
    let column = script[line].utf8.count
    let time = try median(15) { number in
      // A letter is typed, and deleted.
      let place = #"{"line":\#(line),"character":\#(column)}"#
      let end = #"{"line":\#(line),"character":\#(column + number % 2)}"#
      let change = #"{"range":{"start":\#(place),"end":\#(end)},"text":"\#(number % 2 == 0 ? "1" : "")"}"#
      let version = number + 2
      let params =
        #"{"textDocument":{"uri":"untitled:1","version":\#(version)},"contentChanges":[\#(change)]}"#
      return try server.time(
        #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":\#(params)}"#,
        until: "\"version\":\(version)"
      )
    }
    try server.end()
    return Claim("check after a keystroke", at: "10,000 lines", time, atMost: 100_000)
  }

  /// `why` after a long history in which each todo changed in turn, and `shorten` of a long session, compared with running
  /// the commands.
  private func questions() throws -> [Claim] {
    func session(_ lines: [String]) throws -> (Conversation, made: Time) {
      let live = try Conversation(shell, ["-i", "-q", "--no-rc"], .lines)
      _ = try live.time(#"print "rea" + "dy""#, until: "ready")
      for line in ["set diff off"] + lines { try live.send(line) }
      return (live, try live.time(#"print "ma" + "de""#, until: "made"))
    }
    let edits = (0..<100).map { "edit \($0) \"x$i\"" }
    let (long, made) = try session(["repeat 100 as i add \"T$i\"", "repeat 998 as i"] + edits + ["end"])
    var claims = try [
      (#"todos.allSatisfy(\.isComplete)"#, "true → false", 0.35), ("todos[50].isComplete", "→ false", 0.25),
      ("todos.count", "99 → 100", 0.25),
    ].map { expression, end, limit in
      let time = try median(5) { _ in try long.time("why \(expression)", until: end) }
      let what = "why \(expression) : making the moments"
      return Claim(what, at: "100,000 moments, 100 todos", time, of: made, atMost: limit, goal: 0.25)
    }
    try long.end()
    let rounds = [
      "repeat 20", "add Tea", "repeat 33", "toggle 0", "edit 0 Coffee", "advance 100ms", "end", "end",
    ]
    let (many, run) = try session(rounds)
    let time = try median(3) { _ in try many.time("shorten todos.count < 20", until: "expect ") }
    try many.end()
    claims.append(Claim("shorten to 20 commands : a run", at: "2,000 commands", time, of: run, atMost: 100))
    return claims
  }

  private func modelContext() throws -> Conversation {
    let server = try Conversation(shell, ["mcp"], .lines)
    let params =
      #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"b","version":"1"}}"#
    _ = try server.time(
      #"{"jsonrpc":"2.0","id":"0","method":"initialize","params":\#(params)}"#,
      until: "\"id\":\"0\""
    )
    return server
  }

  private func languageServer(_ script: [String]) throws -> Conversation {
    let server = try Conversation(shell, ["lsp"], .headers)
    _ = try server.time(
      #"{"jsonrpc":"2.0","id":"0","method":"initialize","params":{"capabilities":{}}}"#,
      until: "\"id\":\"0\""
    )
    let text = String(decoding: try JSONEncoder().encode(script.joined(separator: "\n")), as: UTF8.self)
    let document = #"{"uri":"untitled:1","languageId":"todoscript","version":1,"text":\#(text)}"#
    _ = try server.time(
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\#(document)}}"#,
      until: "\"version\":1"
    )
    return server
  }

  private func median(_ count: Int, _ measure: (Int) throws -> Time) rethrows -> Time {
    let times = try (0..<count).map(measure).map(\.seconds).sorted()
    return Time(seconds: times[count / 2])
  }
}
