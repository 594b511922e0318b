import TestSupport
import Testing

@testable import TodoShellTerminal

struct LineImageTests {
  private let codes = ScreenCodes()

  private func image(_ line: String, cursor: Int, columns: Int, rows: Int, after old: LineImage) -> LineImage
  {
    var image = LineImage(columns: columns, rows: rows)
    image.put(prompt: "> ")
    image.cursor = image.end
    for (index, character) in Array(line.graphemes).enumerated() {
      let start = image.put(character)
      if index == cursor { image.cursor = start }
      if index < cursor { image.cursor = image.end }
    }
    image.keepCursorVisible(after: old)
    return image
  }

  @Test(arguments: [
    ("abc", 10, 2, ["> abc"], (0, 4)),
    // After a full row, the cursor is on the next one.
    ("abcdefgh", 10, 8, ["> abcdefgh"], (1, 0)),
    ("abcdefghi", 10, 9, ["> abcdefgh", "i"], (1, 1)),
    ("abcdefgh\nx", 10, 8, ["> abcdefgh", "", "x"], (1, 0)),
    ("abc\nde", 10, 4, ["> abc", "de"], (1, 0)),
    ("abcdefg日x", 10, 7, ["> abcdefg", "日x"], (1, 0)),
    ("a\tb\u{1}\u{7F}", 12, 3, ["> a     b^A^", "?"], (0, 9)),
    ("a\r\nb", 10, 2, ["> a^M", "b"], (0, 5)),
    ("\u{202E}\u{85}", 30, 1, ["> \\u{202E}\\u{85}"], (0, 10)),
  ])
  func charactersAreInRowsOfCells(
    line: String,
    columns: Int,
    cursor: Int,
    lines: [String],
    place: (Int, Int)
  ) {
    let empty = LineImage(columns: columns, rows: 5)
    let image = image(line, cursor: cursor, columns: columns, rows: 5, after: empty)
    var screen = Screen(columns: columns, rows: 5)
    screen.show(image.update(from: empty, codes).utf8)
    #expect(screen.lines == lines)
    #expect(screen.cursor == place)
    #expect(screen.surprises == [])
  }

  @Test func aKeyAtTheEndSendsOneCharacter() {
    let empty = LineImage(columns: 80, rows: 24)
    let old = image("add Mil", cursor: 7, columns: 80, rows: 24, after: empty)
    let new = image("add Milk", cursor: 8, columns: 80, rows: 24, after: old)
    #expect(new.update(from: old, codes) == "k")
    #expect(old.update(from: new, codes) == "\r\u{1B}[9C\u{1B}[J")
    #expect(new.update(from: new, codes) == "")
  }

  private static func line(_ generator: inout SeededGenerator) -> String {
    let pieces = ["a", "b", " ", "日", "é", "e\u{301}", "\u{301}", "👍🏽", "👨‍👩‍👧", "\n", "\t", "\u{1}", "cdefg"]
    return (0..<generator.below(20)).map { _ in pieces[generator.below(pieces.count)] }.joined()
  }

  /// Changes a line as keys do: somewhere, at its end, or only the place of the cursor.
  private static func changed(_ line: String, _ generator: inout SeededGenerator) -> String {
    var characters = Array(line.graphemes)
    let place = generator.below(characters.count + 1)
    switch generator.below(6) {
    case 0: return Self.line(&generator)
    case 1: return line
    case 2: return String(characters.dropLast(generator.below(characters.count + 1)))
    case 3: return line + Self.line(&generator)
    case 4 where place < characters.count: characters.remove(at: place)
    default: characters.insert(contentsOf: Array(Self.line(&generator).graphemes), at: place)
    }
    return String(characters)
  }

  /// Whatever was on the screen, a change leads to the same as drawing everything on an empty one.
  @Test(arguments: 0..<20 as Range<UInt64>, [true, false])
  func anUpdateShowsWhatDrawingAllOfItDoes(seed: UInt64, joins: Bool) {
    var generator = SeededGenerator(seed: seed)
    let (columns, rows) = (2 + generator.below(15), 1 + generator.below(6))
    let empty = LineImage(columns: columns, rows: rows)
    var screen = Screen(columns: columns, rows: rows, joinsCharacters: joins)
    var (line, shown) = ("", empty)
    for step in 0..<100 {
      let before = line
      line = Self.changed(line, &generator)
      let cursor = generator.below(line.count + 2)
      let image = image(line, cursor: cursor, columns: columns, rows: rows, after: shown)
      screen.show(image.update(from: shown, codes).utf8)
      var fresh = Screen(columns: columns, rows: rows, joinsCharacters: joins)
      fresh.show(image.update(from: empty, codes).utf8)
      guard screen.lines == fresh.lines, screen.cursor == fresh.cursor, screen.surprises == [] else {
        Issue.record(
          """
          seed \(seed), step \(step), from \(before.debugDescription) to \(line.debugDescription) by
          \(image.update(from: shown, codes).debugDescription): \(screen.framed)
          instead of \(fresh.framed)
          """
        )
        return
      }
      shown = image
    }
  }

  /// A terminal that wraps its rows anew has the line where `rowsAboveCursor` says.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func theLineIsFoundInAWindowOfAnotherWidth(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let columns = 6 + generator.below(20)
    let other = 6 + generator.below(20)
    let empty = LineImage(columns: columns, rows: 40)
    // The model of a screen wraps wide characters as two, and takes spaces at the end of a row for nothing.
    let line = Self.line(&generator).filter { !"日👍🏽👨‍👩‍👧\t ".contains($0) }
    let cursor = generator.below(line.count + 1)
    let image = image(line, cursor: cursor, columns: columns, rows: 40, after: empty)
    var screen = Screen(columns: columns, rows: 40)
    screen.show(("above\r\n" + image.update(from: empty, codes)).utf8)
    screen.resize(columns: other, rows: 40)
    screen.show(("\r" + codes.up(image.rowsAboveCursor(inColumns: other)) + codes.eraseBelow).utf8)
    #expect(screen.lines == ["above"], "\(line.debugDescription) at \(cursor) from \(columns) to \(other)")
    #expect(screen.cursor == (1, 0), "\(line.debugDescription) with the cursor at \(cursor)")
  }
}
