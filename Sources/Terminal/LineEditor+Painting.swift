import CLibedit

/// What is drawn over and after the line that libedit has drawn.
///
/// libedit supports neither colours nor text that is not part of the line. So when it has drawn the line and waits for
/// a key, the line is drawn again in colour over the same cells and the cursor is restored; libedit's notion of the
/// screen remains correct. A suggestion is removed before the key reaches libedit.
extension LineEditor {
  /// A longer line is not painted, since every key would redraw all of it.
  private static let longestPainted = 2000

  /// Draws colours and the suggestion.
  func paint() {
    if drawsWithoutLibedit() { return }
    guard movesByEscapes, highlight != nil || suggests, let libedit else { return }
    let (characters, cursor) = libedit.line
    guard !characters.isEmpty, characters.count <= Self.longestPainted else { return }
    var text = ""
    let places = places(of: characters)
    // Rows that have scrolled off the top of the screen cannot be reached.
    guard places.end.row < terminal.size.rows else { return }
    let end = places.end
    let position = cursor < characters.count ? places.characters[cursor].cursor : end
    var pen = Pen(row: position.row, column: position.column)
    if let highlight {
      let styles = styles(of: characters, by: highlight(Libedit.string(characters)))
      for (index, place) in places.characters.enumerated() where place.isPlain {
        text +=
          pen.move(to: place.start)
          + pen.put(Libedit.string([characters[index]]), styles[index], width: place.width)
      }
      text += pen.reset()
    }
    suggestion = suggestedRest()
    if let suggestion {
      let shown = visible(suggestion, room: drawnColumns - end.column - 1)
      text += pen.move(to: end) + shown + (shown.isEmpty ? "" : "\r")
      if shown.isEmpty { self.suggestion = nil } else { pen.column = 0 }
    }
    guard !text.isEmpty else { return }
    // At the edge of the screen, a glyph that is wider than expected must not wrap to a new row.
    libedit.emit("\u{1B}[?7l" + text + pen.move(to: position) + "\u{1B}[?7h")
  }

  /// Removes the suggestion from the screen.
  func removeSuggestion() {
    guard suggestion != nil else { return }
    suggestion = nil
    libedit?.emit("\u{1B}[K")
  }

  func visible(_ suggestion: Substring, room: Int) -> String {
    let line = suggestion.prefix { !$0.isNewline }
    let text = String(line).controlCharactersEscaped + (line.endIndex < suggestion.endIndex ? "…" : "")
    let shown = room < 2 ? "" : text.truncated(to: room)
    return shown.isEmpty ? "" : Palette(isEnabled: true)(.dimmed, shown)
  }

  func styles(of characters: [wchar_t], by highlights: [Highlight]) -> [Style?] {
    var styles = [Style?](repeating: nil, count: characters.count)
    for highlight in highlights {
      for index in highlight.range.clamped(to: characters.indices) { styles[index] = highlight.style }
    }
    return styles
  }

  private func places(of characters: [wchar_t]) -> (characters: [LineLayout.Place], end: LineLayout.Position)
  {
    var layout = LineLayout(columns: drawnColumns)
    layout.put(prompt: prompt.visible)
    var places = characters.map { layout.place($0) }
    // A combining mark on the last character of a full row would be lost if it were redrawn separately.
    for index in places.indices.dropFirst() where characters[index] >= 0x300 && places[index].width == 0 {
      if !places[index].isPlain { places[index - 1].isPlain = false }
    }
    return (places, layout.position)
  }
}

/// Draws text cell by cell, with as few escape sequences as possible.
struct Pen {
  private(set) var row: Int
  /// `nil` if unknown after what was drawn.
  var column: Int?
  private var style: Style?

  init(row: Int, column: Int?) {
    self.row = row
    self.column = column
  }

  mutating func move(to place: LineLayout.Position) -> String {
    var text = ""
    if place.row < row { text += "\u{1B}[\(row - place.row)A" }
    if place.row > row { text += "\u{1B}[\(place.row - row)B" }
    if place.row != row || place.column != column {
      text += "\r" + (place.column > 0 ? "\u{1B}[\(place.column)C" : "")
    }
    (row, column) = (place.row, place.column)
    return text
  }

  mutating func put(_ character: String, _ style: Style?, width: Int) -> String {
    var text = ""
    if style != self.style {
      text += reset() + (style?.sequence ?? "")
      self.style = style
    }
    column = column.map { $0 + width }
    return text + character
  }

  mutating func reset() -> String {
    defer { style = nil }
    return style == nil ? "" : Style.end
  }
}
