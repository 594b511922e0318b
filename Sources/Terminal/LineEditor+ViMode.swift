import CLibedit

extension LineEditor {
  /// What is known of the mode in which vi's keys are.
  ///
  /// libedit does not tell. So the keys that change it run a command of ours, which notes that and has libedit run its own
  /// by a character that no keyboard sends.
  struct ViMode {
    var isCommand = false
    /// The line when a change was begun that lasts until the next move.
    var lineBeforeChange: [wchar_t]?
  }

  /// Whether keys are commands instead of text, as they are in one of vi's two modes.
  package var isInCommandMode: Bool { viMode.isCommand }

  /// Keys that change the mode: the key, libedit's command, and the character that runs that.
  private static let viKeys: [(key: UInt8, command: String, character: UInt8)] = [
    (UInt8(ascii: "i"), "vi-insert", 0x90), (UInt8(ascii: "I"), "vi-insert-at-bol", 0x91),
    (UInt8(ascii: "a"), "vi-add", 0x92), (UInt8(ascii: "A"), "vi-add-at-eol", 0x93),
    (UInt8(ascii: "C"), "vi-change-to-eol", 0x94), (UInt8(ascii: "S"), "vi-substitute-line", 0x95),
    (UInt8(ascii: "s"), "vi-substitute-char", 0x96), (UInt8(ascii: "R"), "vi-replace-mode", 0x97),
    (UInt8(ascii: "c"), "vi-change-meta", 0x98), (escape, "vi-command-mode", 0x99),
  ]

  private static let escape: UInt8 = 0x1B

  /// Has the keys tell of the mode, those excepted that the person uses for something else.
  func bindViKeys() {
    guard let libedit else { return }
    for (key, command, character) in Self.viKeys
    where libedit.binding(of: [key], inCommandMode: true) == command {
      libedit.bind([character], to: command, inCommandMode: true)
      libedit.bind([key], to: "shell-vi", inCommandMode: true)
    }
    // In command mode libedit would take an escape for the beginning of a key, and the next key with it.
    for isAlternative in [true, false] {
      libedit.bind([0x99], to: "vi-command-mode", inCommandMode: isAlternative)
      let current = libedit.binding(of: [Self.escape], inCommandMode: isAlternative)
      guard ["ed-sequence-lead-in", "em-meta-next", "vi-command-mode"].contains(current) else { continue }
      libedit.bind([Self.escape], to: "shell-vi", inCommandMode: isAlternative)
    }
  }

  func changeViMode(by key: wint_t) -> UInt8 {
    guard let libedit, let binding = Self.viKeys.first(where: { wint_t($0.key) == key }) else {
      return UInt8(CC_ERROR)
    }
    queue.insert(wchar_t(binding.character), at: 0)
    // libedit moves back by one as it does at the end of an insertion.
    if viMode.isCommand, binding.key == Self.escape { el_cursor(libedit.handle, 1) }
    viMode.lineBeforeChange = binding.command == "vi-change-meta" ? libedit.line.characters : nil
    if viMode.lineBeforeChange == nil { setCommandMode(binding.key == Self.escape) }
    // The count that was typed before the key is for libedit's command.
    return UInt8(CC_ARGHACK)
  }

  /// Finds out whether the move came that a change was waiting for.
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
