import CLibedit

extension LineEditor {
  /// The mode of vi's keys, as far as it can be determined.
  ///
  /// libedit does not report the mode. So the keys that change it run a command that records the change, and then has
  /// libedit run its own command, by a character that no keyboard sends.
  struct ViMode {
    var isCommand = false
    /// The line when a change command began, which lasts until the next motion.
    var lineBeforeChange: [wchar_t]?
  }

  /// Whether vi's command mode is active.
  package var isInCommandMode: Bool { viMode.isCommand }

  /// Keys that change the mode: the key, libedit's command, and the character bound to that command.
  private static let viKeys: [(key: Unicode.Scalar, command: String, character: UInt8)] = [
    ("i", "vi-insert", 0x90), ("I", "vi-insert-at-bol", 0x91),
    ("a", "vi-add", 0x92), ("A", "vi-add-at-eol", 0x93),
    ("C", "vi-change-to-eol", 0x94), ("S", "vi-substitute-line", 0x95),
    ("s", "vi-substitute-char", 0x96), ("R", "vi-replace-mode", 0x97),
    ("c", "vi-change-meta", 0x98), (escape, "vi-command-mode", 0x99),
  ]

  private static let escape: Unicode.Scalar = "\u{1B}"

  /// Rebinds the keys that change the mode, except those that the user has bound otherwise.
  func bindViKeys() {
    guard let libedit else { return }
    for (scalar, command, character) in Self.viKeys {
      let key = [UInt8(ascii: scalar)]
      guard libedit.bindings[key, inCommandMode: true] == command else { continue }
      libedit.bind([character], to: command, inCommandMode: true)
      libedit.bind(key, to: "shell-vi", inCommandMode: true)
    }
    // In command mode libedit would treat an escape as the beginning of a sequence, and consume the next key.
    for isAlternative in [true, false] {
      libedit.bind([0x99], to: "vi-command-mode", inCommandMode: isAlternative)
      let current = libedit.bindings[[0x1B], inCommandMode: isAlternative]
      guard ["ed-sequence-lead-in", "em-meta-next", "vi-command-mode"].contains(current) else { continue }
      libedit.bind([0x1B], to: "shell-vi", inCommandMode: isAlternative)
    }
  }

  func changeViMode(by key: wint_t) -> UInt8 {
    guard let libedit, let binding = Self.viKeys.first(where: { $0.key.value == key }) else {
      return UInt8(CC_ERROR)
    }
    queue.insert(wchar_t(binding.character), at: 0)
    // libedit moves back by one, as at the end of an insertion.
    if viMode.isCommand, binding.key == Self.escape { el_cursor(libedit.handle, 1) }
    viMode.lineBeforeChange = binding.command == "vi-change-meta" ? libedit.line.characters : nil
    if viMode.lineBeforeChange == nil { setCommandMode(binding.key == Self.escape) }
    // A count typed before the key applies to libedit's command.
    return UInt8(CC_ARGHACK)
  }

  /// Checks whether the motion that a change was waiting for has been typed.
  func noticeViChange() {
    guard let before = viMode.lineBeforeChange, libedit?.line.characters != before else { return }
    viMode.lineBeforeChange = nil
    setCommandMode(false)
  }

  private func setCommandMode(_ isCommand: Bool) {
    guard isCommand != viMode.isCommand else { return }
    viMode.isCommand = isCommand
    guard let text = onModeChange?() else { return }
    showPrompt(text)
  }
}
