import CLibedit

/// Follows where libedit's drawing of prompt and line leaves the cursor.
///
/// libedit does not tell where it has put the cursor, and text above the line, a menu below it or a changed
/// width need to know. The rules are libedit's: characters have the width that the C library gives them,
/// control characters show as `^X`, a wide character that does not fit moves to the next row, and a full row
/// puts the cursor at the start of the next one.
struct LineLayout {
  let columns: Int
  private(set) var row = 0
  private(set) var column = 0

  init(columns: Int) { self.columns = max(columns, 1) }

  /// Draws a prompt's visible text.
  mutating func put(prompt: String) {
    for scalar in prompt.unicodeScalars { put(width: max(0, Int(clibedit_width(wchar_t(scalar.value))))) }
  }

  /// Draws characters of the line.
  ///
  /// - Complexity: O(n).
  mutating func put(line: some Sequence<wchar_t>) {
    for character in line { put(character) }
  }

  private mutating func put(_ character: wchar_t) {
    switch character {
    case 0x09:
      repeat { put(width: 1) } while column % 8 != 0
    case 0x0A:
      row += 1
      column = 0
    case 0..<0x20, 0x7F..<0xA0:
      put(width: 1)
      put(width: 1)
    default:
      let width = clibedit_width(character)
      if width >= 0 {
        put(width: Int(width))
      } else {
        // Shown as \U+XXXX, each sign of it an ordinary character.
        for _ in 0..<(character > 0xFFFF ? 8 : 7) { put(width: 1) }
      }
    }
  }

  private mutating func put(width: Int) {
    if column + width > columns {
      row += 1
      column = 0
    }
    column += width
    if column >= columns {
      row += 1
      column = 0
    }
  }
}
