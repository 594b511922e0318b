import Testing

@testable import Terminal

struct OpenMenuTests {
  private static let completions = ["add", "advance", "alias", "answer"].map { Completion($0) }

  /// A menu after some steps, and whether it is still open.
  private func walk(
    _ menu: OpenMenu,
    _ steps: [CompletionMenu.Step],
    columns: Int = 9
  ) -> (menu: OpenMenu, isOpen: Bool) {
    var menu = menu
    var isOpen = true
    for step in steps {
      menu.step = step
      isOpen = menu.walk(columns: columns)
    }
    return (menu, isOpen)
  }

  private let menu = OpenMenu(completions, for: "a")

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
    #expect(walk(menu, [.next, .right], columns: 20).menu.inserted == "alias")
    #expect(walk(menu, [.next, .right, .left, .left], columns: 20).menu.inserted == "add")
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
    let update = { (menu: OpenMenu, completions: [Completion]) -> String? in
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
    let todos = OpenMenu((0..<10).map { Completion("todo\($0)") }, for: "t")
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
}

extension LineImage {
  /// Its characters, with line breaks.
  var text: String { glyphs.map(\.text).joined() }
}
