import Foundation
import TestSupport
import Testing

/// The real binary on a terminal, with a person at the keyboard.
struct InteractiveTests {
  @Test func aChildThatCannotBeFoundIsNotInFocus() throws {
    let terminal = try ShellTerminal()
    try terminal.type("cd todos[id: nope]", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("cannot find 'nope'"))
    #expect(!terminal.pty.screen.text.contains("todos[id: nope] #0"))
  }

  @Test func aPersonTypesEditsAndLeaves() throws {
    let terminal = try ShellTerminal()
    let pty = terminal.pty
    try terminal.type("set diff off", until: "#0 +0s> ")
    try pty.send("add Mülk 🥛")
    try pty.wait(atPrompt: "#0 +0s> add Mülk 🥛")
    try pty.send("\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{7F}i")  // back over "lk 🥛", and ü becomes i
    try pty.wait(atPrompt: "#0 +0s> add Mi")
    try pty.send("\r")
    try pty.wait(atPrompt: "#2 +0s> ")
    try terminal.type("list", until: "#2 +0s> ")
    #expect(pty.screen.text.contains("0 [ ] Milk 🥛"))
    try pty.send("\u{4}")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.mode == terminal.modeBefore, "the terminal is as it was")
    #expect(pty.screen.surprises == [])
  }

  @Test func thePromptTellsThePastFromTheTip() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("toggle 0", until: "#3 +0s ⋯1> ")
    try terminal.type("advance 1s", until: "#5 +1s> ")
    try terminal.type("undo", until: "#3 of 5 +0s ⋯1> ")
    try terminal.type("redo", until: "#5 +1s> ")
  }

  @Test func tabCompletesCommandsAndArguments() throws {
    let pty = try ShellTerminal().pty
    try pty.send("tog\t")
    try pty.wait(atPrompt: "#0 +0s> toggle ")
    try pty.send("\u{15}ad\t")
    try pty.wait(forText: "advance  Advance the clock; effects resume when due")
    try pty.send("\u{15}filter c\t")
    try pty.wait(atPrompt: "#0 +0s> filter completed ")
    try pty.send("\u{15}help effe\t")
    try pty.wait(atPrompt: "#0 +0s> help effects ")
  }

  @Test func aBlockIsTypedOverSeveralPromptsAndRunsAtItsEnd() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type(["repeat 2 as i", "repeat 2", "add $i", "end", "end"], until: "#8 +0s> ")
    try terminal.type("print todos.map(\\.description)", until: "#8 +0s> ")
    #expect(terminal.pty.screen.text.contains(#"["1", "1", "0", "0"]"#))
  }

  @Test func interruptingDropsABlockThatIsBeingTyped() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type("repeat 2", until: "… ")
    try terminal.type("add Milk", until: "… ")
    try terminal.interrupt(until: "#0 +0s> ")
    try terminal.type("list", until: "#0 +0s> ")
    try terminal.type("repeat x", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("error: expected a count, found 'x'"), "told at once")
  }

  @Test func interruptingEndsABlockThatRuns() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.pty.send("repeat 100000000 print 4711\r")
    try terminal.pty.wait(forText: "4711\n4711")
    try terminal.interrupt(until: "#0 +0s> ")
    try terminal.pty.wait(forText: "error: interrupted in round ")
  }

  @Test func theTimerTellsHowLongACommandTook() throws {
    let terminal = try ShellTerminal()
    try terminal.type("set timer on", until: "#0 +0s> ")
    try terminal.type("clock", until: "#0 +0s> ")
    let lines = terminal.pty.screen.text.split(separator: "\n")
    #expect(lines.contains { $0.wholeMatch(of: /took [\d.]+ (ns|µs|ms|s) */) != nil }, "\(lines)")
  }

  @Test func aLongBatchShowsHowFarItIsAndLeavesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("repeat 100000000 print 1\n", to: "long")
    let pty = try PseudoTerminal(
      [
        "/bin/sh", "-c",
        "exec '\(builtProgramPath)' --report tap=\(folder.file("a.tap")) \(folder.file("long")) >/dev/null",
      ],
      environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "PWD": folder.path],
      columns: 100,
      rows: 10
    )
    try pty.wait(forText: " of 100000001 commands (0%)")
    try pty.send("\u{3}")
    #expect(try pty.waitForEnd() == .signalled(2))
    #expect(!pty.screen.text.contains(" of 100000001 commands"), "\(pty.screen.text)")
  }

  @Test func errorsNeverEndTheSession() throws {
    let terminal = try ShellTerminal()
    try terminal.type("togle", until: "#0 +0s> ")
    try terminal.pty.wait(forText: "error: unknown command 'togle'")
    try terminal.type("toggle 0", until: "#0 +0s> ")
    try terminal.type("expect 1 == 2", until: "#0 +0s> ")
    try terminal.type("source nothing", until: "#0 +0s> ")
    try terminal.pty.send("quit\r")
    #expect(try terminal.pty.waitForEnd() == .exited(0))
  }

  @Test func quitLeavesWithItsCode() throws {
    let terminal = try ShellTerminal()
    try terminal.pty.send("quit 7\r")
    #expect(try terminal.pty.waitForEnd() == .exited(7))
    #expect(terminal.pty.mode == terminal.modeBefore)
  }

  @Test func interruptingClearsTheLine() throws {
    let terminal = try ShellTerminal()
    try terminal.pty.send("add nonsense")
    try terminal.pty.wait(atPrompt: "#0 +0s> add nonsense")
    try terminal.interrupt(until: "#0 +0s> ")
    try terminal.type("list", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("no todos"))
  }

  @Test func interruptingAFileThatNeverComesKeepsTheSession() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    let pipe = terminal.home.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    try terminal.pty.send("source \(pipe)\r")
    // Once the writer can open its end, the shell has opened the other, and waits.
    let writer = open(pipe, O_WRONLY)
    defer { close(writer) }
    try terminal.pty.send("\u{3}")
    try terminal.pty.wait(forText: "error: interrupted")
    try terminal.pty.wait(atPrompt: "#2 +0s> ")
    try terminal.type("list", until: "#2 +0s> ")
    #expect(terminal.pty.screen.text.contains("0 [ ] Milk"))
  }

  @Test func theEndOfInputInTheMiddleOfALineDropsTheLineAndKeepsTheSession() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add \"Milk", until: "… ")
    try terminal.pty.send("\u{4}")
    try terminal.pty.wait(atPrompt: "#0 +0s> ")
    try terminal.pty.send("\u{4}")
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    #expect(terminal.pty.screen.text.contains("the incomplete line was not run"))
  }

  @Test func completionOffersMomentsAndStopsBehindTheLastArgument() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send("goto \t")
    try terminal.pty.wait(forText: "1      +0s .addTodoButtonTapped")
    try terminal.pty.send("\u{15}move 0 \t")
    try terminal.pty.wait(atPrompt: "#2 +0s> move 0 end ")
    try terminal.pty.send("\tx")
    try terminal.pty.wait(atPrompt: "#2 +0s> move 0 end x")
  }

  @Test func aDumbTerminalIsReadWithoutEditing() throws {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal(
      [builtProgramPath, "-q"],
      environment: ["HOME": home.path, "TERM": "dumb"],
      columns: 100
    )
    try pty.wait(atPrompt: "#0 +0s> ")
    try pty.send("add Milk\n")
    try pty.wait(atPrompt: "#2 +0s> ")
    try pty.send("quit\n")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(!pty.output.contains(0x1B))
  }

  @Test func tabCompletesActionsAlongTheirTypes() throws {
    let terminal = try ShellTerminal()
    let pty = terminal.pty
    try terminal.type("add Milk", until: "#2 +0s> ")
    for (typed, line) in [
      (".to\t", ".todos("), ("\t", ".todos(.element("), ("\t", ".todos(.element(id: "),
      ("\t", ".todos(.element(id: UUID(0)"), ("\t", ".todos(.element(id: UUID(0), action: "),
      ("\t", ".todos(.element(id: UUID(0), action: .binding("),
      (".to\t\\.is\t", ".todos(.element(id: UUID(0), action: .binding(.toggle(\\.isComplete"),
      ("\t", ".todos(.element(id: UUID(0), action: .binding(.toggle(\\.isComplete)"),
      ("\t", ".todos(.element(id: UUID(0), action: .binding(.toggle(\\.isComplete))"),
    ] {
      try pty.send(typed)
      try pty.wait(for: line) { $0.textBeforeCursor.hasSuffix("> \(line)") }
    }
    // What is still open goes on on the next line.
    try pty.send("\r")
    try pty.wait(atPrompt: "… ")
    try pty.send("))\r")
    try pty.wait(atPrompt: "#3 +0s ⋯1> ")
    try terminal.type("list", until: "#3 +0s ⋯1> ")
    #expect(pty.screen.text.contains("0 [x] Milk"))
  }

  @Test func aLineThatIsNotFinishedGoesOn() throws {
    let terminal = try ShellTerminal()
    try terminal.type(["add \\", "Milk"], until: "#2 +0s> ")
    try terminal.type("list", until: "#2 +0s> ")
    #expect(terminal.pty.screen.text.contains("0 [ ] Milk"))
  }

  @Test func historyOutlivesTheShellInAPrivateFile() throws {
    let home = try TemporaryFolder()
    let first = try ShellTerminal(home: home)
    try first.type("add Äpfel", until: "#2 +0s> ")
    try first.pty.send("\u{4}")
    #expect(try first.pty.waitForEnd() == .exited(0))
    let file = home.file(".local/state/todoshell/history")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let second = try ShellTerminal(home: home)
    try second.pty.send("\u{1B}[A")
    try second.pty.wait(atPrompt: "#0 +0s> add Äpfel")
  }

  @Test func theRCFileRunsFirstUnlessToldNotTo() throws {
    let home = try TemporaryFolder()
    try home.makeFolder(".config/todoshell")
    try home.write("set diff off\nset limit 5\n", to: ".config/todoshell/rc")
    let terminal = try ShellTerminal(home: home)
    try terminal.type("set limit", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("limit  5 "))
    let plain = try ShellTerminal(home: home, arguments: ["--no-rc"])
    try plain.type("set limit", until: "#0 +0s> ")
    #expect(plain.pty.screen.text.contains("limit  100000 "))
  }

  @Test(arguments: [
    (
      "set diff of\nset limt 5\nset limit 6\n", "error; nothing of HOME/.config/todoshell/rc was run",
      "limit  100000 "
    ),
    (
      "set limit 5\nexpect false\nadd\nadd\n", "the last 2 commands of HOME/.config/todoshell/rc did not run",
      "limit  5 "
    ),
  ])
  func anRCFileThatFailsSaysWhatDidNotRun(text: String, remark: String, limit: String) throws {
    let home = try TemporaryFolder()
    try home.makeFolder(".config/todoshell")
    try home.write(text, to: ".config/todoshell/rc")
    let terminal = try ShellTerminal(home: home, columns: 200)
    try terminal.pty.wait(forText: remark.replacing("HOME", with: home.path))
    try terminal.type("set limit", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains(limit))
  }

  @Test func anRCFileThatIsNoFileIsNotWaitedFor() throws {
    let home = try TemporaryFolder()
    try home.makeFolder(".config/todoshell")
    #expect(mkfifo(home.file("pipe"), 0o600) == 0)
    #expect(symlink(home.file("pipe"), home.file(".config/todoshell/rc")) == 0)
    let terminal = try ShellTerminal(home: home, columns: 200)
    try terminal.pty.wait(
      forText: "error: '\(home.path)/.config/todoshell/rc' is a pipe, not a regular file; it was not run"
    )
    try terminal.type("print 6 * 7", until: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("42"))
  }

  @Test func aScriptThatIsTypedSaysHowItEnds() throws {
    let home = try TemporaryFolder()
    let command = "\(builtProgram("todoshell")) -q > \(home.file("out"))"
    let pty = try PseudoTerminal(["/bin/sh", "-c", command], environment: ["HOME": home.path], in: home)
    try pty.wait(forText: "reading a script from the terminal: end it with ^D on its own line")
    try pty.send("print 1\n\u{4}")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(String(decoding: try home.bytes(of: "out"), as: UTF8.self) == "1\n")
  }

  @Test func aTerminalGetsColour() throws {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal([builtProgramPath], environment: ["HOME": home.path])
    try pty.wait(atPrompt: "#0 +0s> ")
    try pty.send("add\r")
    try pty.wait(atPrompt: "#1 +0s> ")
    try pty.wait(forOutput: "\u{1B}[32m  todos: + [0] Todo \"\"\u{1B}[0m")
  }

  @Test func aScriptOnATerminalIsABatch() throws {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal(
      [builtProgramPath, "-q", "-c", "print 1"],
      environment: ["HOME": home.path]
    )
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.screen.lines == ["1"])
  }
}
