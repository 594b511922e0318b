/// Lays completions out as lines of aligned columns.
struct CompletionMenu {
  private static let gap = 2
  private static let columnGap = 3

  /// The lines of the menu, at most `columns` cells wide; entries run down the columns, as in `ls`.
  ///
  /// Control characters in an entry are escaped.
  ///
  /// - Complexity: O(*n*) in the number of characters of all entries.
  static func lines(for completions: [Completion], columns: Int) -> [String] {
    guard !completions.isEmpty else { return [] }
    let entries = completions.map {
      (label: $0.label.controlCharactersEscaped, summary: $0.summary.controlCharactersEscaped)
    }
    // The last column of the terminal stays empty: a full row would wrap, and some terminals then add an empty one.
    let available = max(columns - 1, 1)
    let labelWidth = min(entries.map(\.label.cellWidth).max() ?? 0, longestLabel(in: available))
    let cells = entries.map { entry in
      guard !entry.summary.isEmpty else { return entry.label }
      return entry.label.truncated(to: labelWidth).padded(to: labelWidth + gap) + entry.summary
    }
    let width = min(cells.map(\.cellWidth).max() ?? 0, available)
    let columnCount = min(max((available + columnGap) / (width + columnGap), 1), cells.count)
    let rowCount = (cells.count + columnCount - 1) / columnCount
    return (0..<rowCount).map { row in
      let places = stride(from: row, to: cells.count, by: rowCount)
      return places.reduce("") { line, place in
        let cell = cells[place].truncated(to: width)
        return place == row ? cell : line.padded(to: place / rowCount * (width + columnGap)) + cell
      }
    }
  }

  /// The maximum width of labels that leaves room for a useful summary, if there is room for both.
  private static func longestLabel(in available: Int) -> Int {
    available < 30 ? available : available * 2 / 3
  }
}
