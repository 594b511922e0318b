/// Lays completions out as lines of aligned columns.
struct CompletionMenu {
  private static let gap = 2
  private static let columnGap = 3
  private static let ellipsis = "…"

  /// The menu's lines, none wider than `columns` cells; entries run down the columns, as they do in `ls`.
  ///
  /// Control characters in an entry show escaped.
  ///
  /// - Complexity: O(n), n the characters of all entries.
  static func lines(for completions: [Completion], columns: Int) -> [String] {
    guard !completions.isEmpty else { return [] }
    let entries = completions.map { (text: $0.text.escapingControls, summary: $0.summary.escapingControls) }
    let textWidth = entries.map { displayWidth($0.text) }.max() ?? 0
    let cells = entries.map { entry in
      entry.summary.isEmpty ? entry.text : pad(entry.text, to: textWidth + gap) + entry.summary
    }
    // The last column of a terminal stays free: a full row would wrap, and some terminals add an empty one.
    let available = max(columns - 1, 1)
    let cellWidth = min(cells.map { displayWidth($0) }.max() ?? 0, available)
    let columnCount = min(max((available + columnGap) / (cellWidth + columnGap), 1), cells.count)
    let rowCount = (cells.count + columnCount - 1) / columnCount
    return (0..<rowCount).map { row in
      let line = stride(from: row, to: cells.count, by: rowCount).map { cut(cells[$0], to: cellWidth) }
      return line.dropLast().map { pad($0, to: cellWidth + columnGap) }.joined() + line.last!
    }
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - displayWidth(text), 0))
  }

  private static func cut(_ text: String, to width: Int) -> String {
    guard displayWidth(text) > width else { return text }
    var room = width - displayWidth(ellipsis)
    let kept = text.prefix { character in
      room -= displayWidth(character)
      return room >= 0
    }
    return kept + ellipsis
  }
}

extension StringProtocol {
  /// The text with its control characters written as escapes, so that a terminal shows them and obeys none.
  var escapingControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return String(self) }
    return unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.isControl: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal might obey it: C0 and C1 controls, and the marks that turn the writing direction.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
