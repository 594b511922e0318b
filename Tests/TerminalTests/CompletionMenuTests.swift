import Testing

@testable import TodoShellTerminal

struct CompletionMenuTests {
  private func lines(_ completions: [Completion], columns: Int) -> [String] {
    let menu = CompletionMenu(completions, for: "", columns: columns)
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
    let menu = CompletionMenu(["a", "b", "c", "d", "e"].map { Completion($0) }, for: "", columns: 8)
    let before = [CompletionMenu.Step](repeating: .next, count: entry.map { $0 + 1 } ?? 0)
    let (walked, isOpen) = walk(menu, before + [step])
    #expect((isOpen ? walked.selection : nil) == next)
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

  private static let completions = ["add", "advance", "alias", "answer"].map { Completion($0) }

  /// A menu after some steps, and whether it is still open.
  private func walk(
    _ menu: CompletionMenu,
    _ steps: [CompletionMenu.Step]
  ) -> (menu: CompletionMenu, isOpen: Bool) {
    var menu = menu
    var isOpen = true
    for step in steps {
      menu.step = step
      isOpen = menu.walk()
    }
    return (menu, isOpen)
  }

  private let menu = CompletionMenu(completions, for: "a", columns: 9)

  @Test(
    arguments: [
      ([], "a"), ([.next], "add"), ([.down, .down], "advance"), ([.previous], "answer"),
      ([.next, .up], "answer"),
      ([.next, .next, .next, .next, .next], "add"),
    ] as [([CompletionMenu.Step], String)]
  )
  func theSelectedEntryIsInTheLine(steps: [CompletionMenu.Step], text: String) {
    let (menu, isOpen) = walk(menu, steps)
    #expect(isOpen && menu.inserted == text)
    #expect(menu.accepted == nil)
  }

  @Test func arrowsWalkBetweenColumns() {
    // Two columns of two entries.
    let menu = CompletionMenu(Self.completions, for: "a", columns: 20)
    #expect(walk(menu, [.next, .right]).menu.inserted == "alias")
    #expect(walk(menu, [.next, .right, .left, .left]).menu.inserted == "add")
  }

  @Test func acceptingKeepsTheEntryAndRestoringDoesNot() {
    let accepted = walk(menu, [.next, .accept])
    #expect(!accepted.isOpen && accepted.menu.accepted?.text == "add")
    let restored = walk(menu, [.next, .restore])
    #expect(!restored.isOpen && restored.menu.accepted == nil && restored.menu.typed == "a")
  }

  @Test func keysActOnTheLineIfTheMenuHasNoUseForThem() {
    var bindings = KeyBindings()
    for (key, command) in [(0x09, "shell-complete"), (0x0E, "shell-newer"), (0x10, "shell-older")] {
      bindings[[UInt8(key)]] = command
    }
    let arrow = { (end: String) in KeyDecoder.Key.sequence(Array("\u{1B}[\(end)".utf8)) }
    let steps = { (keys: [KeyDecoder.Key]) in menu.step(for: keys, bindings) }
    #expect(steps([.character("\t")]) == .next)
    #expect(steps([.character("\u{0E}")]) == .down && steps([.character("\u{10}")]) == .up)
    #expect(steps([arrow("A")]) == .up && steps([arrow("B")]) == .down)
    #expect(steps([arrow("Z")]) == .previous && steps([.character("\u{1B}")]) == .restore)
    #expect(steps([.character("x")]) == nil && steps([.character("\t"), .character("\t")]) == nil)
    // Without an entry, these act on the line.
    let ofEntry: [(KeyDecoder.Key, CompletionMenu.Step)] = [
      (.character("\r"), .accept), (arrow("C"), .right), (arrow("D"), .left),
    ]
    for (key, _) in ofEntry { #expect(steps([key]) == nil) }
    let walked = walk(menu, [.next]).menu
    for (key, step) in ofEntry { #expect(walked.step(for: [key], bindings) == step) }
  }

  @Test func newEntriesKeepTheSelectedOneOrCloseTheMenu() {
    let update = { (menu: CompletionMenu, completions: [Completion]) -> String? in
      var menu = menu
      return menu.update(completions) ? menu.inserted : nil
    }
    let walked = walk(menu, [.next, .next]).menu
    #expect(update(walked, Array(Self.completions.dropFirst())) == "advance")
    #expect(update(walked, [Completion("add")]) == nil, "the entry is gone")
    #expect(update(menu, [Completion("add")]) == "a", "no entry was selected")
    #expect(update(menu, []) == nil)
  }

  @Test func rowsThatHaveNoRoomAreCounted() {
    let todos = CompletionMenu((0..<10).map { Completion("todo\($0)") }, for: "t", columns: 12)
    var menu = walk(todos, [.previous]).menu
    var image = LineImage(columns: 12, rows: 5)
    image.put("> t", "")
    menu.put(in: &image, isANSI: true)
    #expect(image.text == "> t\ntodo7\ntodo8\ntodo9\nrows 8 to …")
    #expect(image.glyphs.filter { $0.style == ScreenCodes.inverse }.map(\.text).joined() == "todo9")
    var plain = LineImage(columns: 12, rows: 1)
    menu.put(in: &plain, isANSI: true)
    #expect(plain.glyphs.isEmpty, "there is no room for it")
  }

  @Test func aNarrowerScreenLaysTheEntriesOutAnew() {
    var menu = CompletionMenu(Self.completions, for: "a", columns: 20)
    #expect(menu.rowCount == 2)
    var image = LineImage(columns: 9, rows: 9)
    image.put("> a", "")
    menu.put(in: &image, isANSI: false)
    #expect(image.text == "> a\nadd\nadvance\nalias\nanswer")
    #expect(walk(menu, [.next, .right]).menu.inserted == "add", "there is one column")
  }
}

extension LineImage {
  /// Its characters, with line breaks.
  var text: String { glyphs.map(\.text).joined() }
}
