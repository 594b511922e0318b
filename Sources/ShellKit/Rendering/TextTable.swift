/// Rows of text whose columns line up, whatever widths their characters have.
struct TextTable {
  /// A row: its cells, and the style of the whole.
  private var rows: [(cells: [String], style: Style?)] = []

  /// Adds a row.
  mutating func add(_ cells: String..., style: Style? = nil) {
    rows.append((cells, style))
  }

  /// The rows as lines without line breaks, two blanks between columns, none at a line's end.
  ///
  /// - Complexity: O(characters).
  func lines(palette: Palette) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.cells.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.cellWidth)
      }
    }
    return rows.map { row in
      var line = row.cells.enumerated()
        .map { column, cell in cell.padded(to: widths[column]) }
        .joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return row.style.map { palette($0, line) } ?? line
    }
  }
}
