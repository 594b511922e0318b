import Foundation
import TestSupport
import Testing

/// `clock play`: time goes by while a person types.
@Suite struct PlayingClockTests {
  @Test func whatIsDueHappensAboveTheLineThatIsTyped() throws {
    let terminal = try ShellTerminal()
    let pty = terminal.pty
    try terminal.type("record \(terminal.home.file("s"))", until: "#0 +0s> ")
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("add Eggs", until: "#4 +0s> ")
    try terminal.type("toggle 0", until: "#5 +0s> ")
    try pty.send("clock play\r")
    try pty.wait(forText: "the clock plays at 1×")
    try pty.send("add Bread\u{1B}[D\u{1B}[D")
    try pty.wait(forText: "sortCompletedTodos")
    try pty.wait(for: "the line") { $0.lines.last?.hasSuffix("▸ add Bread") == true }
    try pty.wait(for: "the cursor") { $0.textBeforeCursor.hasSuffix("▸ add Bre") }
    #expect(pty.screen.lines.last == "#7 +1s▸ add Bread")
    // What is typed then happens when it is typed: the clock has gone on.
    try pty.send("\r")
    try pty.wait(forText: "#8 ")
    try pty.wait(for: "a prompt") { $0.textBeforeCursor.hasSuffix("▸ ") }
    try pty.send("clock pause\r")
    try pty.wait(forText: "the clock is paused at +")
    try pty.wait(for: "a prompt") { $0.textBeforeCursor.hasSuffix("> ") }
    try pty.send("quit\r")
    #expect(try pty.waitForEnd() == .exited(0))
    let record = String(decoding: try terminal.home.bytes(of: "s"), as: UTF8.self)
    let commands = record.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != " " } }
    #expect(commands.filter { $0 == "advance" }.count <= 3)
    #expect(Set(commands).isSubset(of: ["add", "toggle", "advance", "set", "begin"]), "\(commands)")
    #expect(record.contains("\nadvance 1s\n"))
    #expect(try todoshell("-q", terminal.home.file("s")).status == 0)
  }

  @Test func nothingIsRecordedWhileNothingHappens() throws {
    let terminal = try ShellTerminal()
    try terminal.type("clock play 1000000", until: "#0 +0s▸ ")
    try terminal.type("clock", until: "#0 +0s▸ ")
    try terminal.type("list", until: "#0 +0s▸ ")
    #expect(terminal.pty.screen.text.contains("nothing is waiting"))
  }

  @Test func timeTravelStopsTheClock() throws {
    let terminal = try ShellTerminal()
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send("clock play\rundo\r")
    try terminal.pty.wait(forText: "the clock is paused")
    try terminal.pty.wait(for: "a prompt of the past") { $0.textBeforeCursor.hasSuffix(" +0s> ") }
  }

  @Test func aMenuClosesBeforeWhatHappensIsShown() throws {
    let terminal = try ShellTerminal(rows: 12)
    let pty = terminal.pty
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("toggle 0", until: "#3 +0s> ")
    try pty.send("clock play\r")
    try pty.wait(for: "it plays") { $0.textBeforeCursor == "#3 +0s▸ " }
    try pty.send("help \t\t")
    try pty.wait(forText: "sortCompletedTodos")
    try pty.wait(atPrompt: "#5 +1s▸ help ")
    #expect(!pty.screen.lines.joined().contains("more: space"))
  }

  @Test func aScriptCannotPlay() throws {
    let run = try todoshell("-c", "clock play")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("-c:1:1: error: the clock plays only where a person types"))
    #expect(try todoshell("-c", "clock play fast").status == 2)
    #expect(try todoshell("-n", "-c", "clock play 2").status == 0)
  }

  @Test func aDumbTerminalPlaysToo() throws {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal(
      [builtProgram("todoshell"), "-q"],
      environment: ["HOME": home.path, "TERM": "dumb"]
    )
    try pty.wait(atPrompt: "#0 +0s> ")
    try pty.send("add Milk\nset quiet off\nset diff off\ntoggle 0\nclock play\n")
    try pty.wait(forText: "sortCompletedTodos")
    try pty.wait(for: "a prompt") { $0.textBeforeCursor.hasSuffix("+1s▸ ") }
    try pty.send("quit\n")
    #expect(try pty.waitForEnd() == .exited(0))
  }
}
