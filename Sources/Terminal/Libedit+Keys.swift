// Keys unknown to libedit are translated to unused control characters (see `SpecialKey`), which are then bound.
extension Libedit {
  /// Sets bindings that `.editrc` may change.
  func bindDefaults() {
    // So ^S searches forward, as ^R does backward, instead of freezing the terminal. Otherwise, the `CR LF` of pasted
    // text would arrive as two line feeds, and a ^C in it would interrupt, and the text after it would run as if typed.
    for flag in ["ixon", "icrnl", "inlcr", "isig"] { clearFlag(flag, whileEditing: true) }
    bind([0x12], to: "em-inc-search-prev")
    bind([0x13], to: "em-inc-search-next")
    bind([0x09], to: "shell-complete")
    bind([0x18, 0x05], to: "shell-edit")
    for keys in ["\u{1B}[A", "\u{1B}OA", "\u{10}"] { bind(Array(keys.utf8), to: "shell-older") }
    for keys in ["\u{1B}[B", "\u{1B}OB", "\u{0E}"] { bind(Array(keys.utf8), to: "shell-newer") }
  }

  /// Reads the bindings, and makes those that are required whatever `.editrc` says; `bind -v` in it resets the
  /// defaults.
  func bindEssentials() {
    readBindings()
    // This command prompts for a libedit command, discards the line, and crashes on an unclosed quote.
    rebind("ed-command", to: "ed-unassigned")
    rebind("ed-clear-screen", to: "shell-clear")
    for key in SpecialKey.allCases {
      bind([key.code], to: key.rawValue)
      bind([key.code], to: key.rawValue, inCommandMode: true)
    }
    if bindings[[0x1B]] == "vi-command-mode" { bindViKeys() }
    let tab = bindings[[0x09]]
    if Self.isUseless(tab) || tab == "vi-cmd-complete" { bind([0x09], to: "shell-complete") }
  }

  private func bindViKeys() {
    bind([0x10], to: "shell-older")
    bind([0x0E], to: "shell-newer")
    let keys: [(Unicode.Scalar, String)] = [("k", "shell-older"), ("j", "shell-newer"), ("v", "shell-edit")]
    for (key, command) in keys { bind([UInt8(ascii: key)], to: command, inCommandMode: true) }
    for (key, command) in [(UInt8(0x12), "em-inc-search-prev"), (0x13, "em-inc-search-next")] {
      for inCommandMode in [false, true] where Self.isUseless(bindings[[key], inCommandMode: inCommandMode]) {
        bind([key], to: command, inCommandMode: inCommandMode)
      }
    }
    // The keys that change the mode, except those that the user has bound otherwise.
    for (scalar, command, character) in ViMode.keys {
      let key = [UInt8(ascii: scalar)]
      guard bindings[key, inCommandMode: true] == command else { continue }
      bind([character], to: command, inCommandMode: true)
      bind(key, to: "shell-vi", inCommandMode: true)
    }
    // In command mode libedit would treat an escape as the beginning of a sequence, and consume the next key.
    for inCommandMode in [true, false] {
      bind([0x99], to: "vi-command-mode", inCommandMode: inCommandMode)
      let current = bindings[[0x1B], inCommandMode: inCommandMode]
      guard ["ed-sequence-lead-in", "em-meta-next", "vi-command-mode"].contains(current) else { continue }
      bind([0x1B], to: "shell-vi", inCommandMode: inCommandMode)
    }
  }

  /// Whether a binding does nothing useful.
  private static func isUseless(_ command: String?) -> Bool {
    [nil, "ed-insert", "ed-unassigned", "ed-redisplay", "ed-ignore"].contains(command)
  }
}
