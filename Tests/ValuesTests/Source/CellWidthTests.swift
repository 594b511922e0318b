import Testing

@testable import TodoShellValues

struct CellWidthTests {
  @Test(arguments: [
    ("", 0), ("add", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
    ("❤️", 2), ("❤", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｆ", 2), ("ﾊ", 1), ("→…·", 3),
    ("\u{200B}a\u{FEFF}", 1), ("\u{7}\n", 0),
    ("買い物", 6), ("🛒", 2), ("\u{301}", 0), ("☎", 1),
  ])
  func widthIsThatOfATerminal(text: String, width: Int) {
    #expect(text.cellWidth == width)
  }
}
