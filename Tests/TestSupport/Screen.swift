import TodoShellValues

/// A model of a terminal's screen, as far as programs that edit lines need one.
///
/// Text wraps as in most terminals of today: a row that is full holds the cursor until the next character, and
/// rows that belong together are wrapped anew when the width changes. What the model does not know is listed in
/// `surprises`, so that a test can claim that there was none.
public struct Screen: Sendable {
  public private(set) var columns: Int
  public private(set) var rows: Int
  /// Where the next character goes, counted from 0.
  public private(set) var cursor = (row: 0, column: 0)
  /// The lines that have left the screen at its top.
  public private(set) var scrolledOff = ""
  /// Whether the program wants pasted text to be marked.
  public private(set) var marksPastes = false
  /// Escape sequences and control characters that the model does not know.
  public private(set) var surprises: [String] = []
  /// How often the bell has rung.
  public private(set) var bells = 0

  /// Whether code points that make one picture are shown as such, in the cells of one, as newer terminals do.
  private let joinsCharacters: Bool
  private var cells: [Row]
  /// The escape sequences since the last that ended all styles.
  private var style = ""
  private var input: [UInt8] = []
  private var isFull = false
  /// Whether text goes on in the next row where one is full.
  private var wraps = true

  private struct Row {
    /// A wide character is followed by an empty string.
    var cells: [String]
    /// The style of what was last written to each cell.
    var styles: [String]
    var isContinued = false

    init(_ columns: Int) {
      cells = Array(repeating: " ", count: columns)
      styles = Array(repeating: "", count: columns)
    }

    var text: String {
      var text = cells.joined()
      while text.last == " " { text.removeLast() }
      return text
    }

    /// The text with the end of the line, unless the next row continues it.
    var line: String { isContinued ? cells.joined() : text + "\n" }
  }

  public init(columns: Int, rows: Int, joinsCharacters: Bool = false) {
    self.joinsCharacters = joinsCharacters
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Row(columns), count: rows)
  }

  /// The rows, without the blanks at their ends and without empty rows at the bottom.
  public var lines: [String] {
    var lines = cells.map(\.text)
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// All lines, with those that have left the screen. A line that was too long for one row is one line here.
  public var text: String {
    var text = cells.reduce(into: scrolledOff) { $0 += $1.line }
    while text.last == "\n" { text.removeLast() }
    return text
  }

  /// What is on the cursor's row, and rows that it continues, up to the cursor.
  public var textBeforeCursor: String {
    var result = cells[cursor.row].cells[..<min(cursor.column + (isFull ? 1 : 0), columns)].joined()
    var row = cursor.row
    while row > 0, cells[row - 1].isContinued {
      row -= 1
      result = cells[row].cells.joined() + result
    }
    return result
  }

  /// What is before the cursor from the last row that begins with `prompt`, whatever made the rows end.
  public func textBeforeCursor(since prompt: String) -> String {
    guard let start = cells[...cursor.row].lastIndex(where: { $0.text.hasPrefix(prompt) }) else { return "" }
    let rows = cells[start..<cursor.row].map { $0.cells.joined() }
    return rows.joined() + cells[cursor.row].cells[..<cursor.column].joined()
  }

  /// The texts on the screen that have a style, such as `\e[1m` for bold, from the top.
  public func texts(inStyle style: String) -> [String] {
    cells.flatMap { row in
      var texts: [String] = []
      var isStyled = false
      for (cell, cellStyle) in zip(row.cells, row.styles) {
        if cellStyle == style { if isStyled { texts[texts.count - 1] += cell } else { texts.append(cell) } }
        isStyled = cellStyle == style
      }
      return texts
    }
  }

  /// Adjacent characters of one style, with the column of the first.
  public typealias Run = (column: Int, text: String, style: String)

  /// The rows that show something, each divided where the style changes.
  public var runs: [[Run]] {
    cells.prefix(lines.count).map { row in
      var runs: [Run] = []
      for (column, cell) in row.cells.enumerated() {
        if let last = runs.last, last.style == row.styles[column] {
          runs[runs.count - 1].text += cell
        } else {
          runs.append((column, cell, row.styles[column]))
        }
      }
      return runs
    }
  }

  /// The screen in a frame with the cursor marked, for messages.
  public var framed: String {
    let edge = "+" + String(repeating: "-", count: columns) + "+"
    let body = cells.prefix(max(lines.count, cursor.row + 1)).map { "|" + $0.cells.joined() + "|" }
    return ([edge] + body + [edge, "cursor at row \(cursor.row), column \(cursor.column)"]).joined(
      separator: "\n"
    )
  }

  /// Shows bytes that a program has written; characters and sequences may be cut anywhere.
  public mutating func show(_ bytes: some Sequence<UInt8>) {
    input += bytes
    var rest = input[...]
    while let count = consume(rest) { rest = rest.dropFirst(count) }
    input = Array(rest)
  }

  /// Shows the beginning of `bytes`; nil if more must come first.
  private mutating func consume(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return consumeEscape(bytes)
    case 0..<0x20, 0x7F:
      control(first)
      return 1
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard bytes.count >= length else { return nil }
      for scalar in String(decoding: bytes.prefix(length), as: UTF8.self).unicodeScalars { put(scalar) }
      return length
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bells += 1
    case 0x08: move(column: cursor.column - 1)
    case 0x09: move(column: (cursor.column / 8 + 1) * 8)
    case 0x0A: lineFeed()
    case 0x0D: move(column: 0)
    default: surprises.append("control character \(byte)")
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if (0x80..<0xA0).contains(scalar.value) || scalar == "\u{FFFD}" {
      surprises.append("character \(String(scalar.value, radix: 16))")
    }
    if joinsCharacters, join(scalar) { return }
    let width = Character(scalar).cellWidth
    if width == 0 { return combine(scalar) }
    if !wraps, cursor.column + width > columns {
      cursor.column = columns - width
    } else if isFull || cursor.column + width > columns {
      cells[cursor.row].isContinued = true
      isFull = false
      lineFeed()
      cursor.column = 0
    }
    split(at: cursor.column)
    split(at: cursor.column + width)
    cells[cursor.row].cells[cursor.column] = String(scalar)
    if width == 2 { cells[cursor.row].cells[cursor.column + 1] = "" }
    for column in cursor.column..<min(cursor.column + width, columns) {
      cells[cursor.row].styles[column] = style
    }
    cursor.column += width
    if cursor.column == columns {
      cursor.column -= 1
      isFull = wraps
    }
  }

  private mutating func combine(_ scalar: Unicode.Scalar) {
    var column = cursor.column - (isFull ? 0 : 1)
    if column > 0, cells[cursor.row].cells[column].isEmpty { column -= 1 }
    if column >= 0 { cells[cursor.row].cells[column].unicodeScalars.append(scalar) }
  }

  /// Makes the scalar a part of the picture before the cursor, if it is one.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    guard !isFull, cursor.column > 0 else { return false }
    var column = cursor.column - 1
    if column > 0, cells[cursor.row].cells[column].isEmpty { column -= 1 }
    let old = cells[cursor.row].cells[column]
    let new = old + String(scalar)
    guard old.unicodeScalars.first?.properties.isEmoji == true, new.count == 1 else { return false }
    cells[cursor.row].cells[column] = new
    if new.first?.cellWidth == 2, column == cursor.column - 1, cursor.column < columns - 1 {
      split(at: cursor.column + 1)
      cells[cursor.row].cells[cursor.column] = ""
      cursor.column += 1
    }
    return true
  }

  /// Half of a wide character cannot stay.
  private mutating func split(at column: Int) {
    guard column > 0, column < columns, cells[cursor.row].cells[column].isEmpty else { return }
    cells[cursor.row].cells[column - 1] = " "
    cells[cursor.row].cells[column] = " "
  }

  private mutating func lineFeed() {
    isFull = false
    guard cursor.row == rows - 1 else {
      cursor.row += 1
      return
    }
    scrolledOff += cells.removeFirst().line
    cells.append(Row(columns))
  }

  private mutating func move(row: Int? = nil, column: Int? = nil) {
    isFull = false
    cursor.row = min(max(row ?? cursor.row, 0), rows - 1)
    cursor.column = min(max(column ?? cursor.column, 0), columns - 1)
  }
}

extension Screen {
  private mutating func consumeEscape(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let kind = bytes.dropFirst().first else { return nil }
    switch kind {
    case UInt8(ascii: "["):
      let body = bytes.dropFirst(2)
      guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
      controlSequence(String(decoding: body[..<end], as: UTF8.self), Unicode.Scalar(bytes[end]))
      return end - bytes.startIndex + 1
    case UInt8(ascii: "]"):
      guard let end = bytes.firstIndex(of: 0x07) else { return nil }
      return end - bytes.startIndex + 1
    case UInt8(ascii: "="), UInt8(ascii: ">"):
      return 2
    default:
      surprises.append("escape \(Unicode.Scalar(kind))")
      return 2
    }
  }

  private mutating func controlSequence(_ parameters: String, _ command: Unicode.Scalar) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = numbers.first ?? nil
    let count = max(first ?? 1, 1)
    let affected = cursor.column..<min(cursor.column + count, columns)
    switch command {
    case "A": move(row: cursor.row - count)
    case "B": move(row: cursor.row + count)
    case "C": move(column: cursor.column + count)
    case "D": move(column: cursor.column - count)
    case "G": move(column: count - 1)
    case "d": move(row: count - 1)
    case "H", "f": move(row: count - 1, column: (numbers.dropFirst().first.flatMap { $0 } ?? 1) - 1)
    case "J": eraseDisplay(first ?? 0)
    case "K": eraseRow(first ?? 0)
    case "P": editRow { $0.removeSubrange(affected) }
    case "@": editRow { $0.insert(contentsOf: Array(repeating: " ", count: count), at: affected.lowerBound) }
    case "X": editRow { for column in affected { $0[column] = " " } }
    case "m": style = ["", "0"].contains(parameters) ? "" : style + "\u{1B}[\(parameters)m"
    case "h" where parameters == "?2004": marksPastes = true
    case "l" where parameters == "?2004": marksPastes = false
    case "h" where parameters == "?7": wraps = true
    case "l" where parameters == "?7": (wraps, isFull) = (false, false)
    case "h", "l": break
    default: surprises.append("sequence \(parameters)\(command)")
    }
  }

  private mutating func eraseDisplay(_ mode: Int) {
    if mode == 0 { eraseRow(0) }
    let erased = mode == 0 ? cursor.row + 1..<rows : mode == 1 ? 0..<cursor.row : 0..<rows
    for row in erased { cells[row] = Row(columns) }
    if mode == 1 { eraseRow(1) }
  }

  private mutating func eraseRow(_ mode: Int) {
    // After the last cell of a full row, some terminals erase that cell, too.
    let column = cursor.column
    let erased = mode == 0 ? column..<columns : mode == 1 ? 0..<column + 1 : 0..<columns
    editRow { for column in erased { $0[column] = " " } }
    for column in erased { cells[cursor.row].styles[column] = "" }
    if mode != 1 { cells[cursor.row].isContinued = false }
  }

  private mutating func editRow(_ body: (inout [String]) -> Void) {
    var row = cells[cursor.row].cells
    body(&row)
    row += Array(repeating: " ", count: max(columns - row.count, 0))
    cells[cursor.row].cells = Array(row.prefix(columns))
  }

  /// Changes the size; rows that belong together are wrapped anew, and the cursor stays on its character.
  public mutating func resize(columns: Int, rows: Int) {
    var wrapped: [Row] = []
    var newCursor = (row: 0, column: 0)
    var paragraph: [String] = []
    var offset: Int?
    var fills = false
    for (index, row) in cells.enumerated() {
      if index == cursor.row { offset = paragraph.count + cursor.column + (isFull ? 1 : 0) }
      paragraph += row.cells
      if row.isContinued, index + 1 < cells.count { continue }
      if index > cursor.row, paragraph.allSatisfy({ $0 == " " }) {
        paragraph = []
        continue
      }
      while paragraph.last == " ", paragraph.count > offset ?? 0 { paragraph.removeLast() }
      let start = wrapped.count
      wrapped += Self.wrap(paragraph, columns)
      if let position = offset {
        // Behind a row that is just full, the cursor is held on its last cell.
        fills = position > 0 && position % columns == 0 && position == paragraph.count
        newCursor =
          fills
          ? (start + position / columns - 1, columns - 1) : (start + position / columns, position % columns)
        if newCursor.row == wrapped.count { wrapped.append(Row(columns)) }
      }
      offset = nil
      paragraph = []
    }
    let excess = max(wrapped.count - rows, 0)
    for row in wrapped.prefix(excess) { scrolledOff += row.line }
    cells = Array(wrapped.dropFirst(excess))
    cells += Array(repeating: Row(columns), count: max(rows - cells.count, 0))
    (self.columns, self.rows, isFull) = (columns, rows, fills)
    cursor = (max(newCursor.row - excess, 0), newCursor.column)
  }

  private static func wrap(_ paragraph: [String], _ columns: Int) -> [Row] {
    var rows: [Row] = []
    var rest = paragraph[...]
    repeat {
      var row = Row(columns)
      for (column, cell) in rest.prefix(columns).enumerated() { row.cells[column] = cell }
      rest = rest.dropFirst(columns)
      row.isContinued = !rest.isEmpty
      rows.append(row)
    } while !rest.isEmpty
    return rows
  }
}
