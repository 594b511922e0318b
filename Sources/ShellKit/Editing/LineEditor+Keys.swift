import CLibedit
import Core
import Glibc

extension LineEditor {
  static let signalsWhileEditing = [SIGINT, SIGTSTP, SIGCONT, SIGWINCH, SIGTERM, SIGHUP, SIGQUIT]

  /// How many milliseconds an escape may be the beginning of a sequence before it is a key of its own.
  private static let escapePatience: Int32 = 50

  /// What `.editrc` may change.
  func bindDefaults() {
    guard let libedit else { return }
    // ^S searches forward, as ^R backward, instead of freezing the terminal.
    libedit.setFlag("-ixon")
    // Otherwise the `CR LF` of a pasted text arrives as two line feeds.
    libedit.setFlag("-icrnl")
    libedit.setFlag("-inlcr")
    libedit.bind([0x12], to: "em-inc-search-prev")
    libedit.bind([0x13], to: "em-inc-search-next")
    libedit.bind([0x09], to: "shell-complete")
    for keys in ["\u{1B}[A", "\u{1B}OA", "\u{10}"] { bind(keys, to: .up) }
    for keys in ["\u{1B}[B", "\u{1B}OB", "\u{0E}"] { bind(keys, to: .down) }
  }

  /// What must be there whatever `.editrc` says; `bind -v` in it forgets the defaults.
  func bindEssentials() {
    guard let libedit else { return }
    for key in SpecialKey.allCases {
      libedit.bind([key.rawValue], to: key.command)
      libedit.bind([key.rawValue], to: key.command, inCommandMode: true)
    }
    if libedit.binding(of: [0x1B]) == "vi-command-mode" {
      for (keys, key) in [("\u{10}", SpecialKey.up), ("\u{0E}", .down)] { bind(keys, to: key) }
      for (keys, key) in [("k", SpecialKey.up), ("j", .down)] { bind(keys, to: key, inCommandMode: true) }
    }
    let tab = libedit.binding(of: [0x09])
    if tab == nil || tab == "ed-insert" || tab == "ed-unassigned" || tab == "vi-cmd-complete" {
      libedit.bind([0x09], to: "shell-complete")
    }
  }

  private func bind(_ keys: String, to key: SpecialKey, inCommandMode: Bool = false) {
    libedit?.bind(Array(keys.utf8), to: key.command, inCommandMode: inCommandMode)
  }

  /// The next character for libedit; nil when the line ends without one, for the reason in `ending`.
  func nextCharacter() -> wchar_t? {
    while ending == nil {
      if !queue.isEmpty {
        let character = queue.removeFirst()
        if isSafe(character) { return character }
        libedit?.emit("\u{07}")
        continue
      }
      if isPasteAnnounced {
        typePaste()
      } else {
        for key in nextKeys() { enqueue(key) }
      }
    }
    return nil
  }

  /// Whether libedit can take the key. Its own commands for the history keep only 1024 characters of the line
  /// that is typed and fill up the rest with NUL when they bring it back.
  private func isSafe(_ character: wchar_t) -> Bool {
    guard (1..<0x20).contains(character), let libedit, libedit.lineLength >= 1023 else { return true }
    let command = libedit.binding(of: [UInt8(character)]) ?? ""
    return !(command.hasPrefix("ed-") || command.hasPrefix("em-inc-search") || command.hasPrefix("vi-"))
      || !(command.hasSuffix("-history") || command.contains("-search"))
  }

  private func enqueue(_ key: KeyDecoder.Key) {
    switch key {
    case .character(let scalar):
      // Control characters beyond ASCII have no key, but meanings in libedit's maps.
      if (0x80..<0xA0).contains(scalar.value) { return }
      queue.append(wchar_t(scalar.value))
    case .sequence(let bytes):
      if isBound(bytes) {
        queue += bytes.map(wchar_t.init)
      } else if let special = SpecialKey(sequence: bytes) {
        if special == .paste { isPasteAnnounced = true }
        queue.append(wchar_t(special.rawValue))
      }
    }
  }

  private func isBound(_ sequence: [UInt8]) -> Bool {
    if let known = sequenceIsBound[sequence] { return known }
    // libedit's own arrow keys are there with vi keys, too, but an escape leads to vi's command mode then.
    let isBound =
      libedit?.binding(of: [0x1B]) == "ed-sequence-lead-in" && libedit?.binding(of: sequence) != nil
    sequenceIsBound[sequence] = isBound
    return isBound
  }

  /// Waits for keys; returns none when something else happened that may have ended the line.
  private func nextKeys() -> [KeyDecoder.Key] {
    switch nextEvent(timeout: decoder.isAmbiguous ? Self.escapePatience : nil) {
    case .byte(let byte): return decoder.decode(byte)
    case .timeout: return decoder.flush()
    case .end:
      ending = .endOfInput
      return []
    case .signal, .woken, nil: return []
    }
  }

  /// Waits for an event, and acts on signals and wakes.
  func nextEvent(timeout: Int32? = nil, chunk: Int = 1) -> InputSource.Event? {
    do throws(SystemError) {
      let event = try source.next(timeout: timeout, chunk: chunk)
      switch event {
      case .signal: handleSignals()
      case .woken: onWake?()
      case .byte, .end, .timeout: break
      }
      return event
    } catch {
      ending = .failed(error)
      return nil
    }
  }

  private func handleSignals() {
    guard let signals else { return }
    for signal in [SIGHUP, SIGTERM, SIGQUIT, SIGTSTP] where signals.take(signal) { leave(by: signal) }
    // After the shell has put the program back into the foreground; `leave` takes those that it caused.
    if signals.take(SIGCONT) { resume() }
    if signals.take(SIGWINCH) { resize() }
    if signals.take(SIGINT) { interrupt() }
  }

  private func interrupt() {
    showInterrupt()
    // The terminal driver has dropped what it had; this is what we had of it.
    decoder = KeyDecoder()
    source.discardBuffer()
    dropPaste()
    ending = .interrupted
  }

  /// Gives the terminal back and lets the signal do what it does without us: stop the program, or end it.
  private func leave(by signal: Int32) {
    guard let libedit else { return }
    moveBelowLine()
    if marksPastes { libedit.emit(Self.stopMarkingPastes) }
    clibedit_set_editing_mode(libedit.handle, 0)
    signals?.end()
    // Swift's runtime would take a typed `^\` for a crash to report.
    if signal == SIGQUIT { Glibc.signal(SIGQUIT, SIG_DFL) }
    raise(signal)
    do throws(SystemError) {
      let watch = try SignalWatch(Self.signalsWhileEditing)
      watch.take(SIGCONT)
      signals = watch
      resume()
    } catch { ending = .failed(error) }
  }

  /// Takes the terminal again, in whatever mode it is, and draws the line anew.
  private func resume() {
    guard let libedit else { return }
    clibedit_set_editing_mode(libedit.handle, 0)
    el_resize(libedit.handle)
    clibedit_set_editing_mode(libedit.handle, 1)
    libedit.emit((marksPastes ? Self.startMarkingPastes : "") + "\r" + (movesByEscapes ? "\u{1B}[J" : ""))
    redraw()
  }
}
