extension Diagnostic: CustomStringConvertible {
  public var description: String { rendered() }

  /// The diagnostic as displayed: location and message, the source line, a caret below it, notes and hint.
  ///
  /// Text from data is escaped, so that it cannot move the cursor or change colours, and tabs are expanded, so that the
  /// caret lines up on any terminal.
  ///
  /// - Parameters:
  ///   - width: The maximum width of the source line in cells; a longer line is cut around the caret.
  ///   - columns: The width of the window in cells, at which sentences are wrapped; `nil` to leave each on one line.
  ///   - showsPlace: Whether it begins with the location.
  /// - Returns: Lines joined by `\n`, without a trailing one.
  public func rendered(width: Int = 100, columns: Int? = nil, showsPlace: Bool = true) -> String {
    let width = max(20, min(width, columns ?? width))
    // The location and the message take one line, whatever they quote.
    let place = showsPlace ? location.description.controlCharactersEscaped + ": " : ""
    var lines = "\(place)\(severity.rawValue): \(message.blanksEscaped)".wrapped(to: columns, indent: 0)
    if let difference {
      lines += difference.command.allLines.map { String($0).controlCharactersEscaped.truncated(to: width) }
      lines += difference.lines.map(\.controlCharactersEscaped)
    } else {
      lines += Excerpt(of: sourceLine, column: location.column, length: length).lines(width: width)
    }
    for note in notes { lines += labelled("note: ", note, columns) }
    if let hint { lines += labelled("help: ", hint, columns) }
    return lines.joined(separator: "\n")
  }

  /// A note may contain a dump of several lines, which are kept and indented to align.
  private func labelled(_ label: String, _ text: String, _ columns: Int?) -> [String] {
    let lines = text.allLines
    guard lines.count > 1 else { return (label + text).wrapped(to: columns, indent: label.count) }
    return lines.enumerated().map { index, line in
      (index == 0 ? label : "".padded(to: label.count)) + String(line).controlCharactersEscaped
    }
  }
}

/// A source line split into the text that each Character shows on screen.
private struct Excerpt {
  private var cells: [(text: String, width: Int)] = []
  private let marked: Range<Int>

  init(of line: String, column: Int, length: Int) {
    let start = min(max(0, column - 1), line.count)
    marked = start..<max(start, min(start + length, line.count))
    var position = 0
    for (index, character) in line.enumerated() {
      // Unusual spaces matter only in the part that is marked.
      let text =
        character == "\t"
        ? String(repeating: " ", count: 8 - position % 8)
        : marked.contains(index)
          ? String(character).blanksEscaped : String(character).controlCharactersEscaped
      cells.append((text, text.cellWidth))
      position += text.cellWidth
    }
  }

  func lines(width: Int) -> [String] {
    let window = window(width: width)
    let isCutBefore = window.lowerBound > 0
    let isCutAfter = window.upperBound < cells.count
    let text = cells[window].map(\.text).joined()
    let before = cells[window.lowerBound..<marked.lowerBound].reduce(isCutBefore ? 1 : 0) { $0 + $1.width }
    let under = cells[marked.clamped(to: window)].reduce(0) { $0 + $1.width }
    return [
      (isCutBefore ? "…" : "") + text + (isCutAfter ? "…" : ""),
      String(repeating: " ", count: before) + "^" + String(repeating: "~", count: max(0, under - 1)),
    ]
  }

  /// The Characters to show: all if they fit. Otherwise a third of the width goes before the caret and the rest after
  /// it, minus a cell at each end for an ellipsis.
  private func window(width: Int) -> Range<Int> {
    if cells.reduce(0, { $0 + $1.width }) <= width { return 0..<cells.count }
    var start = marked.lowerBound
    var room = width / 3
    while start > 0, cells[start - 1].width <= room {
      start -= 1
      room -= cells[start].width
    }
    var end = start
    var left = width - 2
    while end < cells.count, cells[end].width <= left {
      left -= cells[end].width
      end += 1
    }
    return start..<max(end, marked.lowerBound)
  }
}
