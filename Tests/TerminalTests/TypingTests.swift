import TestSupport
import Testing

struct TypingTests {
  struct Example: CustomTestStringConvertible {
    var keys: String
    var line: String
    var testDescription: String { keys.debugDescription }

    init(_ keys: String, _ line: String) { (self.keys, self.line) = (keys, line) }
  }

  @Test(arguments: [
    Example("add Milk", "add Milk"),
    Example("helo" + Keys.left + "l", "hello"),
    Example("bc" + Keys.home + "a" + Keys.end + "d", "abcd"),
    Example("abc" + Keys.control("A") + Keys.delete, "bc"),
    Example("abc" + Keys.backspace + Keys.backspace, "a"),
    Example("one two" + Keys.controlLeft + "x", "one xtwo"),
    Example("one two" + Keys.home + Keys.controlRight + "x", "onex two"),
    Example("one two" + Keys.control("W") + "three", "one three"),
    Example("one two" + Keys.home + Keys.control("K") + "x", "x"),
    Example("one two" + Keys.control("U") + "x", "x"),
    Example("\u{1B}OD\u{1B}OCab\u{1B}OHc", "cab"),
    Example("é" + Keys.left + "日本" + Keys.right + "👍", "日本é👍"),
    Example("a日本b" + Keys.left + Keys.backspace + Keys.backspace, "ab"),
    Example("naïve café" + Keys.backspace + "e", "naïve cafe"),
    Example("e\u{301}x", "e\u{301}x"),
    Example("👩‍👩‍👧", "👩‍👩‍👧"),
    // Keys that mean nothing here leave no litter: function keys, focus, mouse, modified letters.
    Example("a\u{1B}[15~b\u{1B}[Ic\u{1B}[<0;3;4Md\u{1B}[27;5;106~e\u{1B}[[Af\u{1B}OPg", "abcdefg"),
    Example("a\u{80}b\u{85}c", "abc"),
  ])
  func keysEditTheLine(_ example: Example) throws {
    let editor = try startEditor()
    try editor.type(example.keys, reads: example.line)
    #expect(try editor.leave() == .exited(0))
    #expect(editor.screen.surprises == [])
  }

  @Test func bytesThatAreNoTextBecomeReplacementCharacters() throws {
    let editor = try startEditor()
    try editor.send([0x61, 0xFF, 0x62, 0xE6, 0x97, 0x63])
    try editor.type("", reads: "a\u{FFFD}b\u{FFFD}c")
  }

  @Test func aControlCharacterCanBeQuotedAndShowsAsSuch() throws {
    let editor = try startEditor()
    try editor.send("a" + Keys.control("V") + Keys.control("A") + "b")
    try editor.wait(atPrompt: "> a^Ab")
    try editor.type("", reads: "a\u{1}b")
  }

  @Test func theLineShowsAsTypedInTheMiddleToo() throws {
    let editor = try startEditor()
    try editor.send("add 日本 é👍" + Keys.left + Keys.left + Keys.left + Keys.left + "X")
    try editor.wait(atPrompt: "> add 日X")
    try editor.wait(forText: "> add 日X本 é👍")
    #expect(editor.screen.lines == ["> add 日X本 é👍"])
  }

  @Test func aLineLongerThanTheScreenIsWideIsEditedWhereItWraps() throws {
    let editor = try startEditor(columns: 20)
    let line = "0123456789abcdefghijklmno日本語日本語日本語日本語pqrstuvwxyz"
    try editor.send(line)
    try editor.wait(for: "the line") { $0.textBeforeCursor.hasSuffix("xyz") }
    try editor.type(Keys.home + "X" + Keys.end + "Y", reads: "X" + line + "Y")
  }

  @Test(arguments: [1023, 1024, 5000, 100_000])
  func aLongLineArrivesWhole(length: Int) throws {
    let editor = try startEditor()
    let line = String(repeating: "x", count: length)
    try editor.paste(line)
    try editor.send(Keys.enter)
    try editor.wait(forOutput: "read \"\(line)\"")
    #expect(try editor.leave() == .exited(0))
  }

  @Test(arguments: ["C", "POSIX", "en_XX.ISO-8859-1", ""])
  func textIsUTF8WhateverTheLocale(_ locale: String) throws {
    let editor = try startEditor(["--prompt", "→ "], environment: ["LC_ALL": locale], prompt: "→ ")
    try editor.send("é日本👍" + Keys.left + Keys.backspace)
    try editor.wait(for: "the line") { $0.lines.last == "→ é日👍" }
    try editor.send(Keys.enter)
    try editor.wait(forText: "read \"é日👍\"")
  }

  @Test func aColouredPromptTakesNoMoreRoomThanItShows() throws {
    let prompt = "\u{1B}[1m\u{1B}[32mtodo\u{1B}[0m \u{1B}[2m7→\u{1B}[0m "
    let editor = try startEditor(["--prompt", prompt], columns: 20, prompt: "todo 7→ ")
    let shown = editor.output
    try editor.send("0123456789abc")
    try editor.wait(for: "a wrapped line") { $0.lines == ["todo 7→ 0123456789ab", "c"] }
    // The colour ends before what is typed begins.
    #expect(String(decoding: shown, as: UTF8.self).contains("→\u{1B}[0m "))
    try editor.send(Keys.home)
    try editor.wait(atPrompt: "todo 7→ ")
  }

  @Test func aPromptOfSeveralLinesShowsThemAll() throws {
    let editor = try startEditor(["--prompt", "one\ntwo> "], prompt: "two> ")
    try editor.send("ab" + Keys.left + "c")
    try editor.wait(for: "both lines") {
      $0.lines == ["one", "two> acb"] && $0.textBeforeCursor == "two> ac"
    }
  }
}
