import TodoShellSystem
import TestSupport
import Testing

struct HighlightTests {
  private let bad = "\u{1B}[1;31mbad\u{1B}[0m"

  @Test func whatStandsOutIsDrawnSoWhileItIsTyped() throws {
    let editor = try startEditor(["--highlight"])
    try editor.send("a bad")
    try editor.wait(forOutput: bad)
    try editor.wait(atPrompt: "> a bad")
    let position = editor.output.count
    try editor.send("x" + Keys.left + Keys.left)
    try editor.wait(atPrompt: "> a ba")
    #expect(editor.screen.texts(inStyle: "\u{1B}[1;31m") == ["bad"])
    // Only what differs is drawn.
    #expect(!String(decoding: editor.output[position...], as: UTF8.self).contains("bad"))
    try editor.send(Keys.delete)
    try editor.wait(for: "no colour") { $0.lines == ["> a bax"] && $0.texts(inStyle: "\u{1B}[1;31m").isEmpty }
    try editor.send("d")
    try editor.wait(for: "the colour") { $0.texts(inStyle: "\u{1B}[1;31m") == ["bad"] }
    try editor.type("", reads: "a badx")
    #expect(editor.screen.surprises == [])
  }

  @Test(arguments: [21, 22, 23, 33])
  func aLineThatWrapsKeepsItsText(columns: Int) throws {
    let editor = try startEditor(["--highlight"], columns: columns)
    let line = "add é日本 bad 12 e\u{301} 日本語日本語日本語 bad\tbad 4 and what wraps twice"
    for character in line {
      try editor.send(character == "\t" ? "\u{16}\t" : String(character))
    }
    try editor.send(Keys.left + Keys.left + "X" + Keys.backspace)
    try editor.wait(for: "the line") { screen in
      screen.lines.joined().filter { $0 != " " } == "> \(line)".filter { $0 != " " && $0 != "\t" }
    }
    try editor.type("", reads: line)
    #expect(editor.screen.surprises == [])
  }

  @Test func aLineLongerThanTheScreenIsLeftAlone() throws {
    let editor = try startEditor(["--highlight"], columns: 20, rows: 5)
    let line = String(repeating: "bad 12 ", count: 40)
    try editor.paste(line)
    try editor.send("x" + Keys.home + "y" + Keys.enter)
    try editor.wait(forOutput: "read \"y\(line)x\"")
  }

  @Test func outputAboveTheLineLeavesItsColours() throws {
    let editor = try startEditor(["--highlight"])
    try editor.send("a bad")
    try editor.wait(forOutput: bad)
    let position = editor.output.count
    editor.signal(SIGUSR1)
    try editor.wait(forOutput: bad, from: position)
    try editor.wait(for: "the line") {
      $0.lines == ["woken 1", "> a bad"] && $0.textBeforeCursor == "> a bad"
    }
  }

  @Test func aSearchIsNotDisturbed() throws {
    let editor = try startEditor(["--highlight"])
    try editor.type("add bad Milk", reads: "add bad Milk")
    try editor.send(Keys.control("R") + "Mi")
    try editor.wait(for: "the search") { $0.lines.suffix(2) == ["> add bad Milk", "bck:Mi  1 of 1 match"] }
    try editor.type("", reads: "add bad Milk")
  }
}
