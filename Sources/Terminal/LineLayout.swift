import CLibedit

/// Follows where libedit's drawing of prompt and line leaves the cursor.
///
/// libedit does not tell where it has put the cursor, and text above the line, a menu below it or a changed
/// width need to know. The rules are libedit's: characters have the width that the C library gives them,
/// control characters show as `^X`, a wide character that does not fit moves to the next row, and a full row
/// puts the cursor at the start of the next one.
struct LineLayout {
  /// A row that is complete.
  struct Row: Equatable {
    /// How many cells were drawn.
    var cells: Int
    /// Whether a terminal that is made wider joins the next row to it.
    var isContinued: Bool
  }

  /// A cell, by its row and column.
  struct Position: Equatable {
    var row: Int
    var column: Int
  }

  /// Where a character is drawn.
  struct Place {
    /// Where the cursor is that stands before it.
    var cursor: Position
    /// Its first cell: the next row's if it does not fit on the cursor's.
    var start: Position
    /// How many cells it takes up.
    var width: Int
    /// Whether it is drawn as itself.
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

  /// Draws a prompt's visible text.
  mutating func put(prompt: String) {
    for scalar in prompt.unicodeScalars {
      put(width: max(0, Int(clibedit_width(wchar_t(scalar.value)))), isBlank: scalar == " ")
    }
  }

  /// Draws characters of the line.
  ///
  /// - Complexity: O(n).
  mutating func put(line: some Sequence<wchar_t>) {
    for character in line { put(character) }
  }

  /// Draws a character of the line.
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

  /// The row of the cursor once a terminal has wrapped the rows anew for another width.
  ///
  /// libedit does not draw the blank at the end of a full row when it draws a whole line at once, so the
  /// terminal does not know that the next row continues it.
  ///
  /// - Parameter wasDrawnAtOnce: whether the line was, instead of being typed.
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
        // Shown as \U+XXXX, each sign of it an ordinary character.
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
