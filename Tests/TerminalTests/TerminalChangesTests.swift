import TodoShellSystem
import TestSupport
import Testing

struct TerminalChangesTests {
  @Test(arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "rxvt", "vt100"])
  func outputAppearsAboveTheLineThatIsTyped(_ type: String) throws {
    let editor = try startEditor(environment: ["TERM": type], columns: 20)
    let line = "add é日本 and what wraps twice over the edge"
    try editor.send(line + Keys.left + Keys.left)
    try editor.wait(forLine: line, cursorBeforeLast: 2)
    for count in 1...3 {
      editor.signal(SIGUSR1)
      try editor.wait(forText: "woken \(count)")
      try editor.wait(forLine: line, cursorBeforeLast: 2)
    }
    let lines = editor.screen.lines
    #expect(lines.prefix(3) == ["woken 1", "woken 2", "woken 3"])
    #expect(lines.dropFirst(3).joined() == "> " + line)
    try editor.type("", reads: line)
  }

  @Test func outputAppearsAboveALineThatIsSearched() throws {
    let editor = try startEditor()
    try editor.type("add Milk", reads: "add Milk")
    try editor.send(Keys.control("R") + "Mi")
    try editor.wait(forText: "bck:Mi")
    editor.signal(SIGUSR1)
    try editor.wait(for: "the search") {
      $0.lines.suffix(3) == ["woken 1", "> add Milk", "bck:Mi  1 of 1 match"]
    }
    try editor.type("", reads: "add Milk")
  }

  @Test func libeditAsksForNoCommandOfItsOwn() throws {
    let editor = try startEditor()
    try editor.type("add Mi" + Keys.escape + "xlk", reads: "add Milk")
    try editor.send("add" + Keys.escape + "x")
    try editor.wait(atPrompt: "> add")
    try editor.send(Keys.control("C"))
    try editor.wait(for: "the next prompt") { $0.lines.suffix(2).last == ">" }
    #expect(!editor.screen.text.contains("\n: "))
    #expect(editor.screen.surprises == [])
  }

  @Test func outputAtTheBottomOfTheScreenScrollsIt() throws {
    let editor = try startEditor(columns: 20, rows: 5)
    try editor.send("0123456789abcdefghijklmnop")
    try editor.wait(for: "the line") { $0.textBeforeCursor.hasSuffix("p") }
    for count in 1...8 {
      editor.signal(SIGUSR1)
      try editor.wait(forText: "woken \(count)")
    }
    try editor.wait(for: "the line") { $0.lines.suffix(2) == ["> 0123456789abcdefgh", "ijklmnop"] }
    #expect(editor.screen.text.split(separator: "\n").count == 9, "eight lines of output, and the typed one")
  }

  @Test(arguments: [(40, 20), (20, 40), (20, 13), (80, 7), (30, 31)])
  func aNewWidthKeepsTheText(before: Int, after: Int) throws {
    let editor = try startEditor(columns: before)
    let line = "add é日本 one two three four five six seven"
    try editor.send(line + Keys.left + Keys.left)
    try editor.wait(forLine: line, cursorBeforeLast: 2)
    let position = editor.output.count
    editor.resize(columns: after, rows: 24)
    try editor.wait(forOutput: "\u{1B}[J", from: position)
    try editor.wait(forLine: line, cursorBeforeLast: 2)
    #expect(editor.screen.lines.count { $0.hasPrefix(">") } == 1)
    try editor.type("X", reads: line.dropLast(2) + "X" + line.suffix(2))
  }

  @Test func aWindowThatWasTooSmallHasOnePromptAgain() throws {
    let editor = try startEditor(["--prompt", "#12 +1m30s> "], prompt: "#12 +1m30s> ")
    editor.resize(columns: 5, rows: 24)
    try editor.send("a" + Keys.enter)
    try editor.wait(for: "a prompt in rows") { $0.lines.suffix(3) == ["#12 +", "1m30s", ">"] }
    editor.resize(columns: 10, rows: 24)
    try editor.send("b")
    try editor.wait(for: "the prompt") { $0.lines.suffix(2) == ["#12 +1m30s", "> b"] }
    #expect(editor.screen.lines.joined().matches(of: /#12/).count == 2, "\(editor.screen.framed)")
  }

  @Test(arguments: ["dumb", "unknown", "emacs", ""])
  func aTerminalWithoutAbilitiesIsReadPlainly(_ type: String) throws {
    let editor = try startEditor(["--prompt", "\u{1B}[32m> \u{1B}[0m"], environment: ["TERM": type])
    #expect(editor.mode == editor.initialMode)
    try editor.type("é日x" + Keys.backspace, reads: "é日")
    try editor.send("abc")
    try editor.wait(atPrompt: "> abc")
    editor.signal(SIGUSR1)
    try editor.wait(for: "the output") { $0.lines.suffix(3) == ["> abc", "woken 1", ">"] }
    try editor.type("d", reads: "abcd")
    try editor.send("half" + Keys.control("C"))
    try editor.wait(forText: "interrupted")
    try editor.wait(atPrompt: "> ")
    #expect(try editor.leave() == .exited(0))
    #expect(!editor.output.contains(0x1B))
    #expect(editor.mode == editor.initialMode)
  }

  @Test(arguments: ["vt52", "vt100", "linux", "screen", "tmux-256color", "rxvt"])
  func otherTerminalsEditAsWell(_ type: String) throws {
    let editor = try startEditor(environment: ["TERM": type])
    try editor.type("helo" + Keys.control("B") + "l", reads: "hello")
    #expect(try editor.leave() == .exited(0))
    #expect(editor.mode == editor.initialMode)
  }

  @Test func aTerminalWithSequencesOfItsOwnGetsThose() throws {
    let editor = try startEditor(["--highlight"], environment: ["TERM": "vt52"], columns: 20)
    try editor.send("a bad line that wraps" + Keys.control("A") + "x")
    try editor.wait(forOutput: "\u{1B}A\r\u{1B}C\u{1B}C")
    try editor.type("", reads: "xa bad line that wraps")
    #expect(!String(decoding: editor.output, as: UTF8.self).contains("\u{1B}["))
  }

  @Test func clearingTheScreenKeepsTheLine() throws {
    let editor = try startEditor()
    try editor.type("one", reads: "one")
    try editor.send("add Milk" + Keys.left + Keys.control("L"))
    try editor.wait(for: "the line alone") {
      $0.lines == ["> add Milk"] && $0.textBeforeCursor == "> add Mil"
    }
    try editor.type("", reads: "add Milk")
  }

  @Test func aLineTallerThanTheScreenShowsThePartAroundTheCursor() throws {
    let editor = try startEditor(columns: 10, rows: 3)
    let line = (0..<9).map { "\($0)abcdefgh" }.joined()
    try editor.send(line)
    try editor.wait(for: "the end") {
      $0.lines == ["defgh7abcd", "efgh8abcde", "fgh"] && $0.cursor == (2, 3)
    }
    #expect(editor.screen.scrolledOff.hasPrefix("> 0abcdefg"))
    try editor.send(Keys.home)
    try editor.wait(for: "the start") {
      $0.lines == ["> 0abcdefg", "h1abcdefgh", "2abcdefgh3"] && $0.cursor == (0, 2)
    }
    try editor.send("X" + Keys.end)
    try editor.wait(for: "the end again") {
      $0.lines == ["cdefgh7abc", "defgh8abcd", "efgh"] && $0.cursor == (2, 4)
    }
    editor.signal(SIGUSR1)
    try editor.wait(forText: "woken 1")
    try editor.wait(for: "the end below it") { $0.lines == ["cdefgh7abc", "defgh8abcd", "efgh"] }
    try editor.send(Keys.home + Keys.control("K"))
    try editor.wait(for: "an empty line") { $0.lines == [">"] && $0.cursor == (0, 2) }
    try editor.type(line, reads: line)
    #expect(editor.screen.surprises == [])
  }

  @Test func aTerminalOfUnknownTypeStillReadsLines() throws {
    let editor = try startEditor(environment: ["TERM": "nonsense"])
    try editor.type("helo" + Keys.control("B") + "l", reads: "hello")
    try editor.send("abc")
    try editor.wait(atPrompt: "> abc")
    editor.signal(SIGUSR1)
    try editor.wait(forText: "woken 1")
    // It is newer than the system's list of terminals, and has the usual sequences.
    try editor.wait(for: "the line") { $0.lines.suffix(2) == ["woken 1", "> abc"] }
    #expect(!editor.screen.text.contains("nonsense"))
    try editor.type("d", reads: "abcd")
    #expect(try editor.leave() == .exited(0))
  }
}
