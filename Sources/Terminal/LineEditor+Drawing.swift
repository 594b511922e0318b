import CLibedit

/// The line as the editor draws it without libedit.
///
/// Several code points can make one picture: a family, a flag, a hand in a colour of skin. libedit gives each of them the
/// cells that it takes up alone, and terminals do not agree on which of them they join. Where the terminal joins what
/// libedit does not, everything after it is elsewhere than libedit believes. So while such a picture is in the line,
/// what libedit draws is dropped, and the editor draws the whole line: each picture in the cells that it has in the rest
/// of the program, what follows at its column, whatever the terminal has made of the picture.
extension LineEditor {
  /// What is on the screen while libedit draws nothing.
  struct Drawing {
    /// Up to the cursor.
    var cursor: LineLayout
    /// All of it.
    var end: LineLayout
    /// How long the line was before the last key, and where in it the cursor was.
    var before: (length: Int, cursor: Int)
  }

  /// Has libedit draw nothing from here on.
  func beginDrawing() {
    guard drawing == nil, movesByEscapes, signals != nil, !isPaging, let libedit else { return }
    let (cursor, end) = layout()
    // What has left the screen at its top cannot be drawn again.
    guard end.row < terminal.size.rows else { return }
    let line = libedit.line
    drawing = Drawing(cursor: cursor, end: end, before: (line.characters.count, line.cursor))
    libedit.draws = false
  }

  /// The same if a text that is about to be inserted has what joins characters.
  func beginDrawing(for text: String) {
    if text.unicodeScalars.contains(where: \.joins) { beginDrawing() }
  }

  /// Has libedit draw again, here and now.
  func endDrawing() {
    guard drawing != nil else { return }
    eraseLine()
    drawing = nil
    libedit?.draws = true
    redraw()
  }

  /// Draws the line that was read, and puts the cursor below it, as libedit would have done.
  func finishDrawing(of line: String?) {
    guard drawing != nil else { return }
    if ending == nil, let line {
      let characters = Libedit.wide(line)
      draw(characters, cursor: characters.count, suggesting: false)
      moveBelowLine()
    }
    drawing = nil
    libedit?.draws = true
  }

  /// Draws the line if that is not for libedit to do.
  ///
  /// - Returns: Whether that is so.
  func drawsWithoutLibedit() -> Bool {
    guard movesByEscapes, let libedit else { return false }
    let characters = libedit.line.characters
    guard characters.contains(where: \.joins), Libedit.string(characters).contains(where: \.isJoined),
      fits(characters)
    else {
      endDrawing()
      return false
    }
    beginDrawing()
    guard drawing != nil else { return false }
    draw(characters, cursor: libedit.line.cursor, suggesting: true)
    return true
  }

  /// How many times a key is to be pressed: one that deletes a character deletes all of a picture.
  func repetitions(of keys: [wchar_t]) -> Int {
    let keys = keys.compactMap { UInt8(exactly: $0) }
    guard drawing != nil, let first = keys.first, first < 0x20 || first >= 0x7F || isInCommandMode,
      let libedit, let command = libedit.binding(of: keys, inCommandMode: isInCommandMode)
    else { return 1 }
    let (characters, cursor) = libedit.line
    let isBackward = command.hasSuffix("-delete-prev-char")
    guard isBackward || command.hasSuffix("-delete-next-char") || command == "em-delete-or-list" else {
      return 1
    }
    let picture = joinedCharacters(of: characters).first {
      cursor == (isBackward ? $0.upperBound : $0.lowerBound)
    }
    return picture?.count ?? 1
  }

  /// Moves a cursor that has come into the middle of a picture to the side to which it was on its way.
  ///
  /// Where the line has changed it stays: what is typed next may be a part of the picture, too.
  func leaveJoinedCharacter() {
    guard let libedit, let before = drawing?.before else { return }
    let (characters, cursor) = libedit.line
    defer { drawing?.before = (characters.count, libedit.line.cursor) }
    guard characters.count == before.length, cursor != before.cursor else { return }
    let picture = joinedCharacters(of: characters).first { $0.lowerBound < cursor && cursor < $0.upperBound }
    guard let picture else { return }
    // In vi's command mode the cursor does not stand after the line.
    let canFollow = picture.upperBound < characters.count || !isInCommandMode
    let target = cursor > before.cursor && canFollow ? picture.upperBound : picture.lowerBound
    el_cursor(libedit.handle, Int32(clamping: target - cursor))
  }

  private func joinedCharacters(of characters: [wchar_t]) -> [Range<Int>] {
    var start = 0
    return Libedit.string(characters).compactMap { character in
      defer { start += character.unicodeScalars.count }
      return character.isJoined ? start..<start + character.unicodeScalars.count : nil
    }
  }

  /// Whether the line fits on the screen, after a prompt that fits in a row.
  private func fits(_ characters: [wchar_t]) -> Bool {
    var layout = LineLayout(columns: drawnColumns, endsRows: true)
    layout.put(prompt: prompt.visible)
    guard layout.row == 0 else { return false }
    layout.put(joining: Libedit.string(characters))
    return layout.row < terminal.size.rows
  }

  /// Draws prompt and line in the place of what is there.
  private func draw(_ characters: [wchar_t], cursor: Int, suggesting: Bool) {
    guard let libedit, let old = drawing else { return }
    let line = Libedit.string(characters)
    var layout = LineLayout(columns: drawnColumns, endsRows: true)
    layout.put(prompt: prompt.visible)
    var new = Drawing(cursor: layout, end: layout, before: old.before)
    var pen = Pen(row: 0, column: nil)
    var text = ""
    var index = 0
    let styles = styles(of: characters, by: highlight?(line) ?? [])
    for character in line {
      let end = index + character.unicodeScalars.count
      if index <= cursor, cursor < end { new.cursor = layout }
      if character.isJoined {
        let place = layout.place(width: character.cellWidth)
        text += pen.move(to: place.start) + pen.put("\(character)", styles[index], width: place.width)
        text += pen.clear(from: place.start.column + place.width, columns: drawnColumns)
      } else {
        for (scalar, style) in zip(character.unicodeScalars, styles[index...]) {
          for sign in scalar.signs {
            let place = layout.place(wchar_t(sign.value))
            guard place.isPlain else { continue }
            text += pen.move(to: place.start) + pen.put("\(sign)", style, width: place.width)
          }
        }
      }
      index = end
    }
    if cursor >= index { new.cursor = layout }
    new.end = layout
    text += pen.reset()
    suggestion = suggesting ? suggestedRest() : nil
    if let suggestion {
      let shown = visible(suggestion, room: drawnColumns - layout.column - 1)
      text += pen.move(to: layout.position) + shown
      pen.column = nil
      if shown.isEmpty { self.suggestion = nil }
    }
    let row = old.cursor.row(inColumns: terminal.size.columns, wasDrawnAtOnce: wasDrawnAtOnce)
    let start = "\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J" + prompt.shown
    // Line feeds make room at the bottom of the screen.
    let room = String(repeating: "\n", count: layout.row) + (layout.row > 0 ? "\u{1B}[\(layout.row)A" : "")
    // At the edge of the screen, a picture that is wider than it should be must not begin a new row.
    text = "\u{1B}[?7l" + text + pen.move(to: new.cursor.position) + "\u{1B}[?7h"
    libedit.emit(start + room + text)
    (drawing, wasDrawnAtOnce) = (new, true)
  }
}

extension Pen {
  /// Erases what a terminal may have drawn of a picture beyond its cells, and knows again where the cursor is.
  fileprivate mutating func clear(from end: Int, columns: Int) -> String {
    column = nil
    guard end < columns else { return "" }
    return move(to: LineLayout.Position(row: row, column: end)) + reset() + "\u{1B}[K"
  }
}

extension LineLayout {
  /// Draws characters of the line, those that are joined in the cells of one picture.
  fileprivate mutating func put(joining line: String) {
    for character in line {
      if character.isJoined {
        _ = place(width: character.cellWidth)
      } else {
        put(line: Libedit.wide("\(character)"))
      }
    }
  }
}

extension Character {
  /// Whether terminals may show it in other cells than its code points have one by one.
  fileprivate var isJoined: Bool {
    let scalars = unicodeScalars
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    return first.isRegionalIndicator || scalars.count > 1 && scalars.dropFirst().contains(where: \.joins)
  }
}

extension Unicode.Scalar {
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether it makes one picture with its neighbours.
  fileprivate var joins: Bool {
    switch value {
    // A zero-width joiner, a request for a picture, a key around a digit; colours of skin; letters of the names of flags.
    case 0x200D, 0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
    default: isRegionalIndicator
    }
  }

  /// How libedit shows it in the line: control characters as `^X`, what cannot be printed as `\U+XXXX`.
  fileprivate var signs: [Unicode.Scalar] {
    switch value {
    case 0x09, 0x0A: return [self]
    case 0..<0x20, 0x7F..<0xA0: return ["^", value == 0x7F ? "?" : Unicode.Scalar(value | 0x40) ?? " "]
    default:
      guard clibedit_width(wchar_t(value)) < 0 else { return [self] }
      let digits = String(value, radix: 16, uppercase: true)
      let count = value > 0xFFFF ? 5 : 4
      return Array(
        "\\U+\(String(repeating: "0", count: max(count - digits.count, 0)))\(digits.suffix(count))"
          .unicodeScalars
      )
    }
  }
}

extension wchar_t {
  /// Whether it makes one picture with its neighbours.
  var joins: Bool { Unicode.Scalar(UInt32(bitPattern: self))?.joins ?? false }
}
