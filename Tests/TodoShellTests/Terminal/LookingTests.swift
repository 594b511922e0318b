import Foundation
import TestSupport
import Testing

/// An effect never fires twice because someone looked at the past (DESIGN §7).
struct LookingTests {
  private let story = ["set diff off", "add Milk", "add Eggs", "toggle 0", "advance 2s"]

  /// Every way to look at the past, and back to where the story ends.
  private let looks = [
    "undo", "undo 2", "redo 3", "goto -4", "goto +4", "goto 1", "show", "print", "list", "effects", "clock",
    "goto 5",
    "effects", "clock", "goto @0s", "goto 8", "show 3", "diff 0 8", "diff 5", "log", "log --all", "tree",
    "blame todos",
    "goto --changed todos[1].isComplete", "find todos[1].isComplete", "print todos.count", "goto 0", "verify",
    "goto 8",
  ]

  @Test func noActionHappensWhileOneLooks() throws {
    let script = (story + looks + ["log --all"]).joined(separator: "\n") + "\n"
    let run = try todoshell("-e", input: script)
    #expect(run.status == 0, "\(run.errors)")
    let ending = run.output.components(separatedBy: "\n#8 +2s> log --all\n").dropFirst().last
    let log = try #require(ending, "the last moment is still that of the story: \(run.output)")
    #expect(log.components(separatedBy: ".sortCompletedTodos").count == 2, "\(log)")
  }

  /// The record that a look leaves is that of a session in which nobody looked, and so is what comes after it.
  @Test func whatFollowsIsAsIfNobodyHadLooked() throws {
    let next = ["toggle 0", "advance 2s", "log", "list", "effects", "clock"]
    let plain = try todoshell(input: (story + next).joined(separator: "\n") + "\n")
    let looked = try todoshell(input: (story + looks + next).joined(separator: "\n") + "\n")
    let ending = try #require(plain.output.components(separatedBy: "\n#9 ").dropFirst().first)
    #expect(looked.output.hasSuffix("\n#9 " + ending), "\(looked.output)")
  }

  @Test func aPlayingClockStopsBeforeThePastIsShown() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    for line in ["add Milk", "toggle 0", "advance 2s", "clock play 1000"] {
      try terminal.pty.send(line + "\r")
    }
    try terminal.pty.send("goto 3\r")
    // In the past the effect is in flight again; nothing but a command lets its time come.
    try terminal.pty.wait(for: "the past") {
      $0.textBeforeCursor.hasPrefix("#3 of ") && $0.textBeforeCursor.hasSuffix("> ")
    }
    try terminal.pty.send("effects\r")
    try terminal.pty.wait(forText: "in 1s  effect of #3")
    try terminal.pty.send("goto 5\rlog\rquit\r")
    #expect(try terminal.pty.waitForEnd() == .exited(0))
    let log = terminal.pty.screen.text.components(separatedBy: "> log").last ?? ""
    #expect(log.components(separatedBy: ".sortCompletedTodos").count == 2, "\(log)")
  }
}
