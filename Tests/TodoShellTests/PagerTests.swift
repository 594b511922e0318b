import Foundation
import TestSupport
import Testing

/// Long output at a terminal is shown a page at a time.
struct PagerTests {
  private func terminal(_ pager: String, rows: Int = 12) throws -> ShellTerminal {
    try ShellTerminal(arguments: ["-q"], environment: ["PAGER": pager], rows: rows)
  }

  @Test func longOutputGoesThroughThePagerAndShortDoesNot() throws {
    let terminal = try terminal("sed 's/^/P:/'")
    try terminal.type("help all", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("P:Todos\n"))
    #expect(terminal.pty.screen.text.contains("P:'help COMMAND' explains"))
    try terminal.type("help clock off", until: "#0 +0s> ")
    try terminal.type("clock", until: "#0 +0s> ")
    #expect(!terminal.pty.screen.text.contains("P:+0s"))
    try terminal.type("set pager off", until: "#0 +0s> ")
    try terminal.type("help all", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.components(separatedBy: "P:Todos").count == 2)
    try terminal.type("set pager on", until: "#0 +0s> ")
    try terminal.type("help all", until: "#0 +0s> ")
    #expect(terminal.pty.screen.lines.contains { $0.hasPrefix("P:'help COMMAND' explains") })
    try terminal.type("set pager \"sed 's/^/Q:/'\"", until: "#0 +0s> ")
    try terminal.type("help all", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("Q:Todos\n"))
    try terminal.pty.send("quit\r")
    #expect(try terminal.pty.waitForEnd() == .exited(0))
  }

  @Test func coloursTakeNoRoom() throws {
    let terminal = try terminal("sed 's/^/P:/'", rows: 24)
    try terminal.type("help", until: "#0 +0s> ")
    #expect(!terminal.pty.screen.text.contains("P:"))
  }

  @Test func leavingThePagerEarlyIsNoError() throws {
    let terminal = try terminal("head -n 1")
    try terminal.type("help all", until: "#0 +0s> ")
    try terminal.type("list", until: "#0 +0s> ")
    #expect(!terminal.pty.screen.text.contains("error"))
    try terminal.pty.send("quit\r")
    #expect(try terminal.pty.waitForEnd() == .exited(0))
  }

  @Test func anInterruptIsThePagers() throws {
    let terminal = try terminal("echo ready; read word </dev/tty; echo got")
    try terminal.pty.send("help\r")
    try terminal.pty.wait(forText: "ready")
    try terminal.interrupt(until: "#0 +0s> ")
    try terminal.type("list", until: "#0 +0s> ")
    #expect(!terminal.pty.screen.text.contains("interrupted"))
    #expect(!terminal.pty.screen.text.contains("got"))
  }

  @Test func aPagerThatIsNotThereIsToldAndAllIsShown() throws {
    let terminal = try terminal("no-such-pager")
    try terminal.type("help all", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("'help COMMAND' explains"))
    try terminal.type("set pager no-such", until: "#0 +0s> ")
    try terminal.type("help all", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("the pager 'no-such' was not found"))
  }

  @Test func aBatchAtATerminalIsNotPaged() throws {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal(
      [builtProgram("todoshell"), "-c", "help all"],
      environment: ["HOME": home.path, "PAGER": "false"],
      rows: 5
    )
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.screen.text.contains("'help COMMAND' explains"))
  }
}
