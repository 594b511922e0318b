import Testing

@testable import TodoShellTerminal

struct HistorySearchTests {
  private static let lines = ["add Milk", "undo", "add Eggs", "add Milk", "repeat 2\n  add x\nend"]

  /// The image of a line of libedit's while it searches.
  private func image(_ line: String, of lines: [String] = lines, columns: Int = 40, rows: Int = 8)
    -> LineImage?
  {
    guard let search = HistorySearch(line) else { return nil }
    var image = LineImage(columns: columns, rows: rows)
    image.put("> \(line)", "")
    search.putMatches(of: lines, in: &image)
    return image
  }

  @Test(arguments: ["", "add Milk", "add\nbck", "add\nbck:x\nend", "bck:add", "add\n/Milk"])
  func aLineWithoutTheRowIsNoSearch(line: String) {
    #expect(HistorySearch(line) == nil)
  }

  @Test(arguments: [
    ("add x\nbck:", ""), ("add Milk\nbck:Milk", "  1 of 1 match"), ("add Eggs\nfwd:Eggs", "  1 of 1 match"),
    ("\nbck?xyz", "  no match"),
    // A line that occurs twice counts once, and the latest is the first.
    ("repeat 2\n  add x\nend\nbck:add", "  1 of 3 matches\nadd Milk\nadd Eggs"),
    ("add Milk\nbck:add", "  2 of 3 matches\nadd Eggs"),
    ("add Eggs\nfwd:add", "  3 of 3 matches\nadd Milk\n  add x"),
    // libedit has not found one yet.
    ("un\nbck:add", "  3 matches\n  add x\nadd Milk\nadd Eggs"),
  ])
  func theNextMatchesAreBelowTheRow(line: String, added: String) {
    #expect(image(line)?.text == "> \(line)\(added)")
  }

  @Test(arguments: [".", "a*", "[", "\\", "x|y", "^add"])
  func aRegularExpressionHasNoMatchesToCount(pattern: String) {
    #expect(image("undo\nbck:\(pattern)")?.text == "> undo\nbck:\(pattern)")
  }

  @Test func theTextOfTheSearchIsHighlighted() throws {
    let shown = try #require(image("add Milk\nbck:dd"))
    let strong = shown.glyphs.filter { $0.style == Style.strong.sequence }
    #expect(strong.map(\.text).joined() == "dd")
  }

  @Test func matchesHaveTheRoomOfTheScreen() {
    let lines = (0..<9).map { "add \($0) and what is longer than the row" }
    let last = lines[8]
    #expect(image("\(last)\nbck:add", of: lines, columns: 60, rows: 4)?.end.row == 3)
    #expect(image("\(last)\nbck:add", of: lines, columns: 60, rows: 24)?.end.row == 6, "five of them")
    #expect(image("x\nbck:add", of: lines, columns: 16, rows: 3)?.text.hasSuffix("\nadd 8 and what…") == true)
    #expect(image("x\nbck:add", of: lines, columns: 8, rows: 2)?.text == "> x\nbck:add", "there is no room")
  }

  @Test func aMatchWithinACharacterIsNone() {
    #expect(image("x\nbck:e", of: ["e\u{301}"])?.text == "> x\nbck:e  no match")
  }
}
