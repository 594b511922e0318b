import Foundation
import TestSupport

/// A shell on a terminal of its own, with folders of its own.
struct ShellTerminal {
  let pty: PseudoTerminal
  let home: TemporaryFolder
  let modeBefore: TerminalMode

  init(
    home: TemporaryFolder? = nil,
    arguments: [String] = [],
    environment: [String: String] = [:],
    rows: Int = 40
  ) throws {
    let home = try home ?? TemporaryFolder()
    self.home = home
    let folders = ["HOME": home.path, "NO_COLOR": "1", "PAGER": "cat"]
    pty = try PseudoTerminal(
      [builtProgram("todoshell")] + arguments,
      environment: folders.merging(environment) { $1 },
      columns: 100,
      rows: rows
    )
    modeBefore = pty.initialMode
    try pty.wait(atPrompt: "#0 +0s> ")
  }

  func type(_ line: String, until prompt: String) throws {
    // The same prompt may come again: only the typed line between the two tells them apart.
    try pty.send(line)
    try pty.wait(for: "the typed line") { $0.textBeforeCursor.hasSuffix(" \(line)") }
    try pty.send("\r")
    try pty.wait(atPrompt: prompt)
  }

  /// Leaves the shell, and gives what its history file has.
  func leaveForHistory() throws -> String {
    try pty.send("\u{15}\u{4}")
    _ = try pty.waitForEnd()
    return String(decoding: try home.bytes(of: ".local/state/todoshell/history"), as: UTF8.self)
  }
}
