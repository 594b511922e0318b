import CLibedit

/// Computes where the cursor is after libedit has drawn prompt and line.
///
/// libedit does not report the position of the cursor, which is needed to print above the line, to show a menu below
/// it, and to adapt to a new width. The rules are libedit's: characters have the width given by the C library, control
/// characters are shown as `^X`, a wide character that does not fit moves to the next row, and after a full row the
/// cursor is at the start of the next one.
struct LineLayout {
  /// A complete row.
  struct Row: Equatable {
    /// The number of cells drawn.
    var cells: Int
    /// Whether the terminal joins the next row to it when it becomes wider.
    var isContinued: Bool
  }

  /// A position in rows and columns.
  struct Position: Equatable {
    var row: Int
    var column: Int
  }

  /// The place where a character is drawn.
  struct Place {
    /// The position of the cursor before the character.
    var cursor: Position
    /// Its first cell, in the next row if it does not fit in the cursor's row.
    var start: Position
    /// Its width in cells.
    var width: Int
    /// Whether it is drawn unescaped.
    var isPlain: Bool
  }

  let columns: Int
  /// Whether a row that is full is ended, so that the terminal does not take the next one for its continuation.
  private let endsRows: Bool
  private(set) var rowsAbove: [Row] = []
  private(set) var column = 0
  private var endsInBlank = false

  var row: Int { rowsAbove.count }

  var position: Position { Position(row: row, column: column) }

  init(columns: Int, endsRows: Bool = false) {
    self.columns = max(columns, 1)
    self.endsRows = endsRows
  }

  /// Adds the visible text of a prompt.
  mutating func put(prompt: String) {
    for scalar in prompt.unicodeScalars {
      put(width: max(0, Int(clibedit_width(wchar_t(scalar.value)))), isBlank: scalar == " ")
    }
  }

  /// Adds characters of the line.
  ///
  /// - Complexity: O(*n*)
  mutating func put(line: some Sequence<wchar_t>) {
    for character in line { put(character) }
  }

  /// Adds a character of the line and returns its place.
  mutating func place(_ character: wchar_t) -> Place {
    let cursor = position
    let width = Int(clibedit_width(character))
    let isPlain =
      character >= 0x20 && !(0x7F..<0xA0).contains(character) && width >= 0
      && (width > 0 || cursor.column > 0)
    put(character)
    let fits = cursor.column + max(width, 0) <= columns
    let start = fits ? cursor : Position(row: cursor.row + 1, column: 0)
    return Place(cursor: cursor, start: start, width: max(width, 0), isPlain: isPlain)
  }

  /// Draws a picture of several characters of the line.
  mutating func place(width: Int) -> Place {
    let cursor = position
    put(width: width)
    let fits = cursor.column + width <= columns
    let start = fits ? cursor : Position(row: cursor.row + 1, column: 0)
    return Place(cursor: cursor, start: start, width: width, isPlain: true)
  }

  /// The row of the cursor after a terminal has rewrapped the rows for another width.
  ///
  /// When libedit draws a whole line at once, it does not draw a space at the end of a full row, so the terminal does
  /// not know that the next row continues it.
  ///
  /// - Parameter wasDrawnAtOnce: Whether the line was drawn at once, rather than as it was typed.
  func row(inColumns columns: Int, wasDrawnAtOnce: Bool) -> Int {
    var result = 0
    var cells = 0
    for row in rowsAbove {
      cells += row.cells
      if row.isContinued || (row.cells == self.columns && !wasDrawnAtOnce) { continue }
      result += max((cells + columns - 1) / columns, 1)
      cells = 0
    }
    return result + (cells + column) / columns
  }

  private mutating func put(_ character: wchar_t) {
    switch character {
    case 0x09:
      repeat { put(width: 1, isBlank: true) } while column % 8 != 0
    case 0x0A:
      endRow(isContinued: false)
    case 0..<0x20, 0x7F..<0xA0:
      put(width: 1)
      put(width: 1)
    default:
      let width = clibedit_width(character)
      if width >= 0 {
        put(width: Int(width), isBlank: character == 0x20)
      } else {
        // Shown as \U+XXXX, in ordinary characters.
        for _ in 0..<(character > 0xFFFF ? 8 : 7) { put(width: 1) }
      }
    }
  }

  private mutating func put(width: Int, isBlank: Bool = false) {
    if column + width > columns { endRow(isContinued: true) }
    column += width
    if width > 0 { endsInBlank = isBlank }
    if column >= columns { endRow(isContinued: !endsInBlank) }
  }

  private mutating func endRow(isContinued: Bool) {
    rowsAbove.append(Row(cells: column, isContinued: isContinued && !endsRows))
    column = 0
    endsInBlank = false
  }
}
