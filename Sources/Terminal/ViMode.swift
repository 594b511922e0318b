import CLibedit

/// The mode of vi's keys, as far as it can be determined.
///
/// libedit does not report the mode. So the keys that change it run a command that records the change, and then has
/// libedit run its own command, by a character that no keyboard sends.
struct ViMode {
  private(set) var isCommand = false
  /// The line when a change command began, which lasts until the next motion.
  private var lineBeforeChange: String?

  /// Keys that change the mode: the key, libedit's command, and the character bound to that command.
  static let keys: [(key: Unicode.Scalar, command: String, character: UInt8)] = [
    ("i", "vi-insert", 0x90), ("I", "vi-insert-at-bol", 0x91),
    ("a", "vi-add", 0x92), ("A", "vi-add-at-eol", 0x93),
    ("C", "vi-change-to-eol", 0x94), ("S", "vi-substitute-line", 0x95),
    ("s", "vi-substitute-char", 0x96), ("R", "vi-replace-mode", 0x97),
    ("c", "vi-change-meta", 0x98), ("\u{1B}", "vi-command-mode", 0x99),
  ]

  /// Records a key that changes the mode.
  ///
  /// - Returns: The character for libedit, and whether it would move the cursor back by one too many, as at the end of an
  ///   insertion; `nil` for another key.
  mutating func change(by code: wint_t, in text: LineText) -> (character: wchar_t, movesBack: Bool)? {
    guard let (key, command, character) = Self.keys.first(where: { $0.key.value == code }) else { return nil }
    let isEscape = key == "\u{1B}"
    let movesBack = isCommand && isEscape
    lineBeforeChange = command == "vi-change-meta" ? text.string : nil
    if lineBeforeChange == nil { isCommand = isEscape }
    return (wchar_t(character), movesBack)
  }

  /// Checks whether the motion that a change was waiting for has been typed.
  mutating func notice(_ text: LineText) {
    guard let lineBeforeChange, text.string != lineBeforeChange else { return }
    self.lineBeforeChange = nil
    isCommand = false
  }
}
