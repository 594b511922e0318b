import Foundation
import TestSupport
import Testing

/// vi's keys, for those who ask for them in `.editrc`.
struct ViKeysTests {
  private func terminal(
    editrc: String = "bind -v\n",
    environment: [String: String] = [:],
    rows: Int = 40
  ) throws -> ShellTerminal {
    let home = try TemporaryFolder()
    try home.write(editrc, to: ".editrc")
    return try ShellTerminal(home: home, arguments: ["-q"], environment: environment, rows: rows)
  }

  /// Keys, the text before the cursor that they lead to, and the line; `<` shows command mode.
  private static let edits: [(keys: [String], before: String, line: String)] = [
    (["add Milk", "\u{1B}"], "< add Mil", "< add Milk"),
    (["add Milk", "\u{1B}", "i"], "> add Mil", "> add Milk"),
    (["add Milk", "\u{1B}", "I", "x"], "> x", "> xadd Milk"),
    (["add Milk", "\u{1B}", "0", "a"], "> a", "> add Milk"),
    (["add Milk", "\u{1B}", "0", "A", "x"], "> add Milkx", "> add Milkx"),
    (["add Milk", "\u{1B}", "b", "c", "w", "Eggs"], "> add Eggs", "> add Eggs"),
    (["add Milk", "\u{1B}", "0", "c", "t", "M", "x"], "> x", "> xMilk"),
    (["add Milk", "\u{1B}", "c", "c", "x"], "> x", "> x"),
    (["add Milk", "\u{1B}", "S"], "> ", ">"),
    (["add Milk", "\u{1B}", "0", "C", "x"], "> x", "> x"),
    (["add Milk", "\u{1B}", "0", "3", "s", "x"], "> x", "> x Milk"),
    (["add Milk", "\u{1B}", "d", "b"], "< add ", "< add k"),
    (["add Milk", "\u{1B}", "0", "2", "x"], "< ", "< d Milk"),
    (["add Milk", "\u{1B}", "c", "\u{1B}", "0"], "< ", "< add Milk"),
    (["add Milk", "\u{1B}", "\u{1B}", "\u{1B}", "x"], "< add Mi", "< add Mil"),
    (["add 日本é", "\u{1B}", "h"], "< add 日", "< add 日本é"),
    (["add Milk", "\u{1B}", "0", "R", "X"], "> X", "> Xdd Milk"),
  ]

  @Test(arguments: edits.indices) func thePromptTellsTheMode(index: Int) throws {
    let (keys, before, line) = Self.edits[index]
    let terminal = try terminal()
    for key in keys {
      let position = terminal.pty.output.count
      try terminal.pty.send(key)
      // An escape is a key of its own only if nothing follows at once, which is to be seen the first time.
      if key == "\u{1B}", !terminal.isShowingCommandMode {
        try terminal.pty.wait(forOutput: "< ", from: position)
      }
    }
    try terminal.pty.wait(for: line) {
      $0.lines.last == "#0 +0s" + line && $0.textBeforeCursor == "#0 +0s" + before
    }
    #expect(terminal.pty.screen.surprises == [])
  }

  @Test func aLineStartsInInsertMode() throws {
    let terminal = try terminal()
    try terminal.pty.send("clock\u{1B}")
    try terminal.pty.wait(atPrompt: "#0 +0s< cloc")
    try terminal.pty.send("\r")
    try terminal.pty.wait(atPrompt: "#0 +0s> ")
    try terminal.pty.send("x\u{1B}")
    try terminal.pty.wait(atPrompt: "#0 +0s< ")
    try terminal.interrupt(until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
  }

  @Test func everythingElseWorksInBothModes() throws {
    let terminal = try terminal(environment: ["NO_COLOR": ""])
    let pty = terminal.pty
    for line in ["set diff off", "add Milk", "toggle 0"] { try pty.send(line + "\r") }
    try pty.wait(atPrompt: "#3 +0s ⋯1> ")
    // A suggestion, and colours.
    var position = pty.output.count
    try pty.send("tog")
    try pty.wait(forOutput: "\u{1B}[2mgle 0\u{1B}[0m", from: position)
    try pty.send(Keys.right)
    try pty.wait(atPrompt: "#3 +0s ⋯1> toggle 0")
    position = pty.output.count
    try pty.send("\u{1B}")
    try pty.wait(forOutput: "\u{1B}[1mtoggle\u{1B}[0m", from: position)
    try pty.wait(atPrompt: "#3 +0s ⋯1< toggle ")
    // Lines of the history, and a search.
    try pty.send("0k")
    try pty.wait(for: "a line") { $0.lines.last == "#3 +0s ⋯1< add Milk" }
    try pty.send(Keys.control("C"))
    try pty.wait(atPrompt: "#3 +0s ⋯1> ")
    try pty.send(Keys.control("R") + "Mil")
    try pty.wait(forText: "bck:Mil")
    try pty.send(Keys.control("C"))
    try pty.wait(atPrompt: "#3 +0s ⋯1> ")
    // A menu.
    try pty.send("filter " + Keys.tab)
    try pty.wait(forText: "active     what is left to do")
    try pty.wait(atPrompt: "#3 +0s ⋯1> filter ")
    try pty.send(Keys.control("U"))
    // A line that goes on.
    try pty.send("print (1 +\r")
    try pty.wait(atPrompt: "… ")
    try pty.send("2)\u{1B}")
    try pty.wait(atPrompt: "< 2")
    try pty.send("\r")
    try pty.wait(forText: "\n3\n")
    // Output above the line, in command mode.
    try pty.send("clock play\radd Eggs\u{1B}0")
    try pty.wait(for: "the line") { $0.lines.last?.wholeMatch(of: /#5 \+\d+s◂ add Eggs/) != nil }
    try pty.wait(for: "the cursor") { $0.textBeforeCursor.hasSuffix("s◂ ") }
    #expect(pty.screen.surprises == [])
  }

  @Test func keysThatAPersonHasBoundStayTheirs() throws {
    let terminal = try terminal(editrc: "bind -v\nbind -a i ed-move-to-beg\n")
    try terminal.pty.send("add\u{1B}")
    try terminal.pty.wait(atPrompt: "#0 +0s< ad")
    try terminal.pty.send("i")
    try terminal.pty.wait(atPrompt: "#0 +0s< ")
  }

  @Test func emacsKeysHaveOneMode() throws {
    let terminal = try terminal(editrc: "bind -e\nbind ^G ed-move-to-beg\n")
    try terminal.pty.send("add Milk" + Keys.control("G") + "x")
    try terminal.pty.wait(for: "the line") {
      $0.lines.last == "#0 +0s> xadd Milk" && $0.textBeforeCursor == "#0 +0s> x"
    }
  }

  @Test(arguments: ["dumb", "unknown", "", "no-such-terminal", "vt52"])
  func aTerminalThatCanDoLittleStillReadsCommands(_ type: String) throws {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal(
      [builtProgram("todoshell"), "-q"],
      environment: ["HOME": home.path, "TERM": type, "PAGER": "cat"],
      columns: 60
    )
    try pty.wait(for: "a prompt") { $0.text.contains("#0 +0s> ") || $0.text.hasSuffix("#0 +0s>") }
    for line in ["add Mülk 日本", "toggle 0", "list", "help filter", "print (1 +"] { try pty.send(line + "\n") }
    try pty.wait(forText: "0 [x] Mülk 日本")
    try pty.wait(for: "a prompt") { $0.textBeforeCursor.hasSuffix("… ") }
    try pty.send("2)\n")
    try pty.wait(forText: "\n3")
    try pty.send("add half" + Keys.control("C"))
    try pty.send("quit 3\n")
    #expect(try pty.waitForEnd() == .exited(3))
    #expect(pty.mode == pty.initialMode)
    if ["dumb", "unknown", ""].contains(type) { #expect(!pty.output.contains(0x1B)) }
  }
}

extension ShellTerminal {
  fileprivate var isShowingCommandMode: Bool { pty.screen.textBeforeCursor.hasPrefix("#0 +0s< ") }
}
