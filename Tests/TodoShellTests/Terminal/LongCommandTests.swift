import Foundation
import TestSupport
import Testing

/// What takes long at a terminal ends when a person wants it to, and the session is kept.
struct LongCommandTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func blinker() throws -> PseudoTerminal {
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

  @Test(arguments: ["advance 100000h", "run", "step"])
  func theKeyEndsAWaitForAnEffectThatSendsNothing(_ command: String) throws {
    let pty = try blinker()
    for line in ["undo", ".beat", command] { try pty.send(line + "\r") }
    try pty.wait(forText: "beating")
    try pty.send(Keys.control("C"))
    try pty.wait(forText: "error: interrupted after ")
    try pty.wait(for: "a prompt") { $0.textBeforeCursor.hasSuffix(" ⋯1> ") }
  }

  @Test(arguments: [".hang", "explore --only hang"])
  func theKeySaysThatAReducerDoesNotReturn(_ command: String) throws {
    let pty = try blinker()
    try pty.send(command + "\r")
    try pty.wait(forText: "hanging")
    try pty.send(Keys.control("C"))
    try pty.wait(forText: "a reducer or an effect does not return; press ^C again to end blinker")
    try pty.send(Keys.control("C"))
    #expect(try pty.waitForEnd() == .signalled(SIGINT))
    #expect(pty.mode == pty.initialMode)
    // The session can be continued, without the command that did not return.
    let kept = String(decoding: try home.bytes(of: ".local/state/blinker/kept/1.todoscript"), as: UTF8.self)
    #expect(kept.contains(".start\n") && !kept.contains(".hang"), "\(kept)")
  }

  @Test func theKeyEndsAScriptWhoseReducerDoesNotReturn() throws {
    let pty = try PseudoTerminal(
      [builtProgram("Blinker"), "-c", ".hang"],
      environment: ["HOME": home.path],
      in: home,
      columns: 100
    )
    try pty.wait(forText: "hanging")
    try pty.send(Keys.control("C"))
    try pty.wait(forText: "^C again to end blinker")
    #expect(try pty.waitForEnd() == .signalled(SIGINT))
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
