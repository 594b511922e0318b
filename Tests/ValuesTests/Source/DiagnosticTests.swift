import Testing

@testable import TodoShellValues

struct DiagnosticTests {
  private func rendered(_ line: String, column: Int, length: Int = 1, width: Int = 100) -> [String] {
    let diagnostic = Diagnostic(
      "bad",
      location: SourceLocation(file: "f", line: 3, column: column),
      length: length,
      sourceLine: line
    )
    return diagnostic.rendered(width: width).split(separator: "\n").map(String.init)
  }

  @Test func sentencesAreWrappedAtTheWindowAndKeepTheirSpaces() {
    let diagnostic = Diagnostic(
      "one two   three",
      location: SourceLocation(file: "f", line: 1, column: 1),
      length: 1,
      sourceLine: "x",
      notes: ["four five  six"],
      hint: "seven eight nine"
    )
    #expect(
      diagnostic.rendered(columns: 20, showsPlace: false) == """
        error: one two
        three
        x
        ^
        note: four five  six
        help: seven eight
              nine
        """
    )
  }

  @Test func aDiagnosticShowsPlaceMessageLineAndCaret() {
    let diagnostic = Diagnostic(
      "no command 'togle'",
      location: SourceLocation(file: "a.todoscript", line: 2, column: 1),
      length: 5,
      sourceLine: "togle 0",
      notes: ["one", "two\nlines"],
      hint: "did you mean 'toggle'?"
    )
    #expect(
      diagnostic.rendered() == """
        a.todoscript:2:1: error: no command 'togle'
        togle 0
        ^~~~~
        note: one
        note: two
              lines
        help: did you mean 'toggle'?
        """
    )
  }

  @Test(arguments: [
    ("ab", 2, " ^"),
    ("ab", 3, "  ^"),
    ("ab", 99, "  ^"),
    ("\tb", 2, "        ^"),
    ("a\tb", 3, "        ^"),
    ("買x", 2, "  ^"),
    ("👨‍👩‍👧x", 2, "  ^"),
    ("e\u{301}x", 2, " ^"),
    ("🇩🇪x", 2, "  ^"),
    ("❤️x", 2, "  ^"),
  ])
  func theCaretStandsBelowItsCharacter(line: String, column: Int, caret: String) {
    #expect(rendered(line, column: column).last == caret)
  }

  @Test func controlCharactersAreShownEscaped() {
    let lines = rendered("a\u{1B}[0m\u{202E}b", column: 7)
    #expect(lines[1] == #"a\u{1B}[0m\u{202E}b"#)
    #expect(lines[2] == String(repeating: " ", count: 18) + "^")
    let message = Diagnostic(
      "found '\u{1B}\n'",
      location: SourceLocation(file: "\u{7}", line: 1, column: 1),
      sourceLine: ""
    )
    #expect(message.rendered().hasPrefix(#"\u{7}:1:1: error: found '\u{1B}\n'"#))
  }

  @Test(arguments: [
    ("a\u{200B}b", #"a\u{200B}b"#), ("so\u{AD}ft", #"so\u{AD}ft"#),
    ("\u{E0041}\u{E007F}", #"\u{E0041}\u{E007F}"#),
    ("a\u{200D}b", #"a\u{200D}b"#), ("\u{2060}\u{2064}", #"\u{2060}\u{2064}"#), ("a\u{FE0F}", #"a\u{FE0F}"#),
    ("\u{3164}", #"\u{3164}"#), ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\u{FE0F}"), ("👩\u{200D}", #"👩\u{200D}"#),
    ("🏴\u{E0067}x", #"🏴\u{E0067}x"#), ("\u{FFFE}\u{FFFF}\u{FFFD}", #"\u{FFFE}\u{FFFF}\#u{FFFD}"#),
    ("\u{FEFF}\u{202B}\u{2067}\u{2028}", #"\u{FEFF}\u{202B}\u{2067}\u{2028}"#),
  ])
  func whatNobodyCanSeeIsShownEscaped(text: String, expected: String) throws {
    #expect(text.controlCharactersEscaped == expected)
    #expect(try word(text.quotedAsLiteral).text == text)
  }

  @Test(arguments: [
    "👩‍👩‍👧", "❤️‍🔥", "❤️", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👍🏽", "🏳️‍🌈", "می‌خواهم", "क्‍ष", "lait\u{A0}!", "e\u{301}", "買", "٣",
  ])
  func whatTakesPartInWhatIsSeenStays(text: String) {
    #expect(text.controlCharactersEscaped == text)
  }

  @Test func aBlankThatIsNoneIsShownWhereItIsWrong() {
    let diagnostic = Diagnostic(
      "no command 'add\u{A0}x'",
      location: SourceLocation(file: "f", line: 1, column: 1),
      length: 5,
      sourceLine: "add\u{A0}x 'a\u{A0}b'"
    )
    #expect(
      diagnostic.rendered() == """
        f:1:1: error: no command 'add\\u{A0}x'
        add\\u{A0}x 'a\u{A0}b'
        ^~~~~~~~~~
        """
    )
  }

  @Test func aLongLineIsCutAroundTheCaret() {
    let line = String(repeating: "a", count: 500) + "X" + String(repeating: "b", count: 500)
    let lines = rendered(line, column: 501, length: 900, width: 40)
    #expect(lines[1].count == 40)
    #expect(lines[1].hasPrefix("…a") && lines[1].hasSuffix("b…"))
    let caret = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
    #expect(caret.map { Array(lines[1])[$0] } == "X")
    #expect(lines[2].count <= 40)
    #expect(rendered(line, column: 1, width: 40)[1].hasPrefix("aaa"))
    #expect(rendered(line, column: 1_002, width: 40)[2].hasSuffix("^"))
  }

  @Test(arguments: ["", "a\"b\\c", "é\n\t\u{1B}\u{0}\u{2028}🛒", "'x'", #"\u{41}"#])
  func aQuotedLiteralReadsBackAsTheText(text: String) throws {
    #expect(try word(text.quotedAsLiteral).text == text)
  }

  @Test(arguments: [
    ("togle", "did you mean 'toggle'?"),
    ("TOGGLE", "did you mean 'toggle'?"),
    ("tgogle", "did you mean 'toggle'?"),
    ("exp", "did you mean 'expect' or 'export'?"),
    ("und", "did you mean 'undo'?"),
    ("zzz", nil),
    ("", nil),
    ("undonow", "did you mean 'undo'?"),
    (String(repeating: "x", count: 100_000), nil),
  ])
  func theNearestSpellingIsSuggested(word: String, expected: String?) {
    let commands = ["add", "toggle", "expect", "export", "undo", "redo", "list"]
    #expect(Spelling.suggestion(for: word, among: commands) == expected)
  }
}
