extension String {
  /// The text with blanks after it, up to the given number of terminal cells.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - cellWidth))
  }

  /// The text cut to the given number of terminal cells, the last of them then an ellipsis.
  func truncated(to width: Int) -> String {
    guard cellWidth > width else { return self }
    var result = ""
    var used = 0
    for character in self {
      guard used + character.cellWidth < width else { break }
      result.append(character)
      used += character.cellWidth
    }
    return result + "…"
  }

  /// The lines of a dump, whose own line breaks are layout, with every other control character escaped.
  var dumpLines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).controlCharactersEscaped }
  }
}
