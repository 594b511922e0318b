import Core

/// The prompt, the line and the suggestion as the terminal shows them: characters in rows of cells.
///
/// After a full row, the cursor is at the start of the next one. Of an image with more rows than the screen, a part is
/// shown, which begins at the row `top`.
struct LineImage {
  struct Position: Comparable {
    var row = 0
    var column = 0

    static func < (left: Self, right: Self) -> Bool { (left.row, left.column) < (right.row, right.column) }
  }

  /// A character in its cells, or a line break.
  struct Glyph: Equatable {
    let text: String
    /// The escape sequences that set its style.
    let style: String
    let start: Position
    let width: Int
    /// Whether the next glyph begins a row that does not continue this one: the terminal keeps the two apart in a window
    /// of another width.
    let endsRow: Bool
    /// Whether terminals disagree about its width, which is not that of its code points: a family, a flag.
    let isAmbiguous: Bool

    var isLineBreak: Bool { text == "\n" }
  }

  let columns: Int
  let rows: Int
  private let joinsRows: Bool
  private(set) var glyphs: [Glyph] = []
  private(set) var top = 0
  private(set) var end = Position()
  /// Where the terminal's cursor is.
  var cursor = Position()

  /// An empty image, on a row that the cursor is at the start of.
  ///
  /// - Parameter joinsRows: Whether the terminal continues a full row in the next one.
  init(columns: Int, rows: Int, joinsRows: Bool = true) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    self.joinsRows = joinsRows
  }

  /// Adds a prompt, whose escape sequences set the style of the text after them.
  mutating func put(prompt: String) {
    var style = ""
    for part in EscapeSequence.parts(of: prompt) {
      switch part {
      case .escape(let sequence): style = sequence.hasSuffix(Style.end) ? "" : style + sequence
      case .text(let text): put(text, style)
      }
    }
  }

  /// Adds text.
  mutating func put(_ text: String, _ style: String) {
    for character in text.graphemes { put(character, style) }
  }

  /// Adds a character and returns its position.
  ///
  /// Control characters are shown as `^X`, other characters that could affect the terminal by their numbers.
  @discardableResult
  mutating func put(_ character: Character, _ style: String = "") -> Position {
    let start: Position
    switch character {
    case "\n":
      start = end
      add(character, style, width: 0)
    case "\t":
      start = end
      repeat { add(" ", style, width: 1) } while end.column % 8 != 0
    default:
      let appearance = character.appearance
      makeRoom(for: appearance.first?.cellWidth ?? 0)
      start = end
      for character in appearance { add(character, style, width: min(character.cellWidth, columns)) }
    }
    return start
  }

  private mutating func add(_ character: Character, _ style: String, width: Int) {
    makeRoom(for: width)
    let isFull = end.column + width == columns
    let isAmbiguous = character.isAmbiguous
    glyphs.append(
      Glyph(
        text: String(character),
        style: style,
        start: end,
        width: width,
        endsRow: character == "\n" || isFull && (isAmbiguous || !joinsRows),
        isAmbiguous: isAmbiguous
      )
    )
    end.column += width
    if isFull || character == "\n" { end = Position(row: end.row + 1, column: 0) }
  }

  /// Fills the row with spaces if a wide character does not fit.
  private mutating func makeRoom(for width: Int) {
    while end.column > 0, end.column + width > columns { add(" ", "", width: 1) }
  }

  /// Chooses the part to show: the part shown of the previous image, moved as far as the cursor requires.
  mutating func keepCursorVisible(after previous: LineImage) {
    top = min(max(previous.top, cursor.row - rows + 1), cursor.row, max(end.row - rows + 1, 0))
  }

  /// The number of rows shown above the cursor, after the terminal has wrapped its rows at another width.
  func rowsAboveCursor(inColumns columns: Int) -> Int {
    var rows = 0
    var cells = 0
    for glyph in glyphs where glyph.start.row >= top && glyph.start < cursor {
      cells += glyph.width
      guard glyph.endsRow else { continue }
      // A row that was only entered has a cell, too.
      if glyph.start.column == 0, glyph.isLineBreak, cells > 0 { cells += 1 }
      rows += max((cells + columns - 1) / columns, 1)
      cells = 0
    }
    // At the end of a row that is just full, the terminal holds the cursor on the last cell.
    let next = glyphs.first { $0.start >= cursor }
    let isHeld = cursor.column > 0 && next?.isLineBreak ?? true
    return rows + (isHeld ? cells - 1 : cells) / columns
  }
}

extension String {
  /// The characters as a terminal shows them, to which a carriage return before a line feed is one of its own.
  var graphemes: some Sequence<Character> {
    lazy.flatMap { $0 == "\r\n" ? ["\r", "\n"] : [$0] }
  }
}

extension Character {
  fileprivate var appearance: String {
    if let code = asciiValue, code < 0x20 || code == 0x7F { return "^\(Unicode.Scalar(code ^ 0x40))" }
    // Invisible code points are legitimate parts of some characters.
    return unicodeScalars.count == 1 ? String(self).controlCharactersEscaped : String(self)
  }

  fileprivate var isAmbiguous: Bool {
    let isLetterOfFlag = unicodeScalars.first.map { (0x1F1E6...0x1F1FF).contains($0.value) } ?? false
    return isLetterOfFlag || unicodeScalars.reduce(0) { $0 + Character($1).cellWidth } != cellWidth
  }
}
