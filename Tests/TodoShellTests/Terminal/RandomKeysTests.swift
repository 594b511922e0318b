import Foundation
import TestSupport
import Testing

/// Whatever state random keys bring libedit into, the shell and its session live on.
struct RandomKeysTests {
  private static let count = rounds(375)

  @Test(arguments: ["bind -v", "bind -e"], [1, 2] as [UInt64])
  func noKeysEndTheShell(editrc: String, seed: UInt64) throws {
    let home = try TemporaryFolder()
    try home.write(editrc + "\n", to: ".editrc")
    let terminal = try ShellTerminal(
      home: home,
      arguments: ["-q"],
      environment: ["EDITOR": "true", "CLICOLOR_FORCE": "1", "NO_COLOR": ""]
    )
    let pty = terminal.pty
    // While the clock plays, the line is also drawn again each second.
    if seed % 2 == 0 { try pty.send("clock play\r") }
    var generator = SeededGenerator(seed: seed)
    var typed: [String] = []
    do {
      for _ in 0..<Self.count / 10 {
        // Between lines the terminal itself reads ^S and stops all output, whatever the program: ^Q resumes it.
        let keys = (0..<10).map { _ in Self.key(&generator) }.joined() + "\u{11}"
        typed.append(keys)
        try pty.send(keys)
        try pty.waitUntilKeysAreRead()
        if generator.below(8) == 0 {
          pty.resize(columns: 1 + generator.below(120), rows: 1 + generator.below(50))
        }
        if generator.below(20) == 0 { pty.signal(generator.one(of: SIGTSTP, SIGCONT, SIGINT)) }
      }
      pty.resize(columns: 100, rows: 40)
      // A key may have asked for the next ones as they are, or left a quote or a bracket open: return ends that.
      for _ in 0..<3 {
        try pty.send("\u{1B}\u{3}\r\u{3}")
        // A ^C while a command runs is for the command, and the driver then discards all other keys.
        try pty.waitUntilALineIsEdited()
        try pty.waitUntilKeysAreRead()
      }
      try pty.send("print 4000 + 711\r")
      try pty.wait(forText: "4711")
    } catch {
      Issue.record("seed \(seed), after \(typed.suffix(3)): \(error)")
    }
  }

  /// The keys that crashed a shell once: an empty line, on which vi's `$` puts the cursor before the start.
  @Test(arguments: ["$", "\u{5}"], ["\u{3}", "\u{1A}", "resize", "clock", "ix", "px", "x", "~", "term"])
  func theEndOfAnEmptyLineIsItsStart(move: String, next: String) throws {
    let home = try TemporaryFolder()
    try home.write("bind -v\n", to: ".editrc")
    let terminal = try ShellTerminal(home: home, arguments: ["-q"])
    if next == "clock" { try terminal.pty.send("clock play\r") }
    try terminal.pty.send("\u{1B}")
    try terminal.pty.wait(for: "command mode") { $0.lines.last?.contains(/s[<◂]/) == true }
    try terminal.pty.send(move)
    try terminal.pty.waitUntilKeysAreRead()
    switch next {
    case "resize": terminal.pty.resize(columns: 50, rows: 20)
    case "clock": try terminal.pty.wait(forText: "+1s")
    case "term":
      terminal.pty.signal(SIGTERM)
      #expect(try terminal.pty.waitForEnd() == .signalled(SIGTERM))
      return
    default: try terminal.pty.send(next)
    }
    try terminal.pty.send("\u{1B}\u{3}print 4000 + 711\r")
    try terminal.pty.wait(forText: "4711")
  }

  /// libedit's own command line crashed on a quote that is not closed; so did its reader of `.editrc`.
  @Test(
    arguments: ["bind -e", "bind -v", "bind -v\nbind ^T ed-command", "bind \"^T\nbind '"],
    ["\u{1B}x", "\u{1B}:", "\u{14}"]
  )
  func libeditsOwnCommandsCannotCrash(editrc: String, keys: String) throws {
    let home = try TemporaryFolder()
    try home.write(editrc + "\n", to: ".editrc")
    let terminal = try ShellTerminal(home: home, arguments: ["-q"])
    try terminal.pty.send(keys + "'abc\u{3}")
    try terminal.pty.waitUntilKeysAreRead()
    try terminal.pty.send("print 4000 + 711\r")
    try terminal.pty.wait(forText: "4711")
    if editrc.contains("\"") { try terminal.pty.wait(forText: ".editrc, line 1: unclosed quote") }
  }

  /// libedit wrote beyond its copy of the screen where a character without width stands before the end of a row.
  @Test func aLineMayFillASmallWindow() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    terminal.pty.resize(columns: 23, rows: 2)
    for _ in 0..<20 {
      try terminal.pty.send("\u{3}\u{3}.u=-xt\u{301}tp\u{301}é]e|\u{301}T1abc\u{301}defghijklmnopqrstuvwxyz")
      try terminal.pty.waitUntilKeysAreRead()
    }
    terminal.pty.resize(columns: 100, rows: 40)
    try terminal.pty.send("\u{3}\u{3}print 4000 + 711\r")
    try terminal.pty.wait(forText: "4711")
  }

  /// In a window that is too small for libedit, the driver edits; what was typed there moves to the larger window.
  @Test func aLineBegunInASmallWindowIsEditedInALargerOne() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    terminal.pty.resize(columns: 40, rows: 2)
    try terminal.pty.send("\u{3}")
    try terminal.pty.waitUntilTheDriverEdits()
    try terminal.pty.send("print 4000 + 71")
    terminal.pty.resize(columns: 100, rows: 40)
    try terminal.pty.waitUntilALineIsEdited()
    try terminal.pty.send("x\u{8}1\r")
    try terminal.pty.wait(forText: "4711")
    terminal.pty.resize(columns: 40, rows: 2)
    try terminal.pty.send("\u{3}")
    try terminal.pty.waitUntilTheDriverEdits()
    terminal.pty.resize(columns: 100, rows: 40)
    try terminal.pty.waitUntilALineIsEdited()
  }

  /// libedit's cursor stayed at its column of the wider window, outside of its copy of the screen, and wrote there while
  /// the editor drew the line in its place.
  @Test func aWindowMayShrinkAroundAnEmoji() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    // What it wrote once was the size of a piece of the heap, in one of sixteen columns.
    for count in 50..<66 {
      try terminal.pty.send("\u{3}👍🏽" + String(repeating: "x", count: count))
      try terminal.pty.waitUntilKeysAreRead()
      terminal.pty.resize(columns: 10, rows: 20)
      try terminal.pty.send("b")
      try terminal.pty.waitUntilKeysAreRead()
      terminal.pty.resize(columns: 100, rows: 40)
    }
    try terminal.pty.send("\u{3}print 4000 + 711\r")
    try terminal.pty.wait(forText: "4711")
  }

  private static func key(_ generator: inout SeededGenerator) -> String {
    switch generator.below(20) {
    case 0..<9:
      // `q` could leave the shell.
      let letter = Unicode.Scalar(UInt8(32 + generator.below(95)))
      return letter == "q" ? "Q" : String(letter)
    case 9..<12: return "\u{1B}"
    case 12..<15:
      // ^D on an empty line and ^\ leave the shell.
      let code = UInt8(1 + generator.below(31))
      return String(Unicode.Scalar(code == 4 || code == 28 ? 5 : code))
    case 15: return generator.one(of: "é", "日", "👍🏽", "\u{301}", "\u{200D}")
    case 16, 17:
      return generator.one(
        of: Keys.up,
        Keys.down,
        Keys.left,
        Keys.right,
        Keys.home,
        Keys.end,
        Keys.delete,
        Keys.backspace
      )
    default: return generator.one(of: "$", "0", "u", "dd", "cc", "p", "P", ".", "x", "\u{3}", "\r")
    }
  }
}
