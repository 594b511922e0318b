import TestSupport
import Testing

/// The model of a screen that the tests of the editor look at must itself be right.
struct ScreenTests {
  private func screen(_ text: String, columns: Int = 6, rows: Int = 3) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    for byte in text.utf8 { screen.show([byte]) }
    return screen
  }

  @Test(arguments: [
    ("ab\r\ncd", ["ab", "cd"]),
    ("abcdef", ["abcdef"]),
    ("abcdefg", ["abcdef", "g"]),
    ("abcde日", ["abcde", "日"]),
    ("日本\u{1B}[2GX", [" X本"]),
    ("abc\r\u{1B}[Kd", ["d"]),
    ("abc\u{8}\u{8}X", ["aXc"]),
    ("e\u{301}x", ["e\u{301}x"]),
    ("a\r\nb\r\nc\r\nd", ["b", "c", "d"]),
    ("abc\u{1B}[1;2H\u{1B}[1P", ["ac"]),
    ("abc\u{1B}[1;2H\u{1B}[1@", ["a bc"]),
    ("ab\r\ncd\u{1B}[A\u{1B}[J", ["ab"]),
    ("\u{1B}[1;32mab\u{1B}]0;title\u{7}c", ["abc"]),
  ])
  func textIsWhereATerminalShowsIt(text: String, lines: [String]) {
    #expect(screen(text).lines == lines)
    #expect(screen(text).surprises == [])
  }

  @Test(arguments: [
    ("👨‍👩‍👧x", ["👨‍👩‍👧x"], 3), ("👍🏽x", ["👍🏽x"], 3), ("❤️x", ["❤️x"], 3), ("🇩🇪🇫🇷x", ["🇩🇪🇫🇷x"], 5),
    ("ab\u{1B}[2G👍", ["a👍"], 3),
  ])
  func whatIsOnePictureHasTheCellsOfOne(text: String, lines: [String], column: Int) {
    var screen = Screen(columns: 12, rows: 1, joinsCharacters: true)
    screen.show(text.utf8)
    #expect(screen.lines == lines)
    #expect(screen.cursor.column == column)
  }

  @Test func aFullRowHoldsTheCursorUntilTheNextCharacter() {
    #expect(screen("abcdef").cursor == (0, 5))
    #expect(screen("abcdef").textBeforeCursor == "abcdef")
    #expect(screen("abcdefg").textBeforeCursor == "abcdefg")
  }

  @Test func aNewWidthWrapsAnew() {
    var screen = screen("abcdefgh", columns: 6)
    screen.resize(columns: 4, rows: 3)
    #expect(screen.lines == ["abcd", "efgh"])
    screen.resize(columns: 10, rows: 3)
    #expect(screen.lines == ["abcdefgh"])
    #expect(screen.cursor == (0, 8))
  }

  @Test func whatIsUnknownIsNoticed() {
    #expect(screen("a\u{1B}[5y").surprises == ["sequence 5y"])
    #expect(screen("a\u{1}").surprises == ["control character 1"])
  }
}
