import TodoShellSystem
import TestSupport
import Testing

/// Pictures of several code points, on terminals that join them and on those that do not.
struct JoinedCharacterTests {
  struct Example: CustomTestStringConvertible {
    let picture: String
    /// What a terminal that joins nothing shows in the cells of the picture.
    let alone: String
    var testDescription: String { picture }
  }

  static let examples = [
    Example(picture: "👨‍👩‍👧", alone: "👨\u{200D}"), Example(picture: "👍🏽", alone: "👍"),
    Example(picture: "❤️", alone: "❤\u{FE0F} "), Example(picture: "🇩🇪", alone: "🇩"),
    Example(picture: "1️⃣", alone: "1\u{FE0F}\u{20E3} "),
  ]

  private func shown(_ example: Example, _ joins: Bool) -> String { joins ? example.picture : example.alone }

  private func line(_ text: String, cursorAt column: Int, _ editor: PseudoTerminal) throws {
    // A row does not show that it ends in a space.
    let row = text.hasSuffix(" ") ? text.dropLast() : text[...]
    try editor.wait(for: "\(text.debugDescription) with the cursor at \(column)") {
      $0.lines.last == "> " + row && $0.cursor.column == 2 + column
    }
  }

  @Test(arguments: examples, [true, false])
  func noCellIsLeftOver(_ example: Example, joins: Bool) throws {
    let editor = try startEditor(joinsCharacters: joins)
    let picture = shown(example, joins)
    try editor.send("a" + example.picture + "x")
    try line("a\(picture)x", cursorAt: 4, editor)
    // The cursor passes over all of it, and what is typed stands before it or behind it.
    try editor.send(Keys.left + Keys.left)
    try line("a\(picture)x", cursorAt: 1, editor)
    try editor.send("b")
    try line("ab\(picture)x", cursorAt: 2, editor)
    try editor.send(Keys.right)
    try line("ab\(picture)x", cursorAt: 4, editor)
    try editor.send("c")
    try line("ab\(picture)cx", cursorAt: 5, editor)
    try editor.send(Keys.backspace + Keys.backspace)
    try line("abx", cursorAt: 2, editor)
    try editor.type(Keys.left + Keys.delete, reads: "ax")
    // It is recalled and left again.
    try editor.type("x" + example.picture, reads: "x" + example.picture)
    try editor.send(Keys.up)
    try line("x\(picture)", cursorAt: 3, editor)
    try editor.send(Keys.up)
    try line("ax", cursorAt: 2, editor)
    try editor.type(Keys.down + Keys.home + Keys.right + Keys.delete, reads: "x")
    #expect(editor.screen.surprises == [])
  }

  @Test(arguments: [true, false])
  func theLineIsDrawnAgainBelowWhatIsPrintedAndInAnotherWindow(joins: Bool) throws {
    let editor = try startEditor(["--highlight"], columns: 20, joinsCharacters: joins)
    let text = "one two three 👨‍👩‍👧 bad six 7 👍🏽 end"
    try editor.send(text)
    let family = shown(Self.examples[0], joins)
    let hand = shown(Self.examples[1], joins)
    let rows = ["> one two three \(family) b", "ad six 7 \(hand) end"]
    try editor.wait(for: "the line") { $0.lines == rows }
    editor.signal(SIGUSR1)
    try editor.wait(for: "the line below the text") { $0.lines == ["woken 1"] + rows }
    editor.resize(columns: 30, rows: 24)
    try editor.wait(for: "the line in a wider window") {
      $0.lines == ["woken 1", "> one two three \(family) bad six 7", "\(hand) end"]
    }
    try editor.type("", reads: text)
    #expect(editor.screen.surprises == [])
  }

  @Test func theLastRowOfTheScreenHasRoomForMore() throws {
    let editor = try startEditor(columns: 20, rows: 3)
    for _ in 0..<3 { try editor.type("a", reads: "a") }
    try editor.send("❤️" + String(repeating: "x", count: 20))
    try editor.wait(for: "both rows") {
      $0.lines.suffix(2) == ["> ❤\u{FE0F} " + String(repeating: "x", count: 16), "xxxx"]
    }
    try editor.type(Keys.home + "y", reads: "y❤️" + String(repeating: "x", count: 20))
  }

  @Test func aSearchFindsIt() throws {
    let editor = try startEditor(joinsCharacters: true)
    try editor.type("add 👨‍👩‍👧 Milk", reads: "add 👨‍👩‍👧 Milk")
    try editor.send(Keys.control("R") + "Mi")
    try editor.wait(for: "the search") { $0.lines.suffix(2) == ["> add 👨‍👩‍👧 Milk", "bck:Mi  1 of 1 match"] }
    try editor.type("", reads: "add 👨‍👩‍👧 Milk")
    #expect(editor.screen.lines.suffix(3) == ["> add 👨‍👩‍👧 Milk", "read \"add 👨‍👩‍👧 Milk\"", ">"])
  }

  @Test func whatIsTypedBeforeAPictureMayBecomeAPartOfIt() throws {
    let editor = try startEditor(joinsCharacters: true)
    try editor.type("👧" + Keys.left + "👨\u{200D}" + "👩\u{200D}x" + Keys.backspace, reads: "👨‍👩‍👧")
  }

  @Test func inViCommandModeItIsOneCharacter() throws {
    let folder = try TemporaryFolder()
    try folder.write("bind -v\n", to: ".editrc")
    let editor = try startEditor([], environment: ["HOME": folder.path], joinsCharacters: true)
    try editor.send("a👍🏽b")
    try line("a👍🏽b", cursorAt: 4, editor)
    try editor.send(Keys.escape)
    try line("a👍🏽b", cursorAt: 3, editor)
    try editor.send("h")
    try line("a👍🏽b", cursorAt: 1, editor)
    try editor.send("l")
    try line("a👍🏽b", cursorAt: 3, editor)
    try editor.send("hx")
    try line("ab", cursorAt: 1, editor)
    try editor.type("", reads: "ab")
  }

  @Test func interruptedItStaysOnTheScreen() throws {
    let editor = try startEditor(joinsCharacters: true)
    try editor.send("a 👍🏽 b")
    try line("a 👍🏽 b", cursorAt: 6, editor)
    try editor.send(Keys.control("C"))
    try editor.wait(for: "the next prompt") { $0.lines == ["> a 👍🏽 b^C", "interrupted", ">"] }
  }
}
