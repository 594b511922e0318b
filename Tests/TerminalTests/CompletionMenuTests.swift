import Testing

@testable import Terminal

struct CompletionMenuTests {
  private func lines(_ completions: [Completion], columns: Int) -> [String] {
    let menu = CompletionMenu(completions, columns: columns)
    return (0..<menu.rowCount).map { menu.pieces(ofRow: $0).map(\.text).joined() }
  }

  @Test func summariesStandInAColumn() {
    let completions = [
      Completion("add", summary: "Add a todo"), Completion("advance", summary: "Move the clock"),
      Completion("日本"),
    ]
    #expect(
      lines(completions, columns: 30) == [
        "add      Add a todo", "advance  Move the clock", "日本",
      ]
    )
    #expect(
      lines(completions, columns: 80) == [
        "add      Add a todo       advance  Move the clock   日本"
      ]
    )
  }

  @Test func entriesRunDownTheColumns() {
    let completions = ["a", "b", "c", "d", "e"].map { Completion($0) }
    #expect(lines(completions, columns: 8) == ["a   d", "b   e", "c"])
  }

  @Test(arguments: [1, 2, 5, 10, 20, 40, 79])
  func noLineIsWiderThanTheScreen(columns: Int) {
    let completions = [
      Completion("日本語日本語", summary: "wide"), Completion("👍🏽", summary: "a summary that is long"),
    ]
    let lines = lines(completions, columns: columns)
    #expect(lines.allSatisfy { $0.cellWidth <= max(columns - 1, 1) })
  }

  @Test func controlCharactersShowEscaped() {
    let completions = [Completion("a\u{1B}[2Jb\n\t\u{9B}\u{202E}", summary: "\u{7}")]
    #expect(
      lines(completions, columns: 80) == [
        "a\\u{1B}[2Jb\\n\\t\\u{9B}\\u{202E}  \\u{7}"
      ]
    )
  }

  @Test func aLongLabelLeavesRoomForTheSummary() {
    let completions = [Completion("a/b", label: String(repeating: "x", count: 90), summary: "a file")]
    #expect(
      lines(completions, columns: 61) == [String(repeating: "x", count: 39) + "…  a file"]
    )
  }

  @Test func anActionIsCutInItsMiddle() {
    let completions = [
      Completion("4", summary: "+0s .todos(.element(id: UUID(0), action: .binding(.toggle(\\.isComplete))))")
    ]
    #expect(lines(completions, columns: 52) == ["4  +0s .todos(.ele…binding(.toggle(\\.isComplete))))"])
  }

  @Test func nothingHasNoLines() {
    #expect(lines([], columns: 80) == [])
  }

  @Test(
    arguments: [
      (nil, .next, 0), (nil, .down, 0), (nil, .previous, 4), (nil, .up, 4), (nil, .left, nil),
      (nil, .accept, nil),
      (1, .next, 2), (4, .next, 0), (4, .down, 0), (0, .previous, 4), (3, .up, 2), (0, .right, 3),
      (1, .right, 4),
      (2, .right, 2), (4, .left, 1), (1, .left, 1), (1, .accept, nil), (1, .restore, nil),
    ] as [(Int?, CompletionMenu.Step, Int?)]
  )
  func aKeyLeadsToTheEntryBesideOrToTheNextOne(entry: Int?, step: CompletionMenu.Step, next: Int?) {
    let menu = CompletionMenu(["a", "b", "c", "d", "e"].map { Completion($0) }, columns: 8)
    #expect(menu.entry(after: entry, step) == next)
  }

  @Test(arguments: [
    ("", ["0", "1", "10"]), ("1", ["1", "10"]), ("m", ["0", "10"]), ("MI", ["0", "10"]), ("oat", ["10"]),
    ("oat m", ["10"]), ("ä", ["1"]), ("ilk", []), ("2", ["10"]),
  ])
  func anElementIsFoundByItsIndexOrElseByAWordOfItsTitle(word: String, found: [String]) {
    let all = [
      Completion("0", title: "Milk 1"), Completion("1", title: "Äpfel"),
      Completion("10", title: "Oat milk (2)"),
    ]
    #expect(Completion.matches(of: word, among: all).map(\.text) == found)
  }

  @Test(arguments: [
    (["add", "advance"], "ad"), (["日本語", "日本酒"], "日本"), (["👍", "👍🏽"], ""), (["x"], "x"), ([], ""),
    (["a", "b"], ""),
  ])
  func theCommonBeginningEndsBetweenCharacters(texts: [String], prefix: String) {
    #expect(Completion.commonPrefix(of: texts.map { Completion($0) }) == prefix)
  }
}
