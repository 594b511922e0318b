import Foundation
import TestSupport

extension PseudoTerminal {
  /// A prompt of the shell, whatever it tells.
  static var prompt: Regex<(Substring, Substring?, Substring?)> { #/#\d+( of \d+)? \+\S+( \S+)?> /# }

  func waitForPrompt() throws {
    try wait(for: "a prompt") { $0.textBeforeCursor.wholeMatch(of: Self.prompt) != nil }
  }

  /// Types a line at a prompt, and waits for the next prompt.
  func enter(_ line: String) throws {
    try send(line)
    try wait(for: "the typed line") { $0.textBeforeCursor.hasSuffix("> \(line)") }
    try send("\r")
    try waitForPrompt()
  }
}

/// A shell on a terminal of its own, with folders of its own.
struct ShellTerminal {
  let pty: PseudoTerminal
  let home: TemporaryFolder
  let modeBefore: TerminalMode

  init(
    _ program: String = "todoshell",
    home: TemporaryFolder? = nil,
    arguments: [String] = [],
    environment: [String: String] = [:],
    columns: Int = 100,
    rows: Int = 40,
    leadsSession: Bool = true
  ) throws {
    let home = try home ?? TemporaryFolder()
    self.home = home
    pty = try PseudoTerminal(
      [builtProgram(program)] + arguments,
      environment: Self.folders(home).merging(environment) { $1 },
      in: home,
      columns: columns,
      rows: rows,
      leadsSession: leadsSession
    )
    modeBefore = pty.initialMode
    try pty.wait(atPrompt: "#0 +0s> ")
  }

  /// A shell that was started from another, which stops and continues it as a person's does.
  init(inBashAt home: TemporaryFolder, arguments: String = "-q") throws {
    self.home = home
    pty = try PseudoTerminal(
      ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"],
      environment: Self.folders(home).merging(["PS1": "$ "]) { $1 },
      in: home,
      columns: 100,
      rows: 40
    )
    modeBefore = pty.initialMode
    try pty.wait(atPrompt: "$ ")
    try pty.send("\(builtProgram("todoshell")) \(arguments)\n")
    try pty.wait(atPrompt: "#0 +0s> ")
  }

  private static func folders(_ home: TemporaryFolder) -> [String: String] {
    ["HOME": home.path, "NO_COLOR": "1", "PAGER": "cat"]
  }

  func type(_ line: String, until prompt: String) throws {
    // The same prompt may come again: only the typed line between the two tells them apart.
    try pty.send(line)
    try pty.wait(for: "the typed line") { $0.textBeforeCursor.hasSuffix(" \(line)") }
    try pty.send("\r")
    try pty.wait(atPrompt: prompt)
  }

  /// Types a command of several lines.
  func type(_ lines: [String], until prompt: String) throws {
    for line in lines.dropLast() { try type(line, until: "… ") }
    try type(lines.last ?? "", until: prompt)
  }

  /// Presses ^C.
  func interrupt(until prompt: String) throws {
    try pty.send(Keys.control("C"))
    try pty.wait(atPrompt: prompt)
  }

  /// Waits until the row of the cursor reads so, with the cursor before its last `count` characters.
  func wait(forLine line: String, cursorBeforeLast count: Int = 0) throws {
    try pty.wait(for: "the line \(line.debugDescription)") {
      $0.lines.last == line && $0.textBeforeCursor == line.dropLast(count)
    }
  }

  /// Leaves the shell, and gives what its history file has.
  func leaveForHistory() throws -> String {
    try pty.send(Keys.control("U") + Keys.control("D"))
    _ = try pty.waitForEnd()
    return String(decoding: try home.bytes(of: historyFile), as: UTF8.self)
  }

  /// Where the shell keeps its history, in its home.
  var historyFile: String { ".local/state/todoshell/history" }
}
