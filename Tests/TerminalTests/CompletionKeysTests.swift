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

  @Test func aSecondTabShowsTheCandidates() throws {
    let editor = try startEditor()
    try editor.send("日 x" + Keys.left + Keys.left + Keys.tab)
    try editor.wait(atPrompt: "> 日本")
    try editor.send(Keys.tab)
    try editor.wait(for: "the menu") {
      $0.lines == ["> 日本 x", "日本語  Japanese   日本酒  Sake", "> 日本 x"] && $0.textBeforeCursor == "> 日本"
    }
    try editor.type(Keys.end, reads: "日本 x")
  }

  @Test func nothingToCompleteRingsTheBell() throws {
    let editor = try startEditor()
    try editor.send("xyz" + Keys.tab)
    try editor.wait(for: "the bell") { $0.bells == 1 }
    try editor.type("", reads: "xyz")
  }

  @Test func aLongMenuIsShownAPageAtATime() throws {
    let editor = try startEditor(["--todos", "100"], columns: 40, rows: 10)
    try editor.send("todo" + Keys.tab + Keys.tab)
    try editor.wait(forText: "-- 41 more")
    #expect(editor.screen.lines.count == 10)
    try editor.send(" ")
    try editor.wait(forText: "-- 32 more")
    try editor.send(Keys.enter)
    try editor.wait(forText: "-- 31 more")
    try editor.send("q")
    try editor.wait(atPrompt: "> todo")
    #expect(!editor.screen.lines.joined().contains("more"))
    try editor.send(Keys.tab)
    try editor.wait(forText: "-- 41 more")
    // What does not belong to the pager is typed.
    try editor.type("7", reads: "todo7")
    try editor.send("todo" + Keys.tab + Keys.tab)
    try editor.wait(forText: "more")
    try editor.send(Keys.control("C"))
    try editor.wait(forText: "interrupted")
    try editor.wait(atPrompt: "> ")
    #expect(editor.screen.surprises == [])
  }
}
