import TestSupport
import Testing

struct HistoryKeysTests {
  @Test func linesAreRecalledInTheNextRun() throws {
    let folder = try TemporaryFolder()
    let history = ["--history", folder.file("state/history")]
    let first = try startEditor(history, in: folder)
    for line in ["add Milch", "toggle 日本", "undo", "undo", " secret"] { try first.type(line, reads: line) }
    #expect(try first.leave() == .exited(0))
    let second = try startEditor(history, in: folder)
    try second.type(Keys.up, reads: "undo")
    try second.type(Keys.up + Keys.up, reads: "toggle 日本")
    #expect(try folder.bytes(of: "state/history") == Array("add Milch\ntoggle 日本\nundo\ntoggle 日本\n".utf8))
  }

  @Test func upSearchesForWhatIsTyped() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\nadd [Eggs\nundo\nredo\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history")], in: folder)
    try editor.type("add" + Keys.up + Keys.up, reads: "add Milk")
    try editor.type("add [" + Keys.up, reads: "add [Eggs")
  }

  @Test func downBringsBackWhatWasTyped() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\nundo\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history")], in: folder)
    try editor.type("add" + Keys.up + Keys.down + " Eggs", reads: "add Eggs")
  }

  @Test func aLongLineSurvivesALookIntoTheHistory() throws {
    let folder = try TemporaryFolder()
    let line = "add " + (0..<1000).map { "word\($0)" }.joined(separator: " ")
    try folder.write("undo\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history")], in: folder)
    try editor.send(line + Keys.home + Keys.control("P"))
    try editor.wait(forText: "> undo")
    try editor.send(Keys.control("N") + Keys.enter)
    try editor.wait(forOutput: "read \"\(line)\"")
  }

  @Test func reverseSearchFindsALine() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Öl\nadd 日本\nundo\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history")], in: folder)
    try editor.send(Keys.control("R") + "Ö")
    try editor.wait(forText: "add Öl")
    try editor.send(Keys.enter)
    try editor.wait(forText: "read \"add Öl\"")
  }

  @Test func aSearchShowsItsMatches() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Öl\nundo\nadd 日本\nadd Öl\nrepeat 2\\n  add x\\nend\nredo\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history")], in: folder)
    try editor.send(Keys.control("R") + "dd")
    try editor.wait(for: "the matches") {
      $0.lines == ["> repeat 2", "  add x", "end", "bck:dd  1 of 3 matches", "add Öl", "add 日本"]
    }
    #expect(editor.screen.texts(inStyle: "\u{1B}[1m") == ["dd", "dd"])
    try editor.send(Keys.control("R"))
    try editor.wait(for: "the next") { $0.lines == ["> add Öl", "bck:dd  2 of 3 matches", "add 日本"] }
    // The first ^S stays on the line, which it searches onwards from the cursor.
    try editor.send(Keys.control("R") + Keys.control("S") + Keys.control("S"))
    try editor.wait(for: "the one before") { $0.lines == ["> add Öl", "fwd:dd  2 of 3 matches", "  add x"] }
    try editor.send("x")
    try editor.wait(for: "nothing") { $0.lines.last == "fwd?ddx  no match" }
    // As in Emacs: from a failing search to the last match, and then out of the search.
    try editor.send(Keys.control("G"))
    try editor.wait(for: "the last match") { $0.lines == ["> add Öl", "fwd:dd  2 of 3 matches", "  add x"] }
    try editor.send(Keys.control("G"))
    try editor.wait(for: "an empty line") { $0.lines == [">"] }
    #expect(editor.screen.surprises == [])
  }

  @Test func aLineOfSeveralLinesIsRecalledAsSuch() throws {
    let folder = try TemporaryFolder()
    try folder.write("expect \\\\\\n  a == b\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history")], in: folder)
    try editor.type(Keys.up, reads: "expect \\\n  a == b")
    #expect(editor.screen.lines.prefix(2) == ["> expect \\", "  a == b"])
  }

  @Test(arguments: [
    // To the same column of the line above, and of the one above that.
    ([Keys.up, Keys.up, Keys.up, Keys.up, "x"], "repxeat 3\n  add 日本\nend"),
    ([Keys.up, Keys.up, Keys.up, Keys.up, Keys.down, "x"], "repeat 3\n  axdd 日本\nend"),
    // The column is kept on the way across a shorter line, and a wide character is not split.
    (
      [Keys.up, Keys.up, Keys.up, Keys.up] + Array(repeating: Keys.right, count: 4)
        + [Keys.down, Keys.down, Keys.up, "x"],
      "repeat 3\n  add x日本\nend"
    ),
    // Up from the first line and down from the last one lead on through the history.
    ([Keys.up, Keys.up, Keys.up, Keys.up, Keys.up], "undo"),
    ([Keys.up, Keys.up, Keys.down], "redo"),
    ([Keys.up, Keys.up, Keys.up, Keys.up, Keys.up, Keys.down, Keys.down], "redo"),
  ])
  func upAndDownMoveBetweenTheLinesOfABlockBeforeTheyLeaveIt(keys: [String], line: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("undo\nrepeat 3\\n  add 日本\\nend\nredo\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history")], in: folder)
    try editor.type(keys.joined(), reads: line)
    #expect(editor.screen.surprises == [])
  }

  @Test func inViCommandModeUpAndDownStayOnCharacters() throws {
    let folder = try TemporaryFolder()
    try folder.write("bind -v\n", to: ".editrc")
    try folder.write("if\\n  undo\nadd\n", to: "history")
    let editor = try startEditor(
      ["--history", folder.file("history")],
      environment: ["HOME": folder.path],
      in: folder
    )
    try editor.type(Keys.up + Keys.up + Keys.escape + "kx", reads: "i\n  undo")
  }

  @Test(arguments: ["/xyz\r", "?xyz\r", "n", "/xyz\rn", "N"])
  func inViCommandModeASearchWithoutAMatchKeepsTheLine(keys: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("bind -v\n", to: ".editrc")
    try folder.write("undo\nadd\n", to: "history")
    let editor = try startEditor(
      ["--history", folder.file("history")],
      environment: ["HOME": folder.path],
      in: folder
    )
    try editor.send("redo 1" + Keys.escape)
    try editor.wait(for: "command mode") { $0.textBeforeCursor == "> redo " }
    let bells = editor.screen.bells
    try editor.send("h" + keys)
    try editor.wait(for: "the bell") {
      $0.bells > bells && $0.lines == ["> redo 1"] && $0.textBeforeCursor == "> redo"
    }
    try editor.type("x", reads: "redo1")
  }

  @Test func downBringsBackAnEmptyLine() throws {
    let folder = try TemporaryFolder()
    try folder.write("undo\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history")], in: folder)
    try editor.type(Keys.up + Keys.down, reads: "")
  }

  @Test func aPrivateShellNeitherReadsNorWrites() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history"), "--private"], in: folder)
    try editor.type("undo", reads: "undo")
    try editor.type(Keys.up + Keys.up, reads: "undo")
    #expect(try editor.leave() == .exited(0))
    #expect(try folder.bytes(of: "history") == Array("add Milk\n".utf8))
  }

  @Test func aHistoryThatCannotBeReadIsAWarningAndStays() throws {
    let folder = try TemporaryFolder()
    try folder.write("add\0Milk\n", to: "history")
    let editor = try startEditor(["--history", folder.file("history")], in: folder)
    #expect(editor.screen.text.contains("warning: history: '\(folder.file("history"))' is not a text file"))
    try editor.type("undo", reads: "undo")
    #expect(try folder.bytes(of: "history") == Array("add\0Milk\n".utf8))
  }
}
