import CLibedit

extension LineEditor {
  /// A walk up and down a text of several lines.
  struct Climb {
    /// The text, and where in it the walk has left the cursor: when either is another now, the walk is over.
    let characters: [wchar_t]
    let cursor: Int
    /// The column that the walk keeps to, as far as each line goes, in cells.
    let column: Int
  }

  /// Moves the cursor to the line above or below, within a text of several lines.
  ///
  /// - Parameter step: -1 for the line above, 1 for the line below.
  /// - Returns: What a command of libedit returns; `nil` if there is no such line.
  func moveCursor(byLines step: Int) -> UInt8? {
    guard let libedit else { return nil }
    let (characters, cursor) = libedit.line
    let starts = [0] + characters.indices.filter { characters[$0] == 0x0A }.map { $0 + 1 }
    guard let line = starts.lastIndex(where: { $0 <= cursor }), starts.indices.contains(line + step) else {
      return nil
    }
    let start = starts[line + step]
    let end = characters[start...].firstIndex(of: 0x0A) ?? characters.count
    var column = Libedit.string(characters[starts[line]..<cursor]).cellWidth
    if let climb, climb.characters == characters, climb.cursor == cursor { column = climb.column }
    var place = start
    var width = 0
    for character in Libedit.string(characters[start..<end]) {
      let next = place + character.unicodeScalars.count
      // In vi's command mode the cursor is on a character, and never after the last one.
      guard width + character.cellWidth <= column, next < end || !isInCommandMode else { break }
      place = next
      width += character.cellWidth
    }
    climb = Climb(characters: characters, cursor: place, column: column)
    el_cursor(libedit.handle, Int32(clamping: place - cursor))
    return UInt8(CC_CURSOR)
  }
}
