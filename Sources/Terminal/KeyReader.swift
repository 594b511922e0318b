import CTodoShellPlatform
import Core
import TodoShellSystem

/// Reads keys and has libedit edit a line with them.
final class KeyReader {
  let libedit: Libedit
  let source: InputSource
  let lease: TerminalLease
  let view: LineView
  let history: HistoryFile
  /// The lines that failed, which are not suggested. A history file does not record which of its lines failed.
  var failedLines: Set<String> = []
  var decoder = KeyDecoder()
  /// Characters for libedit that precede further input.
  var queue: [wchar_t] = []
  var paste = Paste()
  /// How the line is edited.
  var options = LineReader.Options()
  /// The line being read.
  var line = State()

  /// The state of a line while it is edited.
  struct State {
    /// The result, if libedit does not determine it; libedit then receives no more characters.
    var ending: Result<LineReader.Line, SystemError>?
    /// The text before the last key, or now while a key is awaited.
    var previous = LineText()
    /// The same, but the text before the search while the pattern of a search with vi's keys is typed.
    var beforeSearch = LineText()
    /// Whether the next key is to be inserted literally.
    var isQuoting = false
    var walk: HistoryWalk?
    var climb: LineClimb?
    var viMode = ViMode()
  }

  init(
    _ libedit: Libedit,
    _ source: InputSource,
    _ lease: TerminalLease,
    _ view: LineView,
    _ history: HistoryFile
  ) {
    self.libedit = libedit
    self.source = source
    self.lease = lease
    self.view = view
    self.history = history
  }

  /// Makes the commands and binds the keys.
  ///
  /// - Returns: The problems found in the user's `.editrc`.
  func start() -> [String] {
    addCommands()
    libedit.bindDefaults()
    defer { libedit.bindEssentials() }
    return libedit.readEditrc()
  }

  /// Whether vi's command mode is active.
  var isInCommandMode: Bool { line.viMode.isCommand }

  /// Reads a line.
  func read(_ prompt: String, _ options: LineReader.Options) throws(SystemError) -> LineReader.Line {
    try lease.beginLine()
    view.reading = .editing
    self.options = options
    defer {
      view.reading = nil
      lease.endLine()
      view.closeAll()
      line = State()
    }
    lease.startEditing()
    view.begin(prompt: prompt)
    lease.markPastes(true)
    view.forget()
    let text = libedit.read()
    if line.ending == nil {
      // Show the completed line, or the key that has ended the input.
      view.drawAtEnd(text ?? "")
      lease.terminal.emit((text == nil ? "^D" : "") + "\n")
    }
    lease.markPastes(false)
    if case .success(.endOfInput)? = line.ending { lease.terminal.emit("\n") }
    return try line.ending?.get() ?? text.map { .line($0) } ?? .endOfInput
  }

  /// The rest of the latest history line that begins with the current line and has not failed, if the cursor is at its
  /// end. Where nothing is typed, the line that is offered.
  ///
  /// - Complexity: O(*n*) in the number of lines in the history; each is read up to its first difference.
  func suggestion(for text: LineText) -> Substring? {
    guard options.suggests, text.cursor == text.count else { return nil }
    if text.string.isEmpty { return options.offer.map { $0[...] } }
    for entry in history.entries.reversed() {
      if let rest = entry.rest(after: text.string), !rest.isEmpty, !failedLines.contains(entry) {
        return rest
      }
    }
    return nil
  }
}

// From bytes to the characters for libedit.
extension KeyReader {
  /// The next character for libedit; `nil` if the line ends without one, for the reason in `line.ending`.
  func nextCharacter() -> wchar_t? {
    libedit.keepCursorInLine()
    if libedit.takeBell() {
      lease.terminal.emit("\u{07}")
      restoreAfterSearch()
    }
    while line.ending == nil {
      if !queue.isEmpty {
        let character = queue.removeFirst()
        if libedit.bindings.isSafe(character, inLineOf: libedit.text.count) { return character }
        lease.terminal.emit("\u{07}")
      } else if paste.isAnnounced {
        typePaste()
      } else {
        enqueue(nextKeys())
      }
    }
    return nil
  }

  /// A search with vi's keys that has no match empties the line.
  private func restoreAfterSearch() {
    let text = line.beforeSearch
    guard isInCommandMode, libedit.text.count == 0, text.count > 0 else { return }
    libedit.insert(text.string)
    libedit.moveCursor(by: text.cursor - text.count)
  }

  private func enqueue(_ keys: [KeyDecoder.Key]) {
    if keys.isEmpty { return }
    if let step = view.menu?.step(for: keys, libedit.bindings) {
      view.menu?.step = step
      queue.append(wchar_t(SpecialKey.walk.code))
    } else if view.suggestion != nil, let accepting = libedit.bindings.acceptingKey(for: keys) {
      queue.append(wchar_t(accepting.code))
    } else {
      view.menu = nil
      for key in keys {
        let characters = characters(for: key, libedit.bindings)
        for _ in 0..<repetitions(of: characters) { queue += characters }
      }
    }
    // A suggestion that has not been shown yet must not be accepted.
    view.suggestion = nil
    view.hint = nil
  }

  private func characters(for key: KeyDecoder.Key, _ bindings: KeyBindings) -> [wchar_t] {
    switch key {
    case .character(let scalar):
      // Control characters beyond ASCII are not sent by keys, but have meanings in libedit's key maps.
      if (0x80..<0xA0).contains(scalar.value) { return [] }
      if bindings.command(of: scalar)?.hasPrefix("em-inc-search") == true { view.isSearching = true }
      return [wchar_t(scalar.value)]
    case .sequence(let bytes):
      // A search would take the escape alone, and a paste would end the search and run its match with the
      // pasted text appended.
      let isSearching = HistorySearch(libedit.text.string) != nil
      if bindings.isBound(bytes), !isSearching { return bytes.map(wchar_t.init) }
      let special = SpecialKey(sequence: bytes)
      if special == .paste {
        paste.isAnnounced = true
        if isSearching { return [] }
      }
      return special.map { [wchar_t($0.code)] } ?? []
    }
  }

  /// How many times to press a key.
  private func repetitions(of characters: [wchar_t]) -> Int {
    let keys = characters.compactMap { UInt8(exactly: $0) }
    return libedit.bindings[keys, inCommandMode: isInCommandMode].map(line.previous.repetitions) ?? 1
  }

  /// Waits for keys; returns none if another event may have ended the line.
  private func nextKeys() -> [KeyDecoder.Key] {
    var (text, mode) = (libedit.text, line.viMode)
    mode.notice(text)
    set(mode)
    let cursor = text.cursor
    text.leaveGrapheme(from: line.previous, inCommandMode: isInCommandMode)
    libedit.moveCursor(by: text.cursor - cursor)
    line.previous = text
    if !["\n/", "\n?"].contains(where: text.string.hasPrefix) { line.beforeSearch = text }
    if !source.hasInput {
      view.suggestion = view.menu == nil ? suggestion(for: text) : nil
      view.draw(text)
    }
    // Within this time, an escape may begin a sequence.
    switch nextEvent(timeout: decoder.isAmbiguous ? .milliseconds(50) : nil) {
    case .byte(let byte):
      let isQuoted = line.isQuoting
      line.isQuoting = libedit.bindings.command(of: Unicode.Scalar(byte)) == "ed-quoted-insert"
      guard let signal = lease.signalKeys[byte], !isQuoted else { return decoder.decode(byte) }
      if signal == SIGINT, view.menu?.selection != nil, !decoder.isAmbiguous {
        decoder = KeyDecoder()
        return [.character("\u{1B}")]
      }
      // As the terminal driver would, signals the whole foreground process group, so that a script that runs this
      // program stops with it.
      if signal == SIGINT { interrupt() } else { leave(by: signal) { kill(0, signal) } }
      return []
    case .timeout: return decoder.flush()
    case .end:
      line.ending = .success(.endOfInput)
      return []
    case .signal, nil: return []
    }
  }
}

// Events while a line is edited.
extension KeyReader {
  /// Waits for an event, and handles signals and ticks; `nil` after a tick, or if waiting failed.
  func nextEvent(timeout: Duration?, chunk: Int = 1) -> InputSource.Event? {
    do throws(SystemError) {
      if let failure = lease.failure { throw failure }
      let rest = options.nextTick()
      let isForTick = rest.map { $0 <= timeout ?? $0 } ?? false
      let start = system_clock()
      let event = try source.next(timeout: isForTick ? rest : timeout, chunk: chunk)
      switch event {
      case .signal:
        // The program was stopped by a signal that cannot be caught, possibly since it began to wait.
        if SignalWatch.isPending(SIGCONT) { stopped_time_note(start) }
        handleSignals()
      case .timeout where isForTick:
        tick()
        return nil
      case .byte, .end, .timeout: break
      }
      return event
    } catch {
      line.ending = .failure(error)
      return nil
    }
  }

  private func tick() {
    lease.interruptibly {
      options.onTick()
      refreshMenu()
    }
  }

  private func handleSignals() {
    guard let signals = lease.signals else { return }
    for signal in [SIGHUP, SIGTERM, SIGQUIT, SIGTSTP] where signals.take(signal) {
      if [SIGHUP, SIGTERM].contains(signal) { options.willEnd() }
      // The end of the watch stops the program.
      leave(by: signal) { if signal != SIGTSTP { raise(signal) } }
    }
    // The shell has put the program back in the foreground; `leave` consumes the signals that it causes itself.
    if signals.take(SIGCONT) { resume() }
    if signals.take(SIGWINCH) { view.erase() }
    if signals.take(SIGINT) { interrupt() }
  }

  /// Discards the line, and the rest of a paste.
  func interrupt() {
    view.leave(libedit.text.string, showing: "^C")
    decoder = KeyDecoder()
    source.discardBuffer()
    paste = Paste()
    queue = []
    line.ending = .success(.interrupted)
  }

  /// Restores the terminal and lets the signal have its original effect, to stop or end the program.
  private func leave(by signal: Int32, send: () -> Void) {
    // Writing to a terminal stopped by ^S would block, and the program should end.
    let takesOutput = !lease.terminal.isStopped
    if takesOutput { view.leave(libedit.text.string) }
    lease.leave(by: signal, takesOutput: takesOutput, send: send)
    if lease.failure == nil { resume() }
  }

  /// Takes over the terminal again, whatever its mode.
  private func resume() {
    lease.startEditing()
    lease.markPastes(true)
    view.startAgain()
  }
}

extension String {
  /// The text after a prefix; `nil` if the text does not have the prefix, or if the prefix ends within a character.
  func rest(after beginning: String) -> Substring? {
    // Compares bytes, because counting the characters of each line of a long history on every key would take too long.
    guard utf8.count >= beginning.utf8.count, utf8.starts(with: beginning.utf8) else { return nil }
    return utf8.index(startIndex, offsetBy: beginning.utf8.count).samePosition(in: self).map { self[$0...] }
  }
}
