import Foundation
import TestSupport
import Testing

/// The terminal is never left raw (DESIGN §7), whichever way the shell ends or stops, and whatever it is doing.
struct TerminalModeTests {
  /// What a shell may be at when its end comes.
  enum Occupation: CaseIterable {
    case typing, searching, completing, running, paging

    func begin(in terminal: ShellTerminal) throws {
      let pty = terminal.pty
      switch self {
      case .typing:
        try pty.send("half a li")
        try pty.wait(atPrompt: "#0 +0s> half a li")
      case .searching:
        try pty.send(Keys.control("R") + "x")
        try pty.wait(forText: "bck")
      case .completing:
        try pty.send("help " + Keys.tab)
        try pty.wait(forText: "rows 1 to ")
      case .running:
        try pty.send("repeat 100000000 print 4711\r")
        try pty.wait(forText: "4711\n4711")
      case .paging:
        try pty.send("help\r")
        try pty.wait(forText: "paging")
      }
    }
  }

  private func terminal() throws -> ShellTerminal {
    // The pager waits for a key that never comes.
    let pager = "sh -c 'cat > /dev/null; echo paging; read key < /dev/tty'"
    return try ShellTerminal(arguments: ["-q"], environment: ["PAGER": pager], rows: 12)
  }

  @Test(arguments: ["quit\r", "quit 7\r", "\u{4}", "half\u{3}\u{4}", "clock\r\u{4}"])
  func whoLeavesFindsItAsItWas(_ keys: String) throws {
    let terminal = try terminal()
    #expect(!terminal.pty.mode.isCanonical && terminal.pty.screen.marksPastes)
    try terminal.pty.send(keys)
    #expect(try terminal.pty.waitForEnd() == .exited(keys.contains("7") ? 7 : 0))
    #expect(terminal.pty.mode == terminal.modeBefore)
    #expect(!terminal.pty.screen.marksPastes)
    #expect(terminal.pty.screen.cursor.column == 0)
  }

  @Test(
    arguments: Occupation.allCases,
    [SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]
  )
  func aSignalOrACrashLeavesItAsItWas(_ occupation: Occupation, _ signal: Int32) throws {
    // Who has lent the terminal to a pager leaves the keys to that, and with them what they send.
    if occupation == .paging, signal == SIGQUIT { return }
    let terminal = try terminal()
    try occupation.begin(in: terminal)
    terminal.pty.signal(signal)
    #expect(try terminal.pty.waitForEnd() == .signalled(signal))
    #expect(terminal.pty.mode == terminal.modeBefore)
    #expect(!terminal.pty.screen.marksPastes)
  }

  @Test(arguments: [Occupation.typing, .searching, .completing, .running])
  func theKeyThatInterruptsKeepsTheSessionAndTheEditor(_ occupation: Occupation) throws {
    let terminal = try terminal()
    let editing = terminal.pty.mode
    try occupation.begin(in: terminal)
    let position = terminal.pty.output.count
    try terminal.pty.send(Keys.control("C"))
    try terminal.pty.wait(forOutput: "#0 +0s> ", from: position)
    try terminal.pty.wait(atPrompt: "#0 +0s> ")
    #expect(terminal.pty.mode == editing)
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.pty.send(Keys.control("D"))
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    #expect(terminal.pty.mode == terminal.modeBefore)
  }

  @Test(arguments: [Occupation.typing, .searching, .completing, .running])
  func theKeyThatStopsLendsItToTheOtherShell(_ occupation: Occupation) throws {
    let terminal = try ShellTerminal(inBashAt: TemporaryFolder())
    let shell = terminal.pty
    shell.resize(columns: 100, rows: 12)
    try occupation.begin(in: terminal)
    try shell.send(Keys.control("Z"))
    try shell.wait(forText: "Stopped")
    try shell.wait(atPrompt: "$ ")
    #expect(shell.mode.isCanonical && shell.mode.echoes && !shell.screen.marksPastes)
    let position = shell.output.count
    try shell.send("fg\n")
    try shell.wait(forOutput: occupation == .running ? "4711\r\n4711" : "#0 +0s>", from: position)
    try shell.send(Keys.control("C"))
    try shell.wait(atPrompt: "#0 +0s> ")
    try terminal.type("add Milk", until: "#2 +0s> ")
    try shell.send(Keys.control("D"))
    try shell.wait(atPrompt: "$ ")
    #expect(shell.mode.isCanonical && shell.mode.echoes && !shell.screen.marksPastes)
  }

  /// However soon after it was stopped: it may still be about to stop, and is not continued a second time.
  @Test func aShellThatIsContinuedAtOnceRuns() throws {
    let shell = try ShellTerminal(arguments: ["-q"], leadsSession: false).pty
    for round in 0..<200 {
      // While it runs a command, and while it waits for keys.
      try shell.send("print 1000 + \(round)\r")
      if round % 2 == 0 { try shell.wait(forText: "\(1000 + round)") }
      shell.signal(SIGTSTP)
      for _ in 0..<round * 20 { _ = getppid() }
      shell.signal(SIGCONT)
      try shell.wait(forText: "\(1000 + round)")
    }
  }

  @Test func theEndThatIsTypedWhileTheShellIsStoppedEndsIt() throws {
    let terminal = try ShellTerminal(arguments: ["-q"], leadsSession: false)
    let shell = terminal.pty
    try shell.wait(atPrompt: "#0 +0s> ")
    shell.signal(SIGTSTP)
    try shell.waitForStop()
    try shell.send(Keys.control("D"))
    shell.signal(SIGCONT)
    #expect(try shell.waitForEnd() == .exited(0))
    #expect(shell.mode == terminal.modeBefore)
  }

  /// Continuing sets the mode of the shell again, and ending that of before.
  @Test func aBusyShellThatIsKilledWhileItIsStoppedRestoresTheTerminal() throws {
    for _ in 0..<8 {
      let terminal = try ShellTerminal(arguments: ["-q"], leadsSession: false)
      let shell = terminal.pty
      try Occupation.running.begin(in: terminal)
      shell.signal(SIGTSTP)
      try shell.waitForStop()
      shell.signal(SIGTERM)
      shell.signal(SIGCONT)
      #expect(try shell.waitForEnd() == .signalled(SIGTERM))
      #expect(shell.mode == terminal.modeBefore)
    }
  }

  @Test(arguments: Occupation.allCases)
  func aWindowThatIsClosedEndsTheShell(_ occupation: Occupation) throws {
    let terminal = try terminal()
    try occupation.begin(in: terminal)
    terminal.pty.hangUp()
    #expect(try terminal.pty.waitForEnd() == .signalled(SIGHUP))
  }

  @Test(arguments: [Occupation.typing, .running])
  func aStoppedShellThatIsKilledEnds(_ occupation: Occupation) throws {
    let terminal = try ShellTerminal(inBashAt: TemporaryFolder())
    let shell = terminal.pty
    try occupation.begin(in: terminal)
    try shell.send(Keys.control("Z"))
    try shell.wait(forText: "Stopped")
    try shell.wait(atPrompt: "$ ")
    // In the background, where a change of the terminal's mode would stop it again.
    try shell.send("p=$(jobs -p %1); kill %1; tail --pid=$p -s 0.1 -f /dev/null; echo gone $((4000 + 711))\n")
    try shell.wait(forText: "gone 4711")
    try shell.wait(forText: "Terminated")
    #expect(shell.mode.isCanonical && shell.mode.echoes)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func aTerminalThatTakesNoOutputDoesNotKeepTheShell(_ signal: Int32) throws {
    let terminal = try terminal()
    terminal.pty.holdOutput()
    terminal.pty.signal(signal)
    #expect(try terminal.pty.waitForEnd() == .signalled(signal))
    #expect(terminal.pty.mode == terminal.modeBefore)
  }

  @Test func aHugeWindowTakesNoMemory() throws {
    let terminal = try terminal()
    func mapped() throws -> Int {
      let pages = try String(contentsOfFile: "/proc/\(terminal.pty.process)/statm", encoding: .utf8)
      return (Int(pages.prefix { $0 != " " }) ?? 0) * 4096
    }
    let before = try mapped()
    terminal.pty.announce(columns: 65535, rows: 65535)
    try terminal.type("add Milk", until: "#2 +0s> ")
    #expect(try mapped() - before < 1 << 28)
    let home = try TemporaryFolder()
    let other = try PseudoTerminal(
      ["/bin/sh", "-c", "stty rows 65535 columns 65535; exec '\(builtProgramPath)' -q"],
      environment: ["HOME": home.path, "NO_COLOR": "1"]
    )
    try other.wait(forText: "#0 +0s>")
    let pages = try String(contentsOfFile: "/proc/\(other.process)/statm", encoding: .utf8)
    #expect((Int(pages.prefix { $0 != " " }) ?? 0) * 4096 < before + 1 << 28)
    try other.send("add Milk\nquit 3\n")
    #expect(try other.waitForEnd() == .exited(3))
  }
}
