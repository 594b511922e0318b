import Foundation
import TestSupport
import Testing

/// Coding agents use the shell over the Model Context Protocol, with the protocol's own client.
struct AgentTests {
  @Test(.clients, arguments: ["auto", "legacy"])
  func offersWhatTheClientUnderstands(mode: String) throws {
    let run = try client("use-tools.py", [builtProgramPath, mode], in: TemporaryFolder())
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test(.clients, arguments: ["auto", "legacy"])
  func findsABugAndLeavesAScriptThatFails(mode: String) throws {
    let folder = try TemporaryFolder()
    let search = try client("find-bug.py", [builtProgram("eggtimer"), mode, "bug.todoscript"], in: folder)
    #expect(
      search.output == ".ring of EggTimer.swift:15 after .start, .stop, advance 3m\n",
      "\(search.errors)"
    )
    let script = try run(builtProgram("eggtimer"), ["-q", "bug.todoscript"], in: folder.url)
    #expect(script.status == 1)
    #expect(script.errors.contains("expectation failed: isRunning || !isRinging"), "\(script.errors)")
    #expect(try run(builtProgram("eggtimer-fixed"), ["-q", "bug.todoscript"], in: folder.url).status == 0)
  }

  @Test func aSessionFileHasWhatAnAgentDid() throws {
    let folder = try TemporaryFolder()
    let requests = [initialize, call("run", #"{"commands":["add Milk","toggle 0"]}"#)]
    let run = try run(
      builtProgramPath,
      ["mcp", "--session", "work.todoscript"],
      input: Data(requests.lines.utf8),
      in: folder.url
    )
    #expect(run.status == 0, "\(run.errors)")
    let file = String(decoding: try folder.bytes(of: "work.todoscript"), as: UTF8.self)
    #expect(file.hasSuffix("\nadd Milk\ntoggle 0\n"), "\(file)")
  }

  private func client(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws
    -> TodoShellRun
  {
    let python = repository.appending(path: ".build/python/bin/python3").path
    let script = repository.appending(path: "Tests/Fixtures/\(name)").path
    return try run(python, [script] + arguments, in: folder.url)
  }

  private let initialize =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#

  private func call(_ tool: String, _ arguments: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }
}

// Clients that misbehave leave no process behind. A process that stays would keep these tests from ending.
extension AgentTests {
  /// What follows `mcp` runs in a shell; the server's exit code goes to standard error.
  private func serve(_ requests: [String], _ program: String, shell: String) throws -> TodoShellRun {
    let folder = try TemporaryFolder()
    try folder.write(requests.lines, to: "requests")
    let server = "{ '\(builtProgram(program))' mcp; echo $? >&2; }"
    return try run(
      "/bin/sh",
      ["-c", shell.replacing("SERVER", with: server)],
      in: folder.url
    )
  }

  /// A command that never ends.
  private var endless: [String] {
    [initialize, call("run", #"{"commands":["set limit 1000000000",".start","run"]}"#)]
  }

  @Test func aClientThatDiesEndsTheRunningCommand() throws {
    let run = try serve(endless, "Blinker", shell: "cat requests | SERVER | head -n 1 >/dev/null")
    #expect(run.errors == "0\n")
  }

  @Test func aServerThatIsToldToEndDoes() throws {
    let run = try serve(
      endless,
      "Blinker",
      shell: """
        mkfifo input output; '\(builtProgram("Blinker"))' mcp <input >output & server=$!
        exec 3>input 4<output && cat requests >&3 && read -r answer <&4
        kill -TERM $server; wait $server; echo $? >&2
        """
    )
    #expect(run.errors.hasSuffix("143\n"), "\(run.errors)")
  }

  @Test func aClientThatOnlyWritesIsLeft() throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let run = try serve([], "todoshell", shell: "yes 2>/dev/null '\(ping)' | SERVER | head -n 1")
    #expect(run.output == #"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n")
    #expect(run.errors == "141\n")
  }

  @Test func aFloodIsAnswered() throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let run = try serve([], "todoshell", shell: "yes 2>/dev/null '\(ping)' | head -n 20000 | SERVER | wc -l")
    #expect(run.output == "20000\n")
    #expect(run.errors == "0\n")
  }

  @Test func whatIsNoRequestIsAnErrorAndTheNextOneIsAnswered() throws {
    let garbage: [(message: String, code: Int)] = [
      ("hello", -32700), ("{", -32700), ("\u{0}", -32700), ("[1]", -32600), ("null", -32600),
      (String(repeating: "[", count: 100_000), -32700),
      (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"none"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run"}}"#, -32602),
    ]
    let requests = garbage.map(\.message) + [#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#]
    let run = try serve(requests, "todoshell", shell: "SERVER <requests")
    let answers = run.output.split(separator: "\n")
    try #require(answers.count == requests.count, "\(run.output)")
    for (answer, (message, code)) in zip(answers, garbage) {
      #expect(answer.contains(#""code":\#(code),"#), "\(message.prefix(100)): \(answer)")
    }
    #expect(answers.last == #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
    #expect(run.errors == "0\n")
  }

  @Test(arguments: ["mcp x", "mcp -c add", "mcp --check", "mcp --format json", "mcp -i"])
  func takesNoScripts(arguments: String) throws {
    let run = try run(builtProgramPath, arguments.split(separator: " ").map(String.init))
    #expect(run.status == 64)
    #expect(run.errors.contains("See 'todoshell mcp --help'"), "\(run.errors)")
  }
}

extension [String] {
  /// The texts, a line each.
  fileprivate var lines: String { map { $0 + "\n" }.joined() }
}
