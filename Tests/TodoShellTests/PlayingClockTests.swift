import Foundation
import TestSupport
import Testing

/// `clock play`: time goes by while a person types.
struct PlayingClockTests {
  @Test func whatIsDueHappensAboveTheLineThatIsTyped() throws {
    let terminal = try ShellTerminal()
    let pty = terminal.pty
    try terminal.type("record \(terminal.home.file("s"))", until: "#0 +0s> ")
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("add Eggs", until: "#4 +0s> ")
    try terminal.type("toggle 0", until: "#5 +0s ⋯1> ")
    try pty.send("clock play\r")
    try pty.wait(forText: "the clock is playing at 1×")
    try pty.send("add Bread\u{1B}[D\u{1B}[D")
    try pty.wait(forText: "sortCompletedTodos")
    try pty.wait(for: "the line") { $0.lines.last?.wholeMatch(of: /#7 \+\d+s▸ add Bread/) != nil }
    try pty.wait(for: "the cursor") { $0.textBeforeCursor.hasSuffix("▸ add Bre") }
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
    try terminal.pty.send("clock play 1000000\rclock\rlog\r")
    try terminal.pty.wait(forText: "> #0  +0s  start")
    #expect(terminal.pty.screen.text.contains("nothing is scheduled"))
    try terminal.pty.send("clock pause\rlog\r")
    try terminal.pty.wait(forText: "> #1  +")
  }

  @Test func timeTravelStopsTheClock() throws {
    let terminal = try ShellTerminal()
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send("clock play\rundo\r")
    try terminal.pty.wait(forText: "the clock is paused")
    try terminal.pty.wait(for: "a prompt of the past") { $0.textBeforeCursor.hasSuffix(" +0s> ") }
  }

  @Test func whatHappensIsShownAboveALineWithAMenu() throws {
    let terminal = try ShellTerminal(rows: 12)
    let pty = terminal.pty
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("toggle 0", until: "#3 +0s ⋯1> ")
    try pty.send("clock play\r")
    try pty.wait(for: "it plays") { $0.textBeforeCursor.hasSuffix("▸ ") }
    try pty.send("help \t")
    try pty.wait(forText: "sortCompletedTodos")
    try pty.wait(for: "the line") { $0.textBeforeCursor.wholeMatch(of: /#5 \+\d+s▸ help\s/) != nil }
    try pty.wait(for: "the menu") { $0.lines.last?.contains("rows 1 to ") == true }
  }

  @Test func thePromptShowsHowFarItIs() throws {
    let terminal = try ShellTerminal()
    let pty = terminal.pty
    try pty.send("clock play 1000\r")
    try pty.send("add Milk" + Keys.left)
    for minutes in ["16m40s", "33m20s"] {
      try pty.wait(for: minutes) {
        $0.lines.last == "#0 +\(minutes)▸ add Milk" && $0.textBeforeCursor == "#0 +\(minutes)▸ add Mil"
      }
    }
    #expect(pty.screen.lines.count { $0.hasSuffix("▸ add Milk") } == 1, "the prompt is drawn in its place")
    #expect(pty.screen.surprises == [])
  }

  @Test func theTimeThatHasPassedIsInAnswersFilesAndWhatIsKept() throws {
    let terminal = try ShellTerminal()
    let pty = terminal.pty
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try pty.send("clock play 1000\r")
    try pty.wait(for: "some time") { $0.textBeforeCursor == "#2 +16m40s▸ " }
    try pty.send("print now >= 1000s\r")
    try pty.wait(forText: "\ntrue\n")
    #expect(pty.screen.textBeforeCursor.hasPrefix("#2 "), "a question records nothing")
    try pty.send("save \(terminal.home.file("session"))\r")
    try pty.wait(forText: "saved")
    let saved = String(decoding: try terminal.home.bytes(of: "session"), as: UTF8.self)
    #expect(saved.contains(#/add Milk\nadvance \d+/#), "\(saved)")
    try pty.send("add Eggs\r")
    try pty.wait(for: "the next prompt") { $0.textBeforeCursor.contains(#/^#6 \+\S+▸ $/#) }
    try pty.send(Keys.control("D"))
    #expect(try pty.waitForEnd() == .exited(0))
    let kept = try terminal.home.bytes(of: ".local/state/todoshell/kept/1.todoscript")
    #expect(String(decoding: kept, as: UTF8.self).contains(#/add Eggs\nadvance \d+/#))
  }

  @Test func anOpenMenuFollowsTheClock() throws {
    let terminal = try ShellTerminal(rows: 12)
    let pty = terminal.pty
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("toggle 0", until: "#3 +0s ⋯1> ")
    try pty.send("clock play 0.1\r")
    try pty.wait(for: "it plays") { $0.textBeforeCursor.hasSuffix("▸ ") }
    try pty.send("advance \t")
    try pty.wait(forText: "until the effect of #3 fires")
    try pty.wait(for: "an entry of later") {
      $0.text.contains(#/\n[1-6]\d\dms +until the effect of #3 fires/#)
    }
    // It has fired: there is nothing to wait for.
    try pty.send(Keys.control("C"))
  }

  @Test func aShellThatIsKilledHasKeptHowFarItWas() throws {
    let terminal = try ShellTerminal()
    let pty = terminal.pty
    try terminal.type("record \(terminal.home.file("s"))", until: "#0 +0s> ")
    try terminal.type("set diff off", until: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try pty.send("clock play 1000\r")
    // What was shown was kept before.
    try pty.wait(for: "some time") { $0.textBeforeCursor == "#2 +16m40s▸ " }
    try pty.send("add Eggs\r")
    try pty.wait(for: "some more") { $0.textBeforeCursor.wholeMatch(of: /#5 \+[34]\dm\d+s▸\s/) != nil }
    let before = pty.screen.textBeforeCursor
    try pty.wait(for: "the next prompt") {
      $0.textBeforeCursor != before && $0.textBeforeCursor.wholeMatch(of: /#5 \+\S+▸\s/) != nil
    }
    pty.signal(SIGKILL)
    #expect(try pty.waitForEnd() == .signalled(SIGKILL))
    let resumed = try todoshell(
      "-q",
      "--session",
      terminal.home.file("s"),
      "-c",
      "clock",
      "-c",
      "print todos.count"
    )
    let match = try #require(resumed.output.firstMatch(of: /^\+(\d+)m/), "\(resumed)")
    #expect(Int(match.1)! >= 33 && resumed.output.hasSuffix("\n2\n"), "\(resumed)")
  }

  @Test func timeStandsStillWhileTheShellIsStopped() throws {
    let terminal = try ShellTerminal(inBashAt: TemporaryFolder())
    let shell = terminal.pty
    let clock = ContinuousClock()
    let start = clock.now
    try shell.send("clock play\r")
    try shell.wait(for: "it plays") { $0.textBeforeCursor.hasSuffix("▸ ") }
    try shell.send(Keys.control("Z"))
    try shell.wait(atPrompt: "$ ")
    let stop = clock.now
    // Something to do for a while.
    try shell.send("for ((n = 0; n < 400000; n++)); do :; done; echo $((n + 4000))\n")
    try shell.wait(forText: "404000")
    try shell.wait(atPrompt: "$ ")
    let stopped = clock.now - stop
    try shell.send("fg\n")
    try shell.wait(for: "it plays") { $0.textBeforeCursor.hasSuffix("▸ ") }
    try shell.send("clock pause\r")
    try shell.wait(forText: "the clock is paused at +")
    try shell.wait(for: "a prompt") { $0.textBeforeCursor.hasSuffix("> ") }
    let text = shell.screen.text.components(separatedBy: "paused at +").last ?? ""
    let played = try #require(text.firstMatch(of: /^(?:(\d+)m)?([\d.]+)(ms|s)/), "\(text)")
    let seconds = Double(played.1 ?? "0")! * 60 + Double(played.2)! / (played.3 == "ms" ? 1000 : 1)
    #expect(.seconds(seconds) <= clock.now - start - stopped)
  }

  @Test func aScriptCannotPlay() throws {
    let run = try todoshell("-c", "clock play")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("-c:1:1: error: only an interactive shell can play the clock"))
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
    try pty.wait(for: "a prompt") { $0.textBeforeCursor.hasSuffix("s▸ ") }
    try pty.send("quit\n")
    #expect(try pty.waitForEnd() == .exited(0))
  }
}
