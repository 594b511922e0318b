import CLibedit

/// What is drawn over and behind the line that libedit has drawn.
///
/// libedit knows neither colours nor text that is not part of the line. So whenever it has drawn and waits for a key,
/// the line is drawn once more in its colours, cell for cell where it stands, and the cursor put back; what libedit
/// believes to be on the screen stays true. A suggestion goes before the key reaches libedit.
extension LineEditor {
  /// A longer line is left as libedit has drawn it, since every key draws all of it.
  private static let longestPainted = 2000

  /// Draws colours and suggestion.
  func paint() {
    if drawsWithoutLibedit() { return }
    guard movesByEscapes, highlight != nil || suggests, let libedit else { return }
    let (characters, cursor) = libedit.line
    guard !characters.isEmpty, characters.count <= Self.longestPainted else { return }
    var text = ""
    let places = places(of: characters)
    // What has left the screen at its top cannot be reached.
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
    // At the edge of the screen, a picture that is wider than it should be must not begin a new row.
    libedit.emit("\u{1B}[?7l" + text + pen.move(to: position) + "\u{1B}[?7h")
  }

  /// Takes the suggestion off the screen.
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
    // A mark that combines with the last character of a full row would be lost if that were drawn again alone.
    for index in places.indices.dropFirst() where characters[index] >= 0x300 && places[index].width == 0 {
      if !places[index].isPlain { places[index - 1].isPlain = false }
    }
    return (places, layout.position)
  }
}

/// Draws text cell by cell, with as few sequences as that takes.
struct Pen {
  private(set) var row: Int
  /// `nil` where what was drawn does not tell.
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
