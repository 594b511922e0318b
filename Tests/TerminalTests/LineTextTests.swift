import Testing

@testable import TodoShellTerminal

struct LineTextTests {
  @Test(arguments: [(1, 2, 3), (3, 2, 1), (0, 1, 1), (4, 3, 3)])
  func theCursorLeavesACharacterInTheDirectionOfItsMove(from: Int, to: Int, end: Int) {
    var text = LineText(string: "a👍🏽b", cursor: to)
    text.leaveGrapheme(from: LineText(string: "a👍🏽b", cursor: from), inCommandMode: false)
    #expect(text.cursor == end)
  }

  @Test(arguments: [(true, 0), (false, 2)])
  func theCursorStandsAfterTheLineOnlyInInsertMode(inCommandMode: Bool, end: Int) {
    var text = LineText(string: "👍🏽", cursor: 1)
    text.leaveGrapheme(from: LineText(string: "👍🏽", cursor: 0), inCommandMode: inCommandMode)
    #expect(text.cursor == end)
  }

  @Test(arguments: [
    ("em-delete-prev-char", 2), ("ed-delete-next-char", 1), ("em-delete-or-list", 1), ("ed-insert", 1),
  ])
  func aKeyDeletesAWholeCharacter(command: String, count: Int) {
    #expect(LineText(string: "a👍🏽b", cursor: 3).repetitions(of: command) == count)
  }

  @Test func aClimbKeepsItsColumnAcrossAShorterLine() {
    let text = LineText(string: "repeat 3\n  a\nend", cursor: 8)
    var climb: LineClimb?
    var cursors: [Int?] = []
    for step in [1, 1, 1, -1, -1, -1] {
      let next = LineClimb(step, in: climb?.text ?? text, after: climb, inCommandMode: false)
      cursors.append(next?.text.cursor)
      climb = next ?? climb
    }
    #expect(cursors == [12, 16, nil, 12, 8, nil])
  }

  @Test func aWalkPassesOtherLinesAndEndsWhereItBegan() {
    let lines = ["add a", "undo", "add b", "add b"]
    var walk = HistoryWalk(from: LineText(string: "add", cursor: 3), in: lines)
    let steps = [-1, -1, -1, 1, 1, 1].map { walk.move($0, in: lines) ? walk.shown : nil }
    #expect(steps == ["add b", "add a", nil, "add b", "add", nil])
  }

  @Test func aPasteIsTakenLineByLine() {
    var paste = Paste()
    let ends = "a\r\nb\rc\n\u{1B}[201~".utf8.map { paste.append($0) }
    #expect(ends.firstIndex(of: true) == ends.count - 1)
    let lines = (0..<4).map { _ in paste.takeLine() }
    #expect(lines.map { $0.text } == ["a", "b", "c", ""])
    #expect(lines.map { $0.isWhole } == [true, true, true, false])
  }
}
