import Foundation
import TestSupport
import Testing

/// Everything completes, and every completion explains itself.
struct CompletionTests {
  /// What is typed before the two tabulators, and a row of the menu that these bring.
  private static let menus: [(typed: String, row: String)] = [
    ("t", "toggle  Mark todos as done or not done"),
    ("log --", "--by       only typed commands, actions sent by effects, or clock moves"),
    ("log --by ", "effect  actions sent by effects"),
    ("log --action ", ".move(                       [Int], Int"),
    (".", ".delete(                     [Int]"),
    (".todos(.element(id: UUID(0), action: .binding(", ".toggle(  toggle a Bool"),
    ("print ", "todos          IdentifiedArray, 2 elements"),
    ("print ", "filter         Filter, .all"),
    ("print todos[0].", "description  String, \"Milk 🥛\""),
    ("print todos[0].", "isComplete   Bool, false"),
    ("print todos.map(\\.", "isComplete   Bool"),
    ("expect ", "now            Duration, 0s"),
    ("print ", "effects        [Effect], 1 element"),
    ("toggle ", "0  [ ] Milk 🥛   1  [x] 買い物"),
    ("delete ", "0  [ ] Milk 🥛   1  [x] 買い物"),
    ("goto ", "1      +0s .addTodoButtonTapped"),
    ("filter ", "active     what is left to do"),
    ("advance ", "1s     until the effect of #3 fires"),
    ("set ", "pager       page long output at a terminal"),
    ("set color ", "always  in files and pipes, too"),
    ("set timer ", "on   yes   off  no"),
    ("source ~/files/", "folder/       folder"),
    ("source ~/files/", "a.todoscript  file, 12 bytes"),
    ("source ~/files/", "big           file, 1.5 kB"),
    ("help m", "mode   Change the edit mode"),
    ("help ex", "expressions   Operators, methods, and what names stand for"),
  ]

  @Test(arguments: menus.indices) func aMenuSaysWhatEachOneIs(index: Int) throws {
    let (typed, row) = Self.menus[index]
    let home = try TemporaryFolder()
    try home.makeFolder("files/folder")
    try home.write("print 1 + 1\n", to: "files/a.todoscript")
    try home.write(String(repeating: "x", count: 1521), to: "files/big")
    let terminal = try ShellTerminal(home: home, arguments: ["-q"], columns: 90, rows: 60)
    for line in ["add 買い物", "toggle 0", "add \"Milk 🥛\""] { try terminal.pty.send(line + "\r") }
    try terminal.pty.wait(atPrompt: "#5 +0s ⋯1> ")
    try terminal.pty.send(typed + Keys.tab)
    try terminal.pty.wait(for: "the row \(row)") { screen in screen.lines.contains { $0.contains(row) } }
    #expect(terminal.pty.screen.lines.allSatisfy { $0.count < 90 })
    #expect(terminal.pty.screen.surprises == [])
  }

  @Test func aFileWithABlankInItsNameIsCompletedInQuotes() throws {
    let home = try TemporaryFolder()
    try home.makeFolder("my dir")
    try home.write("print 40 + 2\n", to: "my dir/the script")
    let terminal = try ShellTerminal(home: home, arguments: ["-q"])
    for start in ["source ~/my", "source ~/\"my", "source ~/\"my d"] {
      try terminal.pty.send(start + Keys.tab)
      try terminal.pty.wait(atPrompt: "#0 +0s> source ~/\"my dir/")
      try terminal.pty.send(Keys.tab)
      try terminal.pty.wait(atPrompt: "#0 +0s> source ~/\"my dir/the script\" ")
      try terminal.pty.send("\r")
      try terminal.pty.wait(for: "the answer") { $0.lines.suffix(2) == ["42", "#0 +0s>"] }
    }
    #expect(terminal.pty.screen.surprises == [])
  }

  @Test func noCommandOrOptionOrChoiceIsWithoutAWord() throws {
    let terminal = try ShellTerminal(arguments: ["-q"], columns: 100, rows: 100)
    try terminal.pty.send(Keys.tab)
    try terminal.pty.wait(forText: "Explain a value, or why a condition is false")
    let rows = terminal.pty.screen.lines.dropFirst()
    #expect(rows.allSatisfy { $0.wholeMatch(of: /[a-z\-]+ +\S.*/) != nil }, "\(rows)")
  }

  @Test func aMenuIsLaidOutAnewForAnotherWindow() throws {
    let terminal = try ShellTerminal(arguments: ["-q"], columns: 90, rows: 12)
    let pty = terminal.pty
    try pty.send("help " + Keys.tab)
    try pty.wait(forText: "rows 1 to 10 of ")
    pty.resize(columns: 40, rows: 8)
    try pty.wait(forText: "rows 1 to 6 of ")
    #expect(
      pty.screen.lines[pty.screen.lines.count - 7].hasPrefix("add ")
        && pty.screen.lines.allSatisfy { $0.count < 40 }
    )
    #expect(pty.screen.textBeforeCursor == "#0 +0s> help ")
    try pty.send("add\r")
    try pty.wait(forText: "Add a todo at the top")
    #expect(pty.screen.surprises == [])
  }

  @Test func anElementIsFoundByItsTitle() throws {
    let terminal = try ShellTerminal(
      arguments: ["-q"],
      environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": ""],
      columns: 80
    )
    let pty = terminal.pty
    for line in ["add Oat milk", "add Tea", "add Milk"] { try pty.send(line + "\r") }
    try pty.wait(atPrompt: "#6 +0s> ")
    try pty.send("toggle T" + Keys.tab)
    try pty.wait(for: "the todo") {
      $0.lines.last == "#6 +0s> toggle 1  # Tea" && $0.textBeforeCursor == "#6 +0s> toggle 1 "
    }
    try pty.send("m" + Keys.tab)
    try pty.wait(for: "both") {
      $0.lines.suffix(2) == ["#6 +0s> toggle 1 m", "0  [ ] Milk       2  [ ] Oat milk"]
    }
    try pty.send(Keys.tab + Keys.tab + "\r\r")
    try pty.wait(atPrompt: "#8 +0s ⋯1> ")
    #expect(pty.screen.surprises == [])
  }

  @Test func stoppingClosesAMenu() throws {
    let terminal = try ShellTerminal(inBashAt: TemporaryFolder())
    let shell = terminal.pty
    shell.resize(columns: 100, rows: 12)
    try shell.send("help " + Keys.tab)
    try shell.wait(forText: "rows 1 to ")
    try shell.send(Keys.control("Z"))
    try shell.wait(atPrompt: "$ ")
    try shell.send("fg\n")
    try shell.wait(atPrompt: "#0 +0s> help ")
    #expect(shell.screen.lines.last == "#0 +0s> help")
  }

  @Test func aNarrowWindowCutsWhatItHasNoRoomFor() throws {
    let terminal = try ShellTerminal(arguments: ["-q"], columns: 20, rows: 24)
    for text in ["買い物と牛乳とパンと卵", "👍 thumbs up for all", "e\u{301}te\u{301}"] {
      try terminal.pty.send("add \"\(text)\"\r")
    }
    try terminal.pty.wait(atPrompt: "#6 +0s> ")
    try terminal.pty.send("toggle " + Keys.tab)
    try terminal.pty.wait(for: "the menu") { screen in
      screen.lines.suffix(3) == [
        "0  [ ] e\u{301}te\u{301}", "1  [ ] 👍 thumbs u…", "2  [ ] 買い物と牛…",
      ]
    }
    #expect(terminal.pty.screen.surprises == [])
  }
}
