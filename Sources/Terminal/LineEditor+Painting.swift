import CLibedit

/// The only place where the line is drawn: from libedit's text and cursor, before each wait for a key.
///
/// libedit draws it, too, but that goes to memory. While libedit searches, or reads a line of its own such as vi's `/`,
/// its text has another row that shows this.
extension LineEditor {
  /// A longer line has no colours, since every key would parse all of it.
  private static let longestHighlighted = 2000

  /// Draws the line as it is now.
  func paint() {
    guard let (characters, cursor) = libedit?.line else { return }
    suggestion = menu == nil ? suggestedRest() : nil
    draw(characters, cursor: cursor)
  }

  /// Draws a line whose editing is finished, with the cursor at its end, and nothing after it.
  func paintAtEnd(_ characters: [wchar_t]) {
    suggestion = nil
    hint = nil
    menu = nil
    isSearching = false
    draw(characters, cursor: characters.count)
  }

  private func draw(_ characters: [wchar_t], cursor: Int) {
    var image = LineImage(columns: shown.columns, rows: shown.rows, joinsRows: codes.joinsRows)
    image.put(prompt: prompt)
    let line = Libedit.string(characters)
    let styles = styles(of: line, count: characters.count)
    var (index, offset) = (0, 0)
    for character in line.graphemes {
      let start = image.put(character, styles[offset])
      offset += character.utf8.count
      let next = index + character.unicodeScalars.count
      if (index..<next).contains(cursor) { image.cursor = start }
      index = next
    }
    if cursor >= index { image.cursor = image.end }
    putSuggestion(in: &image)
    putMenu(in: &image)
    putMatches(for: line, in: &image)
    image.keepCursorVisible(after: shown)
    emit(image.update(from: shown, codes))
    shown = image
  }

  /// The escape sequences that set the style of each byte.
  private func styles(of line: String, count: Int) -> [String] {
    var styles = [String](repeating: "", count: line.utf8.count)
    guard let highlight, codes.isANSI, count <= Self.longestHighlighted else { return styles }
    for highlight in highlight(line) {
      for index in highlight.range.clamped(to: styles.indices) { styles[index] = highlight.style.sequence }
    }
    return styles
  }

  /// Adds as much of the hint or the suggestion as the row has room for.
  private func putSuggestion(in image: inout LineImage) {
    guard let suggestion = hint.map({ $0[...] }) ?? suggestion else { return }
    let line = suggestion.prefix { !$0.isNewline }
    let text = String(line).controlCharactersEscaped + (line.endIndex < suggestion.endIndex ? "…" : "")
    let room = image.columns - image.end.column - 1
    let visible = room < 2 ? "" : text.truncated(to: room)
    image.put(visible, Style.dimmed.sequence)
    if visible.isEmpty { self.suggestion = nil }
  }
}
