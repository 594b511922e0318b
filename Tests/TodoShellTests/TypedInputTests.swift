import Foundation
import TestSupport
import Testing

/// Commands of several lines, the history and the editor, on the real binary.
struct TypedInputTests {
  private let up = "\u{1B}[A"

  @Test func anOpenBracketOfAnExpressionGoesOnAndIsOneEntry() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type(["print todos.filter(", "  \\.isComplete", ").count"], until: "#2 +0s> ")
    #expect(terminal.pty.screen.lines.suffix(2).first == "0")
    try terminal.pty.send(up)
    try terminal.pty.wait(for: "all of it") {
      $0.lines.suffix(3) == ["#2 +0s> print todos.filter(", "  \\.isComplete", ").count"]
    }
    try terminal.pty.send(" + 41\r")
    try terminal.pty.wait(for: "the sum") { $0.lines.suffix(2) == ["41", "#2 +0s>"] }
    let history = try terminal.leaveForHistory()
    #expect(
      history == """
        add Milk
        print todos.filter(\\n  \\\\.isComplete\\n).count
        print todos.filter(\\n  \\\\.isComplete\\n).count + 41

        """
    )
  }

  @Test func aBracketInATextGoesOnNowhere() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type("add (Milk", until: "#2 +0s> ")
    try terminal.type("list", until: "#2 +0s> ")
    #expect(terminal.pty.screen.text.contains("0 [ ] (Milk"))
  }

  @Test func anOpenQuoteGoesOnWithALineBreak() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type(["add \"Milk", "and Eggs\""], until: "#2 +0s> ")
    try terminal.type("list", until: "#2 +0s> ")
    #expect(terminal.pty.screen.text.contains("0 [ ] Milk\\nand Eggs"))
    try terminal.pty.send(up + up + "\r")
    try terminal.pty.wait(atPrompt: "#4 +0s> ")
  }

  @Test func anInterruptDropsAllOfIt() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type("add \"Milk", until: "… ")
    try terminal.type("and", until: "… ")
    try terminal.interrupt(until: "#0 +0s> ")
    try terminal.type("list", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("no todos"))
    #expect(try terminal.leaveForHistory() == "list\n")
  }

  @Test func aPastedActionOfSeveralLinesIsOneCommand() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.paste(
      ".todos(\n  .element(id: UUID(0),\n    action: .binding(.set(\\.isComplete, true)))\n)\nlist\n"
    )
    try terminal.pty.wait(forText: "0 [x] Milk")
    try terminal.pty.wait(atPrompt: "#3 +0s ⋯1> ")
    #expect(try terminal.leaveForHistory().split(separator: "\n").count == 3)
  }

  @Test func whatTheEditorSavesRunsCommandByCommand() throws {
    let home = try TemporaryFolder()
    let commands = try home.write("add Milk\nadd \\\n  Eggs\nlist\n", to: "commands")
    let terminal = try ShellTerminal(
      home: home,
      arguments: ["-q"],
      environment: ["VISUAL": "cp \(commands)", "EDITOR": "false"]
    )
    try terminal.pty.send("\u{18}\u{5}")
    try terminal.pty.wait(forText: "0 [ ] Eggs\n1 [ ] Milk")
    try terminal.pty.wait(atPrompt: "#4 +0s> ")
    try terminal.type("list", until: "#4 +0s> ")
  }

  @Test func linesAreListedAndFound() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    for line in ["add Milk", "add Eggs"] { try terminal.pty.send(line + "\r") }
    try terminal.pty.wait(atPrompt: "#4 +0s> ")
    try terminal.type("clock", until: "#4 +0s> ")
    try terminal.type("history add", until: "#4 +0s> ")
    #expect(
      terminal.pty.screen.lines.suffix(4).dropLast() == ["1  add Milk", "2  add Eggs", "4  history add"]
    )
    try terminal.type("history 2", until: "#4 +0s> ")
    #expect(terminal.pty.screen.lines.suffix(3).dropLast() == ["4  history add", "5  history 2"])
    try terminal.pty.send("\u{12}add ")
    try terminal.pty.wait(forText: "#4 +0s> add Eggs\nbck:add")
    try terminal.interrupt(until: "#4 +0s> ")
    #expect(try terminal.leaveForHistory() == "add Milk\nadd Eggs\nclock\nhistory add\nhistory 2\n")
  }

  @Test func aPrivateShellKeepsNothing() throws {
    let terminal = try ShellTerminal(arguments: ["--private"])
    try terminal.type("list", until: "#0 +0s> ")
    try terminal.pty.send("\u{4}")
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: terminal.home.file(".local/state/todoshell/history")))
  }

  @Test func typedTextIsColouredAndSuggested() throws {
    let terminal = try ShellTerminal(arguments: ["-q"], environment: ["NO_COLOR": ""])
    let pty = terminal.pty
    try pty.send("add Milk\r")
    try pty.wait(atPrompt: "#2 +0s> ")
    var position = pty.output.count
    try pty.send("ad")
    try pty.wait(forOutput: "\u{1B}[2md Milk\u{1B}[0m", from: position)
    position = pty.output.count
    try pty.send("vance 2s")
    try pty.wait(forOutput: "\u{1B}[1madvance\u{1B}[0m \u{1B}[36m2s\u{1B}[0m", from: position)
    try pty.send("\u{15}nonsense x")
    try pty.wait(forOutput: "\u{1B}[1;31mnonsense\u{1B}[0m x", from: position)
    try pty.send("\u{15}set suggest off\rset highlight off\r")
    try pty.wait(forText: "set highlight off")
    try pty.wait(atPrompt: "#2 +0s> ")
    position = pty.output.count
    try pty.send("ad")
    try pty.wait(atPrompt: "#2 +0s> ad")
    try pty.send("\r")
    try pty.wait(forText: "is ambiguous")
    #expect(!String(decoding: pty.output[position...], as: UTF8.self).contains("\u{1B}[2m"))
  }
}
