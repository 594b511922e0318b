extension Diagnostic: CustomStringConvertible {
  public var description: String { rendered() }

  /// The diagnostic as a person reads it: place and message, the line, a caret below it, notes and hint.
  ///
  /// Whatever comes from data is escaped, so that no text can move the cursor or change colours, and tabs are
  /// expanded, so that the caret stands where it should on any terminal.
  ///
  /// - Parameter width: the cells that the source line may take; a longer one is cut around the caret.
  /// - Returns: lines joined by `\n`, without one at the end.
  public func rendered(width: Int = 100) -> String {
    // Names and messages are one line, whatever was quoted into them.
    let place = location.description.controlCharactersEscaped
    var lines = ["\(place): \(severity.rawValue): \(message.blanksEscaped)"]
    lines += excerpt(width: max(20, width))
    for note in notes { lines.append(labelled("note: ", note)) }
    if let hint { lines.append(labelled("help: ", hint)) }
    return lines.joined(separator: "\n")
  }

  /// Notes may hold dumps of several lines; those stay lines, indented to stand below each other.
  private func labelled(_ label: String, _ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indent = String(repeating: " ", count: label.count)
    return label + lines.map { String($0).controlCharactersEscaped }.joined(separator: "\n" + indent)
  }

  private func excerpt(width: Int) -> [String] {
    let excerpt = Excerpt(of: sourceLine, column: location.column, length: length)
    return excerpt.lines(width: width)
  }
}

/// A source line cut up into what each Character takes on the screen.
private struct Excerpt {
  private var cells: [(text: String, width: Int)] = []
  private var marked: Range<Int>

  init(of line: String, column: Int, length: Int) {
    var position = 0
    let marks = max(0, column - 1)..<max(0, column - 1) + max(0, min(length, line.count))
    for (index, character) in line.enumerated() {
      let cell = Self.cell(for: character, at: position, isMarked: marks.contains(index))
      cells.append(cell)
      position += cell.width
    }
    let start = min(max(0, column - 1), cells.count)
    marked = start..<max(start, min(start + length, cells.count))
  }

  private static func cell(
    for character: Character,
    at position: Int,
    isMarked: Bool
  ) -> (text: String, width: Int) {
    if character == "\t" {
      let width = 8 - position % 8
      return (String(repeating: " ", count: width), width)
    }
    // Only in what is wrong it matters which blank it is.
    let text = isMarked ? String(character).blanksEscaped : String(character).controlCharactersEscaped
    return (text, text.cellWidth)
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

  /// The Characters to show: all if they fit, otherwise a third of the width before the caret and the rest
  /// after it, minus a cell at each end for the mark of the cut.
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
