import Foundation
import TestSupport
import Testing

/// What takes long at a terminal ends when a person wants it to, and the session is kept.
struct LongCommandTests {
  private func blinker() throws -> PseudoTerminal {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal(
      [builtProgram("Blinker")],
      environment: ["HOME": home.path, "NO_COLOR": "1", "PAGER": "cat"],
      in: home,
      columns: 100,
      rows: 40
    )
    try pty.wait(atPrompt: "#0 +0s> ")
    for line in ["set diff off", "set limit 1000000000", ".start"] { try pty.send(line + "\r") }
    try pty.wait(atPrompt: "#1 +0s ⋯1> ")
    return pty
  }

  @Test(arguments: ["advance 100000h", "run"])
  func theKeyEndsAMoveOfTheClock(_ command: String) throws {
    let pty = try blinker()
    let editing = pty.mode
    try pty.send(command + "\r")
    try pty.wait(forText: "#9 +")
    try pty.send(Keys.control("C"))
    try pty.wait(forText: "error: interrupted after ")
    try pty.wait(for: "a prompt") { $0.textBeforeCursor.wholeMatch(of: /#\d+ \+\S+ ⋯1>\s/) != nil }
    #expect(pty.mode == editing)
    // What happened has happened, and is one turn.
    try pty.send("undo\r")
    try pty.wait(for: "the past") {
      $0.textBeforeCursor.hasPrefix("#1 of ") && $0.textBeforeCursor.hasSuffix(" +0s ⋯1> ")
    }
    try pty.send("advance 2s\rprint count\r")
    try pty.wait(forText: "\n2\n")
    try pty.send("quit\r")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.mode == pty.initialMode)
  }

  @Test func aClockThatCannotKeepUpStillStops() throws {
    let pty = try blinker()
    // A second is more than eleven days, in each second of which something happens.
    try pty.send("clock play 1000000\r")
    try pty.wait(forText: "#99 +")
    try pty.send("clock pause\r")
    try pty.wait(forText: "the clock is paused")
    try pty.wait(for: "a prompt") { $0.textBeforeCursor.hasSuffix("> ") }
  }
}
