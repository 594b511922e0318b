import CLibedit

/// Characters of several code points, such as an emoji with a skin tone, which libedit does not know.
extension LineEditor {
  /// How many times to press a key: one that deletes a code point must delete the whole character.
  func repetitions(of keys: [wchar_t]) -> Int {
    let keys = keys.compactMap { UInt8(exactly: $0) }
    guard let first = keys.first, first < 0x20 || first >= 0x7F || isInCommandMode, let libedit else {
      return 1
    }
    let (characters, cursor) = libedit.line
    let count = { (character: Character?) in character?.unicodeScalars.count ?? 1 }
    let before = count(Libedit.string(characters[..<cursor]).graphemes.suffix(1).first)
    let after = count(Libedit.string(characters[cursor...]).graphemes.first { _ in true })
    guard before > 1 || after > 1,
      let command = libedit.bindings[keys, inCommandMode: isInCommandMode]
    else { return 1 }
    if command.hasSuffix("-delete-prev-char") { return before }
    return command.hasSuffix("-delete-next-char") || command == "em-delete-or-list" ? after : 1
  }

  /// Moves a cursor that has come into the middle of a character to the side it was moving towards.
  ///
  /// Where the line has changed it stays: what is typed next may be a part of the character, too.
  func leaveGrapheme() {
    guard let libedit else { return }
    let (characters, cursor) = libedit.line
    defer { lineBefore = (characters.count, libedit.line.cursor) }
    guard characters.count == lineBefore.length, cursor != lineBefore.cursor else { return }
    var end = 0
    for character in Libedit.string(characters).graphemes {
      let start = end
      end += character.unicodeScalars.count
      guard end > cursor else { continue }
      guard start < cursor else { return }
      // In vi's command mode, the cursor does not stand after the line.
      let canFollow = end < characters.count || !isInCommandMode
      let target = cursor > lineBefore.cursor && canFollow ? end : start
      el_cursor(libedit.handle, Int32(clamping: target - cursor))
      return
    }
  }
}
