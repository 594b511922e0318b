/// Rows of text with aligned columns, whatever the widths of their characters.
package struct TextTable {
  /// A row: its cells, and the style of the whole row.
  private var rows: [(cells: [String], style: Style?)] = []

  package init() {
  }

  /// Adds a row.
  package mutating func add(_ cells: String..., style: Style? = nil) {
    rows.append((cells, style))
  }

  /// Adds a row.
  package mutating func add(_ cells: some Sequence<String>, style: Style? = nil) {
    rows.append((Array(cells), style))
  }

  /// The rows as single lines, with two spaces between columns and no trailing spaces.
  ///
  /// - Parameter width: The maximum width of a line in cells; the widest columns are truncated to fit. `nil` for no
  ///   limit.
  /// - Complexity: O(*n*) in the number of characters.
  package func lines(palette: Palette, width: Int? = nil) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.cells.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.cellWidth)
      }
    }
    if let width { Self.narrow(&widths, to: width) }
    return rows.map { row in
      let line = row.cells.enumerated()
        .map { column, cell in cell.elided(to: widths[column]).padded(to: widths[column]) }
        .joined(separator: "  ").trimmingSpacesAtEnd
      return palette(row.style, line)
    }
  }

  /// Reduces the widest columns until all fit, or no column can be reduced further.
  private static func narrow(_ widths: inout [Int], to width: Int) {
    var excess = widths.reduce(2 * (widths.count - 1), +) - width
    while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 4 {
      let next = widths.filter { $0 < widths[widest] }.max() ?? 4
      let taken = min(excess, max(1, widths[widest] - max(next, 4)))
      widths[widest] -= taken
      excess -= taken
    }
  }
}
