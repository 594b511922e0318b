/// Lays completions out as rows of aligned columns; entries run down the columns, as in `ls`. There are 3 spaces between
/// columns, and at least 2 before a summary.
struct CompletionMenu {
  /// The number of rows.
  let rowCount: Int
  /// The texts of the entries.
  private let cells: [String]
  /// The width of a column, without the gap.
  private let width: Int

  /// Lays out completions in rows of fewer than `columns` cells.
  ///
  /// Control characters in an entry are escaped.
  ///
  /// - Complexity: O(*n*) in the number of characters of all entries.
  init(_ completions: [Completion], columns: Int) {
    let entries = completions.map {
      (label: $0.label.controlCharactersEscaped, summary: $0.summary.controlCharactersEscaped)
    }
    // The last column of the terminal stays empty: a full row would wrap, and some terminals then add an empty one.
    let available = max(columns - 1, 1)
    let labelWidth = min(
      entries.map(\.label.cellWidth).max() ?? 0,
      // Leaves room for a useful summary, if there is room for both.
      available < 30 ? available : available * 2 / 3
    )
    let room = available - labelWidth - 2
    cells = entries.map { label, summary in
      guard !summary.isEmpty, room > 0 else { return label.elided(to: available) }
      return label.elided(to: labelWidth).padded(to: labelWidth + 2) + summary.elided(to: room)
    }
    width = min(cells.map(\.cellWidth).max() ?? 0, available)
    let columnCount = min(
      max((available + 3) / (width + 3), 1),
      max(cells.count, 1)
    )
    rowCount = (cells.count + columnCount - 1) / columnCount
  }

  /// The entries of a row, with the spaces between them: their texts, and their numbers.
  func pieces(ofRow row: Int) -> [(text: String, entry: Int?)] {
    var pieces: [(text: String, entry: Int?)] = []
    for entry in stride(from: row, to: cells.count, by: rowCount) {
      if entry > row {
        let gap = width - cells[entry - rowCount].cellWidth + 3
        pieces.append((String(repeating: " ", count: gap), nil))
      }
      pieces.append((cells[entry], entry))
    }
    return pieces
  }

  /// The entry that a key leads to; `nil` if the key does not walk the menu.
  ///
  /// - Parameter entry: The selected entry; `nil` for none.
  func entry(after entry: Int?, _ step: Step) -> Int? {
    switch step {
    case .next, .down: entry.map { ($0 + 1) % cells.count } ?? 0
    case .previous, .up: ((entry ?? 0) + cells.count - 1) % cells.count
    case .right: entry.map { $0 + rowCount < cells.count ? $0 + rowCount : $0 }
    case .left: entry.map { $0 >= rowCount ? $0 - rowCount : $0 }
    case .accept, .restore: nil
    }
  }

  /// What a key does in an open menu.
  enum Step {
    case next, previous, up, down, left, right
    /// Keeps the selected entry.
    case accept
    /// Restores what was typed.
    case restore
  }
}
