import TodoShellSystem
import TestSupport
import Testing

struct CompletionKeysTests {
  @Test func theOnlyCandidateIsInsertedWithABlank() throws {
    let editor = try startEditor()
    try editor.type("un" + Keys.tab + "2", reads: "undo 2")
    try editor.type("Ä" + Keys.tab + "x", reads: "Äpfel x")
    try editor.type("add 👍🏽" + Keys.tab + "x", reads: "add 👍🏽ok x")
    try editor.type("no" + Keys.tab + "x", reads: "notes/x")
    try editor.type("un 2" + Keys.left + Keys.left + Keys.tab, reads: "undo 2")
  }

  @Test func candidatesThatShareABeginningShareItInTheLine() throws {
    let editor = try startEditor()
    try editor.send("print a" + Keys.tab)
    try editor.wait(atPrompt: "> print ad")
    try editor.type("v" + Keys.tab + "1s", reads: "print advance 1s")
    try editor.type("日" + Keys.tab + "酒" + Keys.tab + "!", reads: "日本酒 !")
  }

  @Test func aTabInsertsTheCommonBeginningAndShowsTheCandidates() throws {
    let editor = try startEditor()
    try editor.send("日 x" + Keys.left + Keys.left + Keys.tab)
    try editor.wait(for: "the menu") {
      $0.lines == ["> 日本 x", "日本語  Japanese   日本酒  Sake"] && $0.textBeforeCursor == "> 日本"
    }
    try editor.send(Keys.tab + Keys.escape)
    try editor.wait(for: "the beginning") { $0.lines == ["> 日本 x"] && $0.textBeforeCursor == "> 日本" }
    try editor.type(Keys.end, reads: "日本 x")
    #expect(editor.screen.bells == 0)
  }

  @Test func nothingToCompleteRingsTheBell() throws {
    let editor = try startEditor()
    try editor.send("xyz" + Keys.tab)
    try editor.wait(for: "the bell") { $0.bells == 1 }
    try editor.type("", reads: "xyz")
  }

  private static let shiftTab = "\u{1B}[Z"

  @Test(arguments: [
    ([Keys.tab], "add"), ([Keys.tab, Keys.tab], "advance"), ([Keys.tab, Keys.tab, Keys.tab], "add"),
    ([Keys.down], "add"), ([Keys.up], "advance"), ([shiftTab], "advance"),
    ([Keys.tab, Keys.right], "advance"),
    ([Keys.tab, Keys.right, Keys.left], "add"),
    ([Keys.control("N"), Keys.control("N"), Keys.control("P")], "add"),
  ])
  func theMenuIsWalkedAndItsEntryIsInTheLine(keys: [String], line: String) throws {
    let editor = try startEditor()
    try editor.send("ad" + Keys.tab + keys.joined())
    try editor.wait(for: "the menu with \(line)") {
      $0.lines == ["> \(line)", "add      Add a todo       advance  Move the clock"]
        && $0.textBeforeCursor == "> \(line)"
        && $0.texts(inStyle: "\u{1B}[7m").map { $0.prefix { $0 != " " } } == [line[...]]
    }
    // Return keeps it, and the line goes on.
    try editor.send(Keys.enter)
    try editor.wait(for: "the line alone") {
      $0.lines == ["> \(line)"] && $0.textBeforeCursor == "> \(line) "
    }
    try editor.type("1", reads: "\(line) 1")
    #expect(editor.screen.surprises == [])
  }

  @Test(arguments: [Keys.escape, Keys.control("C")])
  func whatWasTypedCanBeRestored(key: String) throws {
    let editor = try startEditor()
    try editor.send("ad x" + Keys.left + Keys.left + Keys.tab + Keys.tab)
    try editor.wait(for: "an entry") { $0.lines.first == "> add x" && $0.lines.count == 2 }
    try editor.send(key)
    try editor.wait(for: "what was typed") { $0.lines == ["> ad x"] && $0.textBeforeCursor == "> ad" }
    try editor.type("d", reads: "add x")
  }

  @Test func anyOtherKeyKeepsTheEntryAndDoesWhatItDoes() throws {
    let editor = try startEditor()
    try editor.type("ad" + Keys.tab + Keys.tab + " x" + Keys.home + "y", reads: "yadd x")
    try editor.type("ad" + Keys.tab + Keys.tab + Keys.backspace, reads: "ad")
    // With no entry, Return runs the line, and `^C` discards it.
    try editor.type("ad" + Keys.tab, reads: "ad")
    try editor.send("ad" + Keys.tab + Keys.control("C"))
    try editor.wait(forText: "interrupted")
  }

  @Test func escapeAndInterruptAtOnceDiscardTheLine() throws {
    let editor = try startEditor()
    try editor.send("ad" + Keys.tab + Keys.tab)
    try editor.wait(for: "an entry") { $0.lines.first == "> add" && $0.lines.count == 2 }
    try editor.send(Keys.escape + Keys.control("C"))
    try editor.wait(forText: "interrupted")
  }

  @Test func aMenuTallerThanTheScreenShowsThePartAroundItsEntry() throws {
    let editor = try startEditor(["--todos", "100"], columns: 40, rows: 10)
    try editor.send("todo" + Keys.tab)
    try editor.wait(forText: "rows 1 to 8 of 50")
    #expect(editor.screen.lines.count == 10 && editor.screen.textBeforeCursor == "> todo")
    try editor.send(Keys.up)
    try editor.wait(forText: "rows 43 to 50 of 50")
    #expect(
      editor.screen.lines.first == "> todo99"
        && editor.screen.lines.contains { $0.contains("todo99  Number 99") }
    )
    try editor.send(Keys.left + Keys.up)
    try editor.wait(for: "the one before") { $0.lines.first == "> todo48" }
    editor.resize(columns: 30, rows: 6)
    try editor.wait(forText: "of 100")
    #expect(editor.screen.lines.count <= 6 && editor.screen.lines.first == "> todo48")
    // What happens meanwhile is shown above the line.
    editor.signal(SIGUSR1)
    try editor.wait(forText: "woken 1")
    try editor.wait(atPrompt: "> todo48")
    try editor.type("7", reads: "todo487")
    #expect(editor.screen.surprises == [])
  }
}
