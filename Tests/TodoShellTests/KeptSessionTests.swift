import Foundation
import TestSupport
import Testing

/// Leaving a shell at a terminal keeps a session that is in no file.
struct KeptSessionTests {
  private static let folder = ".local/state/todoshell/kept"

  private func kept(_ terminal: ShellTerminal) -> [String] {
    let path = terminal.home.file(Self.folder)
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func text(_ terminal: ShellTerminal, _ number: Int) throws -> String {
    String(decoding: try terminal.home.bytes(of: "\(Self.folder)/\(number).todoscript"), as: UTF8.self)
  }

  private func todoshell(_ home: TemporaryFolder, _ arguments: String...) throws -> TodoShellRun {
    try run(builtProgramPath, arguments, environment: ["HOME": home.path])
  }

  @Test func aSessionIsKeptAndContinued() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send(Keys.control("D"))
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    #expect(terminal.pty.screen.text.contains("kept 3 moments: todoshell --continue"))
    let run = try todoshell(terminal.home, "--continue", "-q", "-c", "list")
    #expect(run.output == "0 [ ] Milk\n", "\(run)")
  }

  @Test(arguments: [
    ["set keep off", "add Milk"], ["add Milk", "save FILE"], ["record FILE", "add Milk"], ["list"],
    ["advance 1s", "mark later", "undo"],
  ])
  func nothingIsKeptThatIsNotToBeOrIsInAFile(commands: [String]) throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    for command in commands {
      try terminal.pty.send(command.replacing("FILE", with: terminal.home.file("session")) + "\r")
    }
    try terminal.pty.send("quit\r")
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    #expect(kept(terminal) == [])
  }

  @Test(arguments: [SIGHUP, SIGTERM]) func aSignalKeepsItToo(signal: Int32) throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    terminal.pty.signal(signal)
    #expect(try terminal.pty.waitForEnd() == .signalled(signal))
    #expect(try text(terminal, 1).hasSuffix("\nadd Milk\n"))
  }

  @Test(arguments: [SIGHUP, SIGTERM]) func aSignalDuringACommandKeepsItToo(signal: Int32) throws {
    let terminal = try ShellTerminal()
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send("repeat 1000000 toggle 0\r")
    try terminal.pty.wait(forText: "#9 ")
    terminal.pty.signal(signal)
    #expect(try terminal.pty.waitForEnd() == .signalled(signal))
    #expect(try text(terminal, 1).contains("\nadd Milk\ntoggle 0\ntoggle 0\n"))
  }

  /// The other program has the terminal as a pager, through a pipe, or as an editor.
  enum Borrower: String, CaseIterable {
    case pager = "help\r"
    case pipe = "log | sh ./borrow\r"
    case editor = "ab\u{18}\u{5}"
  }

  @Test(arguments: Borrower.allCases, [SIGHUP, SIGTERM, SIGKILL, nil])
  func aSignalWhileAnotherProgramHasTheTerminalKeepsTheSession(borrower: Borrower, signal: Int32?) throws {
    let home = try TemporaryFolder()
    try home.write("echo borrowed; read key < /dev/tty\n", to: "borrow")
    let command = "sh \(home.file("borrow"))"
    let terminal = try ShellTerminal(
      home: home,
      environment: ["PAGER": command, "VISUAL": command],
      rows: 12
    )
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send(borrower.rawValue.replacing("./borrow", with: home.file("borrow")))
    try terminal.pty.wait(forText: "borrowed")
    if let signal { terminal.pty.signal(signal) } else { terminal.pty.hangUp() }
    #expect(try terminal.pty.waitForEnd() == .signalled(signal ?? SIGHUP))
    #expect(try text(terminal, 1).hasSuffix("\nadd Milk\n"))
    if let signal, signal != SIGKILL { #expect(terminal.pty.mode == terminal.modeBefore) }
  }

  @Test func aSignalWhileTheTerminalTakesNoOutputKeepsTheSession() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send("repeat 100000000 print 4711\r")
    try terminal.pty.wait(forText: "4711\n4711")
    terminal.pty.holdOutput()
    terminal.pty.signal(SIGTERM)
    #expect(try terminal.pty.waitForEnd() == .signalled(SIGTERM))
    #expect(try text(terminal, 1).hasSuffix("\nadd Milk\n"))
  }

  @Test func aShellThatIsKilledKeepsItsSession() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    terminal.pty.signal(SIGKILL)
    #expect(try terminal.pty.waitForEnd() == .signalled(SIGKILL))
    let run = try todoshell(terminal.home, "--continue", "-q", "-c", "list")
    #expect(run.output == "0 [ ] Milk\n", "\(run)")
  }

  @Test func theSessionOfAShellThatRunsIsNotContinued() throws {
    let first = try ShellTerminal()
    try first.type("add Milk", until: "#2 +0s> ")
    let second = try ShellTerminal(home: first.home)
    try second.type("add Eggs", until: "#2 +0s> ")
    #expect(try todoshell(first.home, "--continue", "-c", "list").status == 66)
    // The session that ends last is the last one, although it began first.
    for terminal in [second, first] {
      try terminal.pty.send(Keys.control("D"))
      #expect(try terminal.pty.waitForEnd() == .exited(0))
    }
    let run = try todoshell(first.home, "--continue", "-q", "-c", "list")
    #expect(run.output == "0 [ ] Milk\n", "\(run)")
  }

  @Test func turningKeepingOffRemovesTheKeptSession() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    #expect(kept(terminal) == ["1.todoscript"])
    try terminal.type("set keep off", until: "#2 +0s> ")
    #expect(kept(terminal) == [])
    try terminal.type("set keep on", until: "#2 +0s> ")
    try terminal.type("toggle 0", until: "#3 +0s ⋯1> ")
    terminal.pty.signal(SIGKILL)
    _ = try terminal.pty.waitForEnd()
    #expect(try text(terminal, 1).hasSuffix("\nadd Milk\ntoggle 0\n"))
  }

  @Test func aSessionThatANewOneReplacesIsKept() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("begin --seed 7", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("kept the previous session, with 3 moments: load /"))
    #expect(try text(terminal, 1).hasSuffix("\nadd Milk\n"))
    try terminal.type("add Eggs", until: "#2 +0s> ")
    try terminal.type("load \(terminal.home.path)/\(Self.folder)/1.todoscript", until: "#2 +0s> ")
    #expect(try text(terminal, 2).hasSuffix("\nadd Eggs\n"))
    // It is in a file as it is.
    try terminal.pty.send(Keys.control("D"))
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    #expect(kept(terminal) == ["1.todoscript", "2.todoscript"])
  }

  @Test func theLastFewAreKeptAndALongerOneReplacesItself() throws {
    let home = try TemporaryFolder()
    for number in 1...6 {
      let terminal = try ShellTerminal(home: home)
      try terminal.type("add Milk", until: "#2 +0s> ")
      try terminal.type("advance \(number)s", until: "#3 +\(number)s> ")
      try terminal.pty.send(Keys.control("D"))
      #expect(try terminal.pty.waitForEnd() == .exited(0))
    }
    let pty = try PseudoTerminal(
      [builtProgramPath, "--continue"],
      environment: ["HOME": home.path, "NO_COLOR": "1"],
      in: home
    )
    try pty.wait(atPrompt: "#3 +6s> ")
    try pty.send("add Eggs\r" + Keys.control("D"))
    #expect(try pty.waitForEnd() == .exited(0))
    let names = try FileManager.default.contentsOfDirectory(atPath: home.file(Self.folder)).sorted()
    #expect(names == ["2", "3", "4", "5", "7"].map { "\($0).todoscript" })
    let last = String(decoding: try home.bytes(of: "\(Self.folder)/7.todoscript"), as: UTF8.self)
    #expect(last.hasSuffix("\nadd Milk\nadvance 6s\nadd Eggs\n"))
  }

  @Test func withoutAKeptSessionThereIsNothingToContinue() throws {
    let run = try todoshell(TemporaryFolder(), "--continue", "-c", "list")
    #expect(run.status == 66)
    #expect(run.errors.contains("error: there is no session to continue: none was kept"), "\(run.errors)")
    #expect(try todoshell(TemporaryFolder(), "--continue", "--session", "s").status == 64)
  }

  @Test func aNewBranchIsNoticedOnce() throws {
    let terminal = try ShellTerminal()
    let notice = "a new branch: 'goto 2' returns to the end of the previous one, 'tree' shows both"
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("undo", until: "#0 of 2 +0s> ")
    try terminal.type("add Eggs", until: "#4 +0s> ")
    try terminal.type("undo", until: "#0 of 4 +0s> ")
    try terminal.type("add Bread", until: "#6 +0s> ")
    #expect(
      terminal.pty.screen.text.components(separatedBy: notice).count == 2,
      "\(terminal.pty.screen.text)"
    )
    #expect(!terminal.pty.screen.text.contains("'goto 4'"))
  }
}
