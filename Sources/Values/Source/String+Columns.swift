extension String {
  /// The text padded with trailing spaces to the given number of terminal cells.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - cellWidth))
  }

  /// The text without trailing spaces.
  package var trimmingSpacesAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text word-wrapped to the given number of terminal cells; a longer word is split.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ", omittingEmptySubsequences: false).flatMap({ $0.pieces(ofWidth: width) })
    {
      if let last = lines.last, last.cellWidth + 1 + word.cellWidth <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines.map(\.trimmingSpacesAtEnd)
  }

  /// The text on one line, or on several if it is wider than the window, with control characters escaped.
  ///
  /// - Parameters:
  ///   - columns: The maximum width of a line in cells; `nil` for no limit.
  ///   - indent: The indentation of the lines after the first, in cells. The same number of cells of the first line is
  ///     not broken.
  public func wrapped(to columns: Int?, indent: Int) -> [String] {
    let text = controlCharactersEscaped
    guard let columns, text.cellWidth > columns, columns - indent >= 8 else { return [text] }
    let start = text.prefix(indent)
    let lines = String(text.dropFirst(indent)).wrapped(to: columns - indent)
    return [start + lines[0]] + lines.dropFirst().map { "".padded(to: indent) + $0 }
  }

  /// The lines of a dump. Its line breaks are kept as layout; other control characters are escaped.
  package var dumpLines: [String] {
    allLines.map { String($0).controlCharactersEscaped }
  }
}

extension Substring {
  /// The text split into pieces of at most the given number of terminal cells.
  fileprivate func pieces(ofWidth width: Int) -> [String] {
    guard cellWidth > width else { return [String(self)] }
    var pieces = [""]
    var used = 0
    for character in self {
      if used + character.cellWidth > width {
        pieces.append("")
        used = 0
      }
      pieces[pieces.count - 1].append(character)
      used += character.cellWidth
    }
    return pieces
  }
}
