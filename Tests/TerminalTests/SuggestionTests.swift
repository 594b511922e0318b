import TodoShellSystem
import TestSupport
import Testing

@testable import TodoShellTerminal

struct SuggestionTests {
  private func startEditor(
    _ history: String,
    columns: Int = 80,
    editrc: String = "",
    options: [String] = []
  ) throws -> PseudoTerminal {
    let folder = try TemporaryFolder()
    try folder.write(history, to: "history")
    try folder.write(editrc, to: ".editrc")
    return try TerminalTests.startEditor(
      ["--suggest", "--history", folder.file("history")] + options,
      environment: ["HOME": folder.path],
      in: folder,
      columns: columns
    )
  }

  @Test func theLatestLineThatBeginsSoShowsDimmedBehindTheCursor() throws {
    let editor = try startEditor("add Eggs\nadd Milk\nundo\n")
    try editor.send("ad")
    try editor.wait(for: "the suggestion") { $0.lines == ["> add Milk"] && $0.textBeforeCursor == "> ad" }
    #expect(String(decoding: editor.output, as: UTF8.self).contains("\u{1B}[2md Milk\u{1B}[0m"))
    try editor.send("d E")
    try editor.wait(for: "another one") { $0.lines == ["> add Eggs"] && $0.textBeforeCursor == "> add E" }
    try editor.send("x")
    try editor.wait(for: "none") { $0.lines == ["> add Ex"] }
    try editor.type("", reads: "add Ex")
    #expect(editor.screen.surprises == [])
  }

  @Test func aLineThatFailedIsRecalledButNotSuggested() throws {
    let editor = try startEditor("add Milk\n")
    try editor.type("add bad", reads: "add bad")
    try editor.send("add")
    try editor.wait(for: "the line before") {
      $0.lines.last == "> add Milk" && $0.textBeforeCursor == "> add"
    }
    try editor.type(Keys.up, reads: "add bad")
  }

  @Test func itIsNoPartOfTheLineUnlessTakenOver() throws {
    let editor = try startEditor("add Milk\n")
    try editor.send("add")
    try editor.wait(for: "the suggestion") { $0.lines == ["> add Milk"] }
    try editor.type("", reads: "add")
    #expect(editor.screen.lines.contains("> add"))
  }

  @Test(arguments: [Keys.right, Keys.end, Keys.control("E"), Keys.control("F"), "\u{1B}OC"])
  func aKeyThatMovesOnFromTheEndTakesItOver(_ key: String) throws {
    let editor = try startEditor("add Milk and Eggs\n")
    try editor.send("add M")
    try editor.wait(for: "the suggestion") { $0.lines == ["> add Milk and Eggs"] }
    try editor.type(key, reads: "add Milk and Eggs")
  }

  @Test(arguments: ["\u{1B}f", Keys.altRight, Keys.controlRight])
  func oneWordOfItCanBeTakenOver(_ key: String) throws {
    let editor = try startEditor("add Milk and Eggs\n")
    try editor.send("add M")
    try editor.wait(for: "the suggestion") { $0.lines == ["> add Milk and Eggs"] }
    try editor.send(key)
    try editor.wait(atPrompt: "> add Milk")
    try editor.wait(forText: "> add Milk and Eggs")
    try editor.send(key)
    try editor.wait(atPrompt: "> add Milk and")
    try editor.wait(forText: "> add Milk and Eggs")
    try editor.type("", reads: "add Milk and")
  }

  @Test func thereIsNoneWhereTheCursorIsNotAtTheEnd() throws {
    let editor = try startEditor("add Milk\n")
    try editor.send("add")
    try editor.wait(for: "the suggestion") { $0.lines == ["> add Milk"] }
    try editor.send(Keys.left)
    try editor.wait(for: "none") { $0.lines == ["> add"] && $0.textBeforeCursor == "> ad" }
    try editor.type(Keys.right, reads: "add")
  }

  @Test(arguments: [12, 14, 20])
  func itIsCutAtTheEdgeOfTheScreen(columns: Int) throws {
    let editor = try startEditor("add 日本語 and Eggs 👍🏽 and more\n", columns: columns)
    try editor.send("add")
    try editor.wait(for: "the suggestion") { screen in
      screen.lines.count == 1 && screen.lines[0].hasSuffix("…") && screen.textBeforeCursor == "> add"
    }
    try editor.type(Keys.right, reads: "add 日本語 and Eggs 👍🏽 and more")
    #expect(editor.screen.surprises == [])
  }

  @Test func outputAndANewWidthLeaveItWhereItBelongs() throws {
    let editor = try startEditor("add Milk and Eggs\n")
    try editor.send("add")
    try editor.wait(for: "the suggestion") { $0.lines == ["> add Milk and Eggs"] }
    editor.signal(SIGUSR1)
    try editor.wait(for: "both") {
      $0.lines == ["woken 1", "> add Milk and Eggs"] && $0.textBeforeCursor == "> add"
    }
    editor.resize(columns: 30, rows: 24)
    try editor.wait(for: "the same") {
      $0.lines == ["woken 1", "> add Milk and Eggs"] && $0.textBeforeCursor == "> add"
    }
    try editor.send(Keys.control("C"))
    try editor.wait(for: "a new prompt") { $0.lines == ["woken 1", "> add^C", "interrupted", ">"] }
  }

  @Test func viKeysTakeItOverToo() throws {
    let editor = try startEditor("add Milk\n", editrc: "bind -v\n")
    try editor.send("add")
    try editor.wait(for: "the suggestion") { $0.lines == ["> add Milk"] }
    try editor.type(Keys.right, reads: "add Milk")
  }

  @Test func aLineOfSeveralShowsItsFirstAndGivesAll() throws {
    let editor = try startEditor("expect \\\\\\n  a == b\n")
    try editor.send("exp")
    try editor.wait(for: "the suggestion") { $0.lines == ["> expect \\…"] && $0.textBeforeCursor == "> exp" }
    try editor.type(Keys.right, reads: "expect \\\n  a == b")
  }

  @Test(
    arguments: [
      ("add Milk", "add", " Milk"), ("add", "add", ""), ("ad", "add", nil), ("undo", "add", nil),
      ("caf\u{65}\u{301}s", "cafe", nil), ("café au lait", "café", " au lait"), ("👨‍👩‍👧 x", "👨", nil),
      ("👨‍👩‍👧 x", "👨‍👩‍👧", " x"), ("a\r\nb", "a\r", nil), ("a\nb", "a", "\nb"),
    ] as [(String, String, String?)]
  )
  func theRestOfALineBeginsWithAWholeCharacter(line: String, beginning: String, rest: String?) {
    #expect(line.rest(after: beginning).map(String.init) == rest)
  }
}
