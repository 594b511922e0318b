import Testing

@testable import Terminal

struct CompletionMenuTests {
  @Test func summariesStandInAColumn() {
    let completions = [
      Completion("add", summary: "Add a todo"), Completion("advance", summary: "Move the clock"),
      Completion("日本"),
    ]
    #expect(
      CompletionMenu.lines(for: completions, columns: 30) == [
        "add      Add a todo", "advance  Move the clock", "日本",
      ]
    )
    #expect(
      CompletionMenu.lines(for: completions, columns: 80) == [
        "add      Add a todo       advance  Move the clock   日本"
      ]
    )
  }

  @Test func entriesRunDownTheColumns() {
    let completions = ["a", "b", "c", "d", "e"].map { Completion($0) }
    #expect(CompletionMenu.lines(for: completions, columns: 8) == ["a   d", "b   e", "c"])
  }

  @Test(arguments: [1, 2, 5, 10, 20, 40, 79])
  func noLineIsWiderThanTheScreen(columns: Int) {
    let completions = [
      Completion("日本語日本語", summary: "wide"), Completion("👍🏽", summary: "a summary that is long"),
    ]
    let lines = CompletionMenu.lines(for: completions, columns: columns)
    #expect(lines.allSatisfy { $0.cellWidth <= max(columns - 1, 1) })
  }

  @Test func controlCharactersShowEscaped() {
    let completions = [Completion("a\u{1B}[2Jb\n\t\u{9B}\u{202E}", summary: "\u{7}")]
    #expect(
      CompletionMenu.lines(for: completions, columns: 80) == [
        "a\\u{1B}[2Jb\\n\\t\\u{9B}\\u{202E}  \\u{7}"
      ]
    )
  }

  @Test func aLongLabelLeavesRoomForTheSummary() {
    let completions = [Completion("a/b", label: String(repeating: "x", count: 90), summary: "a file")]
    #expect(
      CompletionMenu.lines(for: completions, columns: 61) == [String(repeating: "x", count: 39) + "…  a file"]
    )
  }

  @Test func nothingHasNoLines() {
    #expect(CompletionMenu.lines(for: [], columns: 80) == [])
  }

  @Test(arguments: [
    (["add", "advance"], "ad"), (["日本語", "日本酒"], "日本"), (["👍", "👍🏽"], ""), (["x"], "x"), ([], ""),
    (["a", "b"], ""),
  ])
  func theCommonBeginningEndsBetweenCharacters(texts: [String], prefix: String) {
    #expect(Completion.commonPrefix(of: texts.map { Completion($0) }) == prefix)
  }
}
