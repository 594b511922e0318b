import CLibedit
import CPlatform
import Core
import Glibc

extension LineEditor {
  static let signalsWhileEditing = [SIGINT, SIGTSTP, SIGCONT, SIGWINCH, SIGTERM, SIGHUP, SIGQUIT]

  /// How long an escape may begin a sequence before it counts as a key.
  private static let escapePatience: Duration = .milliseconds(50)

  /// Bindings that `.editrc` may change.
  func bindDefaults() {
    guard let libedit else { return }
    // ^S searches forward, like ^R backward, instead of freezing the terminal.
    libedit.setFlag("-ixon")
    // Otherwise the `CR LF` of pasted text arrives as two line feeds.
    libedit.setFlag("-icrnl")
    libedit.setFlag("-inlcr")
    // Otherwise a ^C in pasted text interrupts, and what follows it runs as if typed.
    libedit.setFlag("-isig")
    libedit.bind([0x12], to: "em-inc-search-prev")
    libedit.bind([0x13], to: "em-inc-search-next")
    libedit.bind([0x09], to: "shell-complete")
    libedit.bind([0x18, 0x05], to: "shell-edit")
    for keys in ["\u{1B}[A", "\u{1B}OA", "\u{10}"] { bind(keys, to: .up) }
    for keys in ["\u{1B}[B", "\u{1B}OB", "\u{0E}"] { bind(keys, to: .down) }
  }

  /// Bindings that are required whatever `.editrc` says; `bind -v` in it resets the defaults.
  func bindEssentials() {
    guard let libedit else { return }
    libedit.readBindings()
    // This command prompts for a libedit command, discards the line, and crashes on an unclosed quote.
    libedit.rebind("ed-command", to: "ed-unassigned")
    libedit.rebind("ed-clear-screen", to: "shell-clear")
    for key in SpecialKey.allCases {
      libedit.bind([key.rawValue], to: key.command)
      libedit.bind([key.rawValue], to: key.command, inCommandMode: true)
    }
    if libedit.bindings[[0x1B]] == "vi-command-mode" {
      bind("\u{10}", to: .up)
      bind("\u{0E}", to: .down)
      bind("k", to: .up, inCommandMode: true)
      bind("j", to: .down, inCommandMode: true)
      libedit.bind([UInt8(ascii: "v")], to: "shell-edit", inCommandMode: true)
      for (key, command) in [(UInt8(0x12), "em-inc-search-prev"), (0x13, "em-inc-search-next")] {
        for isAlternative in [false, true] {
          let current = libedit.bindings[[key], inCommandMode: isAlternative]
          guard Self.isUseless(current) else { continue }
          libedit.bind([key], to: command, inCommandMode: isAlternative)
        }
      }
      bindViKeys()
    }
    let tab = libedit.bindings[[0x09]]
    if Self.isUseless(tab) || tab == "vi-cmd-complete" { libedit.bind([0x09], to: "shell-complete") }
  }

  /// Whether a binding does nothing useful.
  private static func isUseless(_ command: String?) -> Bool {
    guard let command else { return true }
    return ["ed-insert", "ed-unassigned", "ed-redisplay", "ed-ignore"].contains(command)
  }

  private func bind(_ keys: String, to key: SpecialKey, inCommandMode: Bool = false) {
    libedit?.bind(Array(keys.utf8), to: key.command, inCommandMode: inCommandMode)
  }

  /// The next character for libedit; `nil` if the line ends without one, for the reason in `ending`.
  func nextCharacter() -> wchar_t? {
    libedit?.keepCursorInLine()
    if libedit?.takeBell() == true { ringBell() }
    while ending == nil {
      if !queue.isEmpty {
        let character = queue.removeFirst()
        if isSafe(character) { return character }
        ringBell()
        continue
      }
      if isPasteAnnounced {
        typePaste()
      } else {
        let keys = nextKeys()
        if let step = menuStep(for: keys) {
          menu?.step = step
          queue.append(wchar_t(SpecialKey.walk.rawValue))
        } else if let accepting = acceptingKey(for: keys) {
          queue.append(wchar_t(accepting.rawValue))
        } else {
          if !keys.isEmpty { menu = nil }
          for key in keys {
            let count = queue.count
            enqueue(key)
            let characters = Array(queue[count...])
            for _ in 1..<repetitions(of: characters) { queue += characters }
          }
        }
        // One that has not been seen yet is not accepted.
        if !keys.isEmpty {
          suggestion = nil
          hint = nil
        }
      }
    }
    return nil
  }

  /// Whether libedit can handle the key. Its own history commands keep only 1024 characters of the typed line, and pad
  /// the rest with NUL when they restore it.
  private func isSafe(_ character: wchar_t) -> Bool {
    guard (1..<0x20).contains(character), let libedit, libedit.lineLength >= 1023 else { return true }
    let command = libedit.bindings[[UInt8(character)]] ?? ""
    return !(command.hasPrefix("ed-") || command.hasPrefix("em-inc-search") || command.hasPrefix("vi-"))
      || !(command.hasSuffix("-history") || command.contains("-search"))
  }

  private func enqueue(_ key: KeyDecoder.Key) {
    switch key {
    case .character(let scalar):
      // Control characters beyond ASCII are not sent by keys, but have meanings in libedit's key maps.
      if (0x80..<0xA0).contains(scalar.value) { return }
      if scalar.value < 0x20, libedit?.bindings[[UInt8(scalar.value)]]?.hasPrefix("em-inc-search") == true {
        isSearching = true
      }
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
    // libedit's own arrow keys are bound with vi keys, too, but there an escape enters vi's command mode.
    escapeLeadsIn && libedit?.bindings[sequence] != nil
  }

  /// Whether an escape begins a sequence, as with emacs keys, rather than being a key.
  private var escapeLeadsIn: Bool { libedit?.bindings[[0x1B]] == "ed-sequence-lead-in" }

  /// libedit's commands that move the cursor forward; at the end of a line they do nothing.
  private static let movesOn = ["ed-next-char", "ed-move-to-end", "em-next-word", "vi-next-word"]

  /// The key that accepts the suggestion, if the given keys do.
  private func acceptingKey(for keys: [KeyDecoder.Key]) -> SpecialKey? {
    guard suggestion != nil, let libedit else { return nil }
    switch keys.count == 1 ? keys[0] : nil {
    case .sequence(let bytes):
      let isMove = !isBound(bytes) || libedit.bindings[bytes].map(Self.movesOn.contains) == true
      switch isMove ? SpecialKey(sequence: bytes) : nil {
      case .right, .end: return .accept
      case .wordRight: return .acceptWord
      default: return nil
      }
    case .character(let scalar) where scalar.value < 0x20:
      return libedit.bindings[[UInt8(scalar.value)]].map(Self.movesOn.contains) == true ? .accept : nil
    default:
      let isWordForward = keys == [.character("\u{1B}"), .character("f")] && escapeLeadsIn
      return isWordForward ? .acceptWord : nil
    }
  }

  /// Waits for keys; returns none if another event may have ended the line.
  private func nextKeys() -> [KeyDecoder.Key] {
    noticeViChange()
    leaveGrapheme()
    if !source.hasInput { paint() }
    switch nextEvent(timeout: decoder.isAmbiguous ? Self.escapePatience : nil) {
    case .byte(let byte):
      defer { previousByte = byte }
      guard let signal = signalKeys[byte], !isQuoted else { return decoder.decode(byte) }
      if signal == SIGINT, menu?.selection != nil {
        decoder = KeyDecoder()
        return [.character("\u{1B}")]
      }
      // Does what the terminal driver would do: it signals all of the foreground process group, so that a script that runs
      // this program stops with it.
      if signal == SIGINT { interrupt() } else { leave(by: signal) { kill(0, signal) } }
      return []
    case .timeout: return decoder.flush()
    case .end:
      ending = .endOfInput
      return []
    case .signal, .woken, nil: return []
    }
  }

  /// Waits for an event, and handles signals, wakes and ticks; `nil` after a tick, or if waiting failed.
  func nextEvent(timeout: Duration? = nil, chunk: Int = 1) -> InputSource.Event? {
    do throws(SystemError) {
      let tick = nextTick?()
      let isForTick = tick.map { $0 <= timeout ?? $0 } ?? false
      let start = stopped_time_now()
      let event = try source.next(timeout: isForTick ? tick : timeout, chunk: chunk)
      switch event {
      case .signal:
        // The program was stopped by a signal that cannot be caught, possibly since it began to wait.
        if SignalWatch.isPending(SIGCONT) { stopped_time_note(start) }
        handleSignals()
      case .woken: interruptibly { onWake?() }
      case .timeout where isForTick:
        interruptibly { onTick?() }
        return nil
      case .byte, .end, .timeout: break
      }
      return event
    } catch {
      ending = .failed(error)
      return nil
    }
  }

  /// Enables the interrupt keys while the program is busy with something other than the line.
  private func interruptibly(_ body: () -> Void) {
    guard libedit != nil, let mode = terminal.mode else { return body() }
    // A disconnected terminal is reported by the next read from it.
    try? terminal.setMode(mode.withSignalKeys)
    body()
    refreshMenu()
    if ending == nil { try? terminal.setMode(mode) }
  }

  private func handleSignals() {
    guard let signals else { return }
    for signal in [SIGHUP, SIGTERM, SIGQUIT, SIGTSTP] where signals.take(signal) {
      if [SIGHUP, SIGTERM].contains(signal) { willEnd() }
      // The end of the watch stops the program.
      leave(by: signal) { if signal != SIGTSTP { raise(signal) } }
    }
    // After the shell has put the program back in the foreground; `leave` takes the signals that it caused itself.
    if signals.take(SIGCONT) { resume() }
    if signals.take(SIGWINCH) { eraseLine() }
    if signals.take(SIGINT) { interrupt() }
  }

  /// Whether the next key is to be inserted literally.
  private var isQuoted: Bool {
    guard let previousByte, previousByte < 0x20 else { return false }
    return libedit?.bindings[[previousByte]] == "ed-quoted-insert"
  }

  /// Discards the line.
  func interrupt() {
    leaveLine(showing: "^C")
    decoder = KeyDecoder()
    source.discardBuffer()
    dropPaste()
    ending = .interrupted
  }

  /// Restores the terminal and lets the signal have its original effect, to stop or end the program.
  private func leave(by signal: Int32, send: () -> Void) {
    // Writing to a terminal stopped by ^S would block, and the program should end.
    let isStopped = terminal.isStopped
    if !isStopped {
      leaveLine()
      if marksPastes { emit(Self.stopMarkingPastes) }
    }
    terminal_rescue_set_farewell(nil)
    // A disconnected terminal has no mode to restore.
    if let originalMode { try? terminal.setMode(originalMode, atOnce: isStopped) }
    if signal == SIGTSTP {
      send()
      // Stops the program.
      signals?.end()
    } else {
      // Swift's runtime would report a typed `^\` as a crash.
      if signal == SIGQUIT { terminal_signals_use_default(SIGQUIT) }
      signals?.end()
      send()
    }
    do throws(SystemError) {
      let watch = try SignalWatch(Self.signalsWhileEditing)
      watch.take(SIGCONT)
      signals = watch
      if marksPastes { terminal_rescue_set_farewell(Self.farewell) }
      resume()
    } catch { ending = .failed(error) }
  }

  /// Takes over the terminal again, whatever its mode.
  private func resume() {
    guard let libedit else { return }
    let wasCanonical = terminal.mode?.isCanonical == true
    libedit.setMode(isEditing: true)
    if wasCanonical { source.expectTypedAhead() }
    emit((marksPastes ? Self.startMarkingPastes : "") + "\r" + codes.eraseBelow)
    forgetLine()
  }
}
