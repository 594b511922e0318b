import Foundation
import TestSupport
import Testing

/// What is printed reads well in the window that it is read in.
struct LooksTests {
  private let texts = ["Milk 🥛", "買い物", "e\u{301}te\u{301}", "🇩🇪 flag", "±·ambiguous…", "a\u{1B}[2J\u{9}b"]

  /// A shell with a todo for each text, the last one done.
  private func listed(columns: Int = 100, environment: [String: String] = [:]) throws -> ShellTerminal {
    let terminal = try ShellTerminal(arguments: ["-q"], environment: environment, columns: columns, rows: 60)
    for text in texts.reversed() { try terminal.pty.send("add \(literal(text))\r") }
    try terminal.pty.send("toggle 1\r")
    try terminal.pty.wait(atPrompt: "#\(texts.count * 2 + 1) +0s ⋯1> ")
    return terminal
  }

  private func literal(_ text: String) -> String {
    "\"" + text.replacing("\u{1B}", with: "\\u{1B}").replacing("\u{9}", with: "\\t") + "\""
  }

  @Test func aListHasIndicesAndBoxesAndDimsWhatIsDone() throws {
    let terminal = try listed(environment: ["NO_COLOR": ""])
    let position = terminal.pty.output.count
    try terminal.pty.send("list\r")
    try terminal.pty.wait(forText: "5 [ ] a")
    try terminal.pty.wait(forOutput: "\u{1B}[2m1 [x] 買い物\u{1B}[0m\r\n", from: position)
    let rows = terminal.pty.screen.lines.drop { !$0.hasPrefix("0 [ ] Milk") }.prefix(6)
    #expect(
      rows == [
        "0 [ ] Milk 🥛", "1 [x] 買い物", "2 [ ] e\u{301}te\u{301}", "3 [ ] 🇩🇪 flag", "4 [ ] ±·ambiguous…",
        "5 [ ] a\\u{1B}[2J\\tb",
      ]
    )
    #expect(terminal.pty.screen.surprises == [])
  }

  @Test func logAndTreeStandInColumns() throws {
    let terminal = try listed()
    for line in ["advance 1m30s", "undo", "add x"] { try terminal.pty.send(line + "\r") }
    try terminal.pty.send("tree --full\rlog\r")
    try terminal.pty.wait(forText: "> #18  +0s  add x")
    let tree = terminal.pty.screen.lines.filter {
      $0.contains(/^([├└]─ |│  |   )?#\d+ +\+[^> ]+ +(add|start|toggle|advance)/)
    }
    let places = Set(
      tree.map { $0.firstRange(of: /(add|start|toggle|advance)/)!.lowerBound.utf16Offset(in: $0) }
    )
    #expect(tree.count == 10 && places.count == 2, "one for the line, and one for the branch: \(tree)")
  }

  @Test(arguments: [20, 40, 80]) func noRowOfATableIsWiderThanTheWindow(_ columns: Int) throws {
    let terminal = try listed(columns: columns)
    for command in ["log", "tree", "moves"] + (columns < 40 ? [] : ["set", "help", "help log"]) {
      let position = terminal.pty.output.count
      try terminal.pty.send(command + "\r" + "mark x\r")
      try terminal.pty.wait(forOutput: "> mark x\r\n", from: position)
      try terminal.pty.wait(for: "a prompt") { $0.textBeforeCursor.hasSuffix("> ") }
      let printed = String(decoding: terminal.pty.output[position...], as: UTF8.self)
      let lines = printed.components(separatedBy: "\r\n").dropFirst().prefix { !$0.contains("mark x") }
      let widest = lines.filter { !$0.contains("\u{1B}") }.map(\.count).max() ?? 0
      #expect(widest <= columns, "\(command): \(lines)")
    }
    #expect(terminal.pty.screen.surprises == [])
  }

  @Test func aCommandTakesOneRowOrTwo() throws {
    let terminal = try ShellTerminal(arguments: ["--private"], columns: 80)
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("add Eggs", until: "#4 +0s> ")
    try terminal.type("toggle 0", until: "#5 +0s ⋯1> ")
    try terminal.type("advance 1s", until: "#7 +1s> ")
    #expect(
      terminal.pty.screen.lines.drop { $0 != "#0 +0s> add Milk" } == [
        "#0 +0s> add Milk", #"  todos: + [0] Todo "Milk""#,
        "#2 +0s> add Eggs", #"  todos: + [0] Todo "Eggs""#,
        "#4 +0s> toggle 0", "  todos[0].isComplete: false → true  (Eggs)     ⏲ todoCompletion in 1s",
        "#5 +0s ⋯1> advance 1s", "  +1s  .sortCompletedTodos                      ✓ todoCompletion",
        "  todos reordered: Milk, Eggs", "#7 +1s>",
      ]
    )
  }

  @Test(arguments: [60, 80]) func anActionTakesOneRowAndItsChangeAnother(_ columns: Int) throws {
    let terminal = try ShellTerminal(arguments: ["--private"], columns: columns, rows: 40)
    try terminal.type("set diff moments", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    let rows = terminal.pty.screen.lines.drop { $0 != "#0 +0s> add Milk" }.dropFirst().dropLast()
    #expect(rows.count == 4, "\(terminal.pty.screen.text)")
    #expect(rows.contains { $0.hasPrefix("#2 +0s .todos(.el") && $0.hasSuffix(#", "Milk"))))  (typed)"#) })
    try terminal.type("toggle 0", until: "#3 +0s ⋯1> ")
    try terminal.pty.send("advance 1s\r")
    try terminal.pty.wait(atPrompt: "#5 +1s> ")
    let sent = try #require(terminal.pty.screen.lines.first { $0.hasPrefix("#5 +1s .") })
    #expect(
      sent.hasPrefix("#5 +1s .sortCompletedTodos  (effect of #3 at ") && sent.hasSuffix(" default)"),
      "\(sent)"
    )
  }

  @Test func aLongTodoGoesOnBelowItsBeginning() throws {
    let terminal = try ShellTerminal(arguments: ["-q"], columns: 24)
    try terminal.pty.send("add Milk and eggs and bread and 買い物 and tea\rlist\r")
    try terminal.pty.wait(for: "the list") {
      $0.lines.suffix(4) == ["0 [ ] Milk and eggs and", "      bread and 買い物", "      and tea", "#2 +0s>"]
    }
  }

  @Test func helpWrapsAtTheWidthOfTheWindow() throws {
    let terminal = try ShellTerminal(arguments: ["-q"], columns: 60, rows: 60)
    try terminal.type("help filter", until: "#0 +0s> ")
    try terminal.type("help log", until: "#0 +0s> ")
    #expect(
      terminal.pty.screen.text.contains(
        "  --by typed|effect|clock  only typed commands, actions sent\n                           by effects, or clock moves\n"
      )
    )
    // A script prints the same in any window.
    let run = try todoshell("-c", "help log")
    #expect(run.output.contains("only typed commands, actions sent by effects, or clock moves\n"))
  }

  @Test func aScriptThatIsSourcedInANarrowWindowStillHolds() throws {
    let home = try TemporaryFolder()
    let text = "Milk and eggs and bread and butter and tea"
    try home.write("add \(text)\nlist\n| 0 [ ] \(text)\n", to: "script")
    let terminal = try ShellTerminal(home: home, arguments: ["-q"], columns: 30)
    try terminal.pty.send("source \(home.file("script"))\r")
    try terminal.pty.wait(atPrompt: "#2 +0s> ")
    #expect(!terminal.pty.screen.text.contains("error"), "\(terminal.pty.screen.text)")
  }

  @Test func aLongListIsPaged() throws {
    let terminal = try ShellTerminal(arguments: ["-q"], environment: ["PAGER": "sed 's/^/P:/'"], rows: 12)
    try terminal.type("repeat 20 add Milk", until: "#40 +0s> ")
    try terminal.type("list", until: "#40 +0s> ")
    #expect(
      terminal.pty.screen.text.contains("P: 0 [ ] Milk") && terminal.pty.screen.text.contains("P:19 [ ] Milk")
    )
  }

  @Test func aMissingPagerIsNoticedOnlyWhereItIsNeeded() throws {
    let terminal = try ShellTerminal(arguments: ["-q"], rows: 12)
    try terminal.type("set pager no-such-pager", until: "#0 +0s> ")
    try terminal.type("log", until: "#0 +0s> ")
    #expect(!terminal.pty.screen.text.contains("was not found"))
    try terminal.type("help all", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("'help COMMAND' explains"))
    #expect(terminal.pty.screen.text.components(separatedBy: "'no-such-pager' was not found").count == 2)
  }

  @Test func theGreetingFitsTheWindow() throws {
    let terminal = try ShellTerminal(columns: 30)
    #expect(terminal.pty.screen.lines.dropLast().allSatisfy { $0.count <= 30 })
    #expect(terminal.pty.screen.lines.dropLast().joined(separator: " ").contains("'help' lists the commands"))
  }
}
