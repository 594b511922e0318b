import Foundation
import TestSupport
import Testing

/// Text that comes from data never reaches the terminal as an escape sequence (DESIGN §7), wherever it is shown.
///
/// The text would set the window's title, ring, clear the screen, and turn the direction of writing.
struct ControlCharacterTests {
  private let evil = "a\u{1B}]0;title\u{7}\u{9B}2J\u{202E}\u{85}b"
  /// The same as it is written in a script, and as it is shown.
  private let written = #"a\u{1B}]0;title\u{7}\u{9B}2J\u{202E}\u{85}b"#

  /// Claims that nothing of the text got through, and that it was there to get through.
  ///
  /// - Parameter isTyped: Whether it is in a line that is edited, where the direction of writing is the person's.
  private func expectHarmless(_ output: some Sequence<UInt8>, _ occasion: String, isTyped: Bool = false) {
    let text = String(decoding: Array(output), as: UTF8.self)
    let sequences = ["\u{1B}]", "\u{1B}P", "\u{9B}", "\u{85}", "title\u{7}"] + (isTyped ? [] : ["\u{202E}"])
    for sequence in sequences {
      #expect(
        !text.utf8.contains(Array(sequence.utf8)),
        "\(sequence.debugDescription), \(occasion)"
      )
    }
  }

  @Test func notFromATodoInAnyAnswer() throws {
    let terminal = try ShellTerminal()
    let transcript = terminal.home.file("transcript")
    try terminal.type("record --text \(transcript)", until: "#0 +0s> ")
    try terminal.type("add \"\(written)\"", until: "#2 +0s> ")
    for command in [
      "list", "log", "tree", "print", "show", "diff 0 2", "effects", "print todos[0].description",
      "blame todos",
      "find todos.isEmpty", "goto --changed todos", "print todos[0]", "expect todos[0].description == \"x\"",
      "history",
      "watch todos[0].description", "break todos[0].description == \"\(written)\"", "mark here",
      "log --text \"\(written)\"",
    ] {
      let position = terminal.pty.output.count
      try terminal.type(command, until: "#2 +0s> ")
      expectHarmless(terminal.pty.output[position...], command)
    }
    try terminal.type("toggle 0", until: "#3 +0s ⋯1> ")
    try terminal.type("undo 2", until: "#0 of 3 +0s> ")
    try terminal.type("redo", until: "#2 of 3 +0s> ")
    #expect(terminal.pty.screen.text.contains("0 [ ] \(written)"))
    expectHarmless(terminal.pty.output, "all of it")
    #expect(terminal.pty.screen.surprises == [])
    let kept = try terminal.home.bytes(of: "transcript")
    expectHarmless(kept, "the transcript")
    #expect(!kept.contains(0x1B) && String(decoding: kept, as: UTF8.self).contains(written))
  }

  @Test func notFromATodoInAMenu() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    for _ in 1...2 { try terminal.pty.send("add \"\(written)\"\r") }
    try terminal.pty.wait(atPrompt: "#4 +0s> ")
    for line in ["toggle ", "goto ", "state todos[0].", ".todos(.element(id: "] {
      let position = terminal.pty.output.count
      try terminal.pty.send(line + Keys.tab)
      try terminal.pty.wait(for: "the line above the menu") {
        $0.lines.dropLast().contains { $0.hasPrefix("#4 +0s> \(line)".trimmed) }
      }
      expectHarmless(terminal.pty.output[position...], line)
      try terminal.interrupt(until: "#4 +0s> ")
      try terminal.pty.send(Keys.control("L"))
      try terminal.pty.wait(for: "an empty screen") { $0.lines == ["#4 +0s>"] }
    }
    #expect(terminal.pty.screen.surprises == [])
  }

  @Test func notFromALineThatAnErrorQuotes() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    for line in ["togle \(evil)", "expect \(evil)", ".nothing(\(evil))", "filter \(evil)", "source \(evil)"] {
      try terminal.pty.wait(for: "a prompt") { $0.marksPastes && $0.textBeforeCursor == "#0 +0s> " }
      let position = terminal.pty.output.count
      try terminal.pty.paste(line)
      try terminal.pty.send("\rclock\r")
      try terminal.pty.wait(forOutput: "nothing is scheduled", from: position)
      expectHarmless(terminal.pty.output[position...], line, isTyped: true)
    }
    #expect(!terminal.pty.screen.text.contains("'b' is ambiguous"), "no other character ends a line")
    #expect(terminal.pty.screen.text.contains("error: invalid control character U+001B"))
    #expect(terminal.pty.screen.surprises == [])
  }

  @Test func notFromTheNameOfAFile() throws {
    let home = try TemporaryFolder()
    try home.makeFolder("files")
    for name in ["\(evil)1", "\(evil)2", "plain1", "plain2"] {
      try home.write("print 1\n", to: "files/\(name)")
    }
    let terminal = try ShellTerminal(home: home, arguments: ["-q"])
    try terminal.pty.send("source \(home.file("files"))/" + Keys.tab)
    try terminal.pty.wait(forText: "plain2")
    try terminal.interrupt(until: "#0 +0s> ")
    for command in ["source", "load", "save", "record", "export html"] {
      try terminal.type("\(command) \"/nowhere/\(written)\"", until: "#0 +0s> ")
    }
    #expect(terminal.pty.screen.text.contains("/nowhere/a\\u{1B}]0;title"))
    expectHarmless(terminal.pty.output, "the shell")
    let run = try todoshell(home.file("no-\(evil)"), "--report", "junit=/nowhere/\(evil)")
    expectHarmless((run.output + run.errors).utf8, "a batch")
    let missing = try todoshell(home.file("no-\(evil)"))
    #expect(missing.status == 66 && missing.errors.contains("a\\u{1B}]0;title"))
    expectHarmless(missing.errors.utf8, "a missing script")
  }

  @Test func notFromTheHistory() throws {
    let home = try TemporaryFolder()
    try home.makeFolder(".local/state/todoshell")
    try home.write("add \(evil)\n", to: ".local/state/todoshell/history")
    let terminal = try ShellTerminal(home: home, arguments: ["-q"], environment: ["NO_COLOR": ""])
    try terminal.pty.send("ad")
    try terminal.pty.wait(forOutput: "\u{1B}[2md a")
    try terminal.pty.send(Keys.up)
    try terminal.pty.wait(for: "the recalled line") { $0.lines.last?.contains("]0;title") == true }
    try terminal.pty.send(Keys.control("U") + "history\r")
    try terminal.pty.wait(forText: "1  add a\\u{1B}]0;title")
    expectHarmless(terminal.pty.output, "the history", isTyped: true)
  }

  @Test func noWindowGetsATitle() throws {
    let terminal = try ShellTerminal(environment: ["NO_COLOR": ""])
    // A ^D that arrives while a command runs is lost, as in other shells.
    for line in ["add Milk", "list", "help", "tree"] { try terminal.type(line, until: "#2 +0s> ") }
    try terminal.pty.send(Keys.control("D"))
    _ = try terminal.pty.waitForEnd()
    #expect(!String(decoding: terminal.pty.output, as: UTF8.self).contains("\u{1B}]"))
  }
}

extension String {
  fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
