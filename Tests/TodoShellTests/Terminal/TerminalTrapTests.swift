import Foundation
import TestSupport
import Testing

/// What libedit and terminals lay in the way of whoever reads lines (DESIGN §7), one claim after the other, on the real
/// binary.
///
/// That the terminal is given back is claimed by `TerminalModeTests`, that no text steers it by `ControlCharacterTests`,
/// that looking at the past does nothing by `LookingTests`, and that what happens shows above the line that is typed by
/// `PlayingClockTests`. How the editor does it, key by key, is tested on a program of its own in TerminalTests.
struct TerminalTrapTests {
  // MARK: The locale

  @Test(arguments: ["C", "POSIX", "en_XX.ISO-8859-1", ""])
  func promptsAndTextBeyondASCIIAreWholeInAnyLocale(_ locale: String) throws {
    let terminal = try ShellTerminal(arguments: ["-q"], environment: ["LC_ALL": locale])
    try terminal.type(["add \"Mülk 🥛", "日本é\""], until: "#2 +0s> ")
    try terminal.pty.send("add é日👍x" + Keys.left + Keys.left + Keys.backspace)
    try terminal.wait(forLine: "#2 +0s> add é👍x", cursorBeforeLast: 2)
    try terminal.pty.send("\r")
    try terminal.pty.wait(atPrompt: "#4 +0s> ")
    try terminal.type("list", until: "#4 +0s> ")
    #expect(terminal.pty.screen.text.contains("0 [ ] é👍x\n1 [ ] Mülk 🥛\\n日本é"))
  }

  // MARK: The history

  @Test func moreThanOneLineIsRemembered() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    for line in ["clock", "list", "effects"] { try terminal.type(line, until: "#0 +0s> ") }
    try terminal.pty.send(Keys.up + Keys.up + Keys.up)
    try terminal.pty.wait(atPrompt: "#0 +0s> clock")
    try terminal.pty.send(Keys.down)
    try terminal.pty.wait(atPrompt: "#0 +0s> list")
  }

  @Test func upBringsTheLinesThatBeginAsWhatIsTyped() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    for line in ["print 1", "clock", "print 2", "list"] { try terminal.type(line, until: "#0 +0s> ") }
    try terminal.pty.send("pri" + Keys.up)
    try terminal.pty.wait(atPrompt: "#0 +0s> print 2")
    try terminal.pty.send(Keys.up)
    try terminal.pty.wait(atPrompt: "#0 +0s> print 1")
    try terminal.pty.send(Keys.down + Keys.down)
    try terminal.pty.wait(atPrompt: "#0 +0s> pri")
  }

  @Test func twoShellsMergeTheirHistoriesInAPrivateFile() throws {
    let home = try TemporaryFolder()
    let one = try ShellTerminal(home: home, arguments: ["-q"])
    let other = try ShellTerminal(home: home, arguments: ["-q"])
    try one.type("clock", until: "#0 +0s> ")
    try other.type("list", until: "#0 +0s> ")
    try one.type("effects", until: "#0 +0s> ")
    let attributes = try FileManager.default.attributesOfItem(atPath: home.file(one.historyFile))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try one.leaveForHistory() == "clock\nlist\neffects\n")
    let next = try ShellTerminal(home: home)
    try next.pty.send(Keys.up + Keys.up)
    try next.pty.wait(atPrompt: "#0 +0s> list")
  }

  @Test func aLineIsAppendedToTheHistoryWhichIsNeitherReplacedNorCut() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type("clock", until: "#0 +0s> ")
    // Another name for the file as it is now: a new file in its place would leave this one as it was.
    try FileManager.default.linkItem(
      atPath: terminal.home.file(terminal.historyFile),
      toPath: terminal.home.file("before")
    )
    try terminal.type("list", until: "#0 +0s> ")
    #expect(try terminal.home.bytes(of: "before") == Array("clock\nlist\n".utf8))
    terminal.pty.signal(SIGKILL)
    #expect(try terminal.pty.waitForEnd() == .signalled(SIGKILL))
    #expect(try terminal.home.bytes(of: terminal.historyFile) == Array("clock\nlist\n".utf8))
  }

  // MARK: Stopping, resizing, signals

  @Test func theForegroundBringsPromptTextAndCursorBack() throws {
    let terminal = try ShellTerminal(inBashAt: TemporaryFolder())
    let shell = terminal.pty
    for count in 1...2 {
      try shell.send("add é日x" + Keys.left)
      try terminal.wait(forLine: "#\(count * 2 - 2) +0s> add é日x", cursorBeforeLast: 1)
      let position = shell.output.count
      try shell.send(Keys.control("Z"))
      try shell.wait(forOutput: "Stopped", from: position)
      try shell.wait(atPrompt: "$ ")
      #expect(shell.mode.isCanonical && shell.mode.echoes && !shell.screen.marksPastes)
      try shell.send("fg\n")
      try terminal.wait(forLine: "#\(count * 2 - 2) +0s> add é日x", cursorBeforeLast: 1)
      #expect(!shell.mode.isCanonical && shell.screen.marksPastes)
      try shell.send("\r")
      try shell.wait(atPrompt: "#\(count * 2) +0s> ")
    }
  }

  @Test(arguments: [30, 20, 61, 140])
  func aNewWidthLosesNoTextAndDrawsThePromptOnce(_ columns: Int) throws {
    let terminal = try ShellTerminal(arguments: ["-q"], columns: 60)
    let pty = terminal.pty
    let line = "add é日本 one two three four five six seven eight nine ten 👍"
    try pty.send(line + Keys.left + Keys.left)
    try pty.wait(for: "the line") { $0.textBeforeCursor.hasSuffix("ten") }
    let position = pty.output.count
    pty.resize(columns: columns, rows: 24)
    try pty.wait(forOutput: "\u{1B}[J", from: position)
    try pty.wait(for: "the cursor") { screen in
      screen.textBeforeCursor(since: "#0").filter { $0 != " " }
        == "#0 +0s> \(line)".dropLast(2).filter { $0 != " " }
    }
    #expect(pty.screen.lines.count { $0.hasPrefix("#0") } == 1)
    try pty.send("X\r")
    try pty.wait(atPrompt: "#2 +0s> ")
    #expect(try terminal.leaveForHistory() == "\(line.dropLast(2))X \(line.suffix(1))\n")
    #expect(pty.screen.surprises == [])
  }

  /// A handler that did more than take a note would sooner or later do it in the middle of something else.
  @Test func aStormOfResizesDisturbsNothing() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    let line = "add " + String(repeating: "日x", count: 100)
    for character in line {
      terminal.pty.signal(SIGWINCH)
      try terminal.pty.send(String(character))
    }
    try terminal.pty.send("\r")
    try terminal.pty.wait(atPrompt: "#2 +0s> ")
    #expect(try terminal.leaveForHistory() == line + "\n")
    #expect(terminal.pty.screen.surprises == [])
  }

  @Test func aResizeWhileACommandRunsCountsAtTheNextPrompt() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    let pty = terminal.pty
    try pty.send("repeat 100000000 print 4711\r")
    try pty.wait(forText: "4711\n4711")
    pty.resize(columns: 20, rows: 10)
    try pty.send(Keys.control("C"))
    try pty.wait(atPrompt: "#0 +0s> ")
    try pty.send("add 0123456789" + Keys.home)
    try pty.wait(for: "two rows") {
      $0.lines.suffix(2) == ["#0 +0s> add 01234567", "89"] && $0.cursor.column == 8
    }
  }

  @Test(arguments: [SIGWINCH, SIGCONT, SIGINT])
  func aSignalIsNotTheEndOfInput(_ signal: Int32) throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    for _ in 1...5 {
      let position = terminal.pty.output.count
      terminal.pty.signal(signal)
      try terminal.pty.wait(forOutput: "#0 +0s> ", from: position)
    }
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send(Keys.control("D"))
    #expect(try terminal.pty.waitForEnd() == .exited(0))
  }

  @Test func anInterruptBetweenTwoCommandsKeepsTheSession() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type("add Milk", until: "#2 +0s> ")
    for _ in 1...300 {
      try terminal.pty.send("clock\r")
      terminal.pty.signal(SIGINT)
    }
    // Whichever lines were dropped, the next one is read.
    try terminal.pty.send("\r")
    try terminal.type("print 4000 + todos.count", until: "#2 +0s> ")
    #expect(terminal.pty.screen.lines.contains("4001"))
    try terminal.pty.send(Keys.control("D"))
    #expect(try terminal.pty.waitForEnd() == .exited(0))
  }

  // MARK: Pasting

  @Test func aPasteOfManyLinesWithTabsAndControlCharactersIsTakenAsItIs() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    // As keys they would complete, interrupt, end, search, stop and quit.
    let keys = "\t\u{3}\u{4}\u{12}\u{1A}\u{1C}\u{1B}[A\u{1}\u{B}\u{7F}"
    let lines = (0..<30).flatMap { ["add number\t\($0) é日", "delete all \(keys) \($0)"] }
    try terminal.pty.paste(lines.map { $0 + "\n" }.joined() + "clock")
    // What follows the last line break is still to be edited.
    try terminal.pty.wait(atPrompt: "#60 +0s> clock")
    // A line with what no script may have was taken as a whole, and refused as a whole.
    let refused = terminal.pty.screen.text.components(
      separatedBy: "invalid control character U+0003"
    )
    #expect(refused.count == 31)
    try terminal.pty.send("\r")
    try terminal.type("print todos[0].description", until: "#60 +0s> ")
    #expect(terminal.pty.screen.lines.contains(#""number 29 é日""#))
    #expect(terminal.pty.screen.surprises == [])
  }
}
