extension LineImage {
  /// What to send to a terminal that shows `old`, in a window of the same size, so that it shows this image.
  ///
  /// Text is drawn from the first difference to the end. It passes through the end of a full row, so that the terminal
  /// knows that the next row continues it.
  func update(from old: LineImage, _ codes: ScreenCodes) -> String {
    var pen = Pen(codes: codes, columns: columns, position: old.cursor)
    if var first = firstDifference(from: old) {
      let isReachable = (old.top..<old.top + rows).contains(start(of: first).row)
      let drawsAll = top < old.top || !isReachable || old.glyphs.isEmpty
      if drawsAll {
        // Draws the part that is shown, in the place of the one that is on the screen.
        pen.move(to: Position(row: old.top, column: 0))
        pen.position.row = top
        first = glyphs.firstIndex { $0.start.row >= top } ?? glyphs.count
      } else {
        pen.move(to: start(of: first))
      }
      for glyph in glyphs[first...].prefix(while: { $0.start.row < top + rows }) { pen.put(glyph) }
      if end.row < top + rows {
        pen.finish(at: end, erasing: old.end > end || drawsAll && !old.glyphs.isEmpty)
      }
    }
    pen.move(to: cursor)
    return pen.text
  }

  private func start(of index: Int) -> Position { index < glyphs.count ? glyphs[index].start : end }

  /// The index of the first glyph to draw; `nil` if what is shown is the same.
  private func firstDifference(from old: LineImage) -> Int? {
    if top == old.top, !old.glyphs.isEmpty, shownGlyphs.elementsEqual(old.shownGlyphs) { return nil }
    var index = 0
    while index < min(glyphs.count, old.glyphs.count), glyphs[index] == old.glyphs[index] { index += 1 }
    while index > 0, dependsOnPrevious(index) || old.dependsOnPrevious(index) { index -= 1 }
    return index
  }

  private var shownGlyphs: some Sequence<Glyph> {
    glyphs.lazy.filter { (top..<top + rows).contains($0.start.row) }
  }

  /// Whether the glyph before must be drawn, too: this one is combined with it, or the terminal joins their rows.
  private func dependsOnPrevious(_ index: Int) -> Bool {
    if index < glyphs.count, glyphs[index].width == 0, !glyphs[index].isLineBreak { return true }
    return start(of: index).column == 0 && index <= glyphs.count && !glyphs[index - 1].endsRow
  }
}

/// Writes what moves a terminal's cursor and draws glyphs.
private struct Pen {
  let codes: ScreenCodes
  let columns: Int
  var position: LineImage.Position
  private(set) var text = ""
  private var style = ""
  private var edge: Edge?

  /// The cursor is after the last cell of a full row, or after a line break.
  private enum Edge {
    /// The next character goes to the next row by itself.
    case joined
    case ended
  }

  init(codes: ScreenCodes, columns: Int, position: LineImage.Position) {
    self.codes = codes
    self.columns = columns
    self.position = position
  }

  mutating func move(to target: LineImage.Position) {
    set(style: "")
    guard target != position || edge != nil else { return }
    text += codes.up(position.row - target.row)
    // A line feed does not scroll here: the row is on the screen.
    text += String(repeating: "\n", count: max(target.row - position.row, 0))
    text += "\r" + codes.right(target.column)
    position = target
    edge = nil
  }

  mutating func put(_ glyph: LineImage.Glyph) {
    let isOrdinary = glyph.width > 0 && !glyph.isAmbiguous
    if edge == .ended || edge == .joined && !isOrdinary { enterRow() }
    set(style: glyph.style)
    position = glyph.start
    position.column += glyph.width
    let isFull = position.column == columns
    if glyph.isLineBreak {
      text += codes.eraseRow
    } else if glyph.isAmbiguous {
      putAmbiguous(glyph, isFull: isFull)
    } else {
      text += glyph.text
    }
    edge = glyph.endsRow ? .ended : isFull ? .joined : nil
  }

  /// Draws a glyph that a terminal may make narrower or wider than it should be: it does not get to the next row, and the
  /// cursor is put to the end of the cells that the glyph has in the rest of the program.
  private mutating func putAmbiguous(_ glyph: LineImage.Glyph, isFull: Bool) {
    text += codes.eraseRow
    text += codes.isANSI ? "\u{1B}[?7l\(glyph.text)\u{1B}[?7h" : glyph.text
    guard !isFull else { return }
    set(style: "")
    text += "\r" + codes.right(position.column) + codes.eraseRow
  }

  /// Goes to the end of the image, and erases what the screen shows after it.
  mutating func finish(at end: LineImage.Position, erasing: Bool) {
    set(style: "")
    if end.row > position.row { enterRow() }
    if erasing { text += codes.eraseBelow }
  }

  /// Moves to the start of the next row.
  private mutating func enterRow() {
    text += edge == .joined ? " \r" : "\r\n"
    position = LineImage.Position(row: position.row + 1, column: 0)
    edge = nil
  }

  private mutating func set(style: String) {
    guard style != self.style else { return }
    text += (self.style.isEmpty ? "" : Style.end) + style
    self.style = style
  }
}
