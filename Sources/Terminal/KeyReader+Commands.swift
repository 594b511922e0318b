import CLibedit
import Core
import TodoShellSystem

// Commands that libedit calls for keys. Each returns the action that libedit takes next.
extension KeyReader {
  func addCommands() {
    clibedit_set_client_data(libedit.handle, Unmanaged.passUnretained(self).toOpaque())
    clibedit_set_reader(libedit.handle) { handle, result in
      guard let character = reader(of: handle).nextCharacter() else { return 0 }
      result?.pointee = character
      return 1
    }
    let add = libedit.addCommand
    add("shell-complete", { run($0, $1, KeyReader.completeWord) })
    add("shell-walk", { run($0, $1, KeyReader.walkMenu) })
    add("shell-older", { handle, _ in UInt8(reader(of: handle).recall(-1)) })
    add("shell-newer", { handle, _ in UInt8(reader(of: handle).recall(1)) })
    add("shell-end", { run($0, $1, KeyReader.moveToEnd) })
    add("shell-paste", { run($0, $1, KeyReader.insertPaste) })
    add("shell-accept", { run($0, $1, KeyReader.acceptSuggestion) })
    add("shell-accept-word", { run($0, $1, KeyReader.acceptWord) })
    add("shell-vi", { handle, key in UInt8(reader(of: handle).changeViMode(by: key)) })
    add("shell-edit", { run($0, $1, KeyReader.editInFile) })
    add("shell-clear", { run($0, $1, KeyReader.clearScreen) })
  }

  /// With vi keys, libedit's own command stops before the last character.
  private func moveToEnd() -> Int32 {
    libedit.moveToEnd()
    return CC_CURSOR
  }

  private func clearScreen() -> Int32 {
    view.clear()
    return CC_NORM
  }
}

private func reader(of handle: OpaquePointer?) -> KeyReader {
  Unmanaged<KeyReader>.fromOpaque(clibedit_client_data(handle)).takeUnretainedValue()
}

private func run(_ handle: OpaquePointer?, _: wint_t, _ command: (KeyReader) -> () -> Int32) -> UInt8 {
  UInt8(command(reader(of: handle))())
}

// Completion.
extension KeyReader {
  /// Completes the word before the cursor. A single candidate is inserted; for several, their common prefix is
  /// inserted, and a menu of all candidates opens.
  private func completeWord() -> Int32 {
    let text = libedit.text
    let before = text.beforeCursor
    let completions = completions(after: before, text.afterCursor)
    guard let first = completions.first else { return CC_ERROR }
    let word = before.completedWord
    if completions.count == 1 {
      replace(word, with: first)
      return CC_REFRESH
    }
    let shared = Completion.commonPrefix(of: completions)
    let isLonger = !first.isFoundByTitle && shared.count >= word.count
    let typed = isLonger ? shared : String(word)
    replace(word, with: typed)
    view.menu = CompletionMenu(completions, for: typed, columns: view.shown.columns)
    return CC_REFRESH
  }

  private func completions(after before: String, _ rest: String) -> [Completion] {
    let line = before + rest
    return options.complete(line, line.utf8.index(line.startIndex, offsetBy: before.utf8.count))
  }

  /// Replaces the word before the cursor by a completion, after which another word can be typed.
  private func replace(_ word: some StringProtocol, with completion: Completion) {
    let rest = libedit.text.afterCursor
    let isApart = !completion.isFinal || rest.unicodeScalars.first == " "
    replace(word, with: completion.text + (isApart ? "" : " "))
    if options.suggests, completion.isFoundByTitle, !completion.text.contains(completion.title),
      rest.isEmpty
    {
      view.hint = " # \(completion.title)"
    }
  }

  private func replace(_ word: some StringProtocol, with text: String) {
    guard word != text else { return }
    // The common prefix is kept, so that the cursor of a slow terminal does not jump.
    let kept = zip(word.unicodeScalars, text.unicodeScalars).prefix { $0 == $1 }.count
    libedit.delete(word.unicodeScalars.count - kept)
    libedit.insert(String(text.unicodeScalars.dropFirst(kept)))
  }

  /// Performs a key's action in the menu.
  private func walkMenu() -> Int32 {
    guard var menu = view.menu else { return CC_ERROR }
    let inserted = menu.inserted
    if menu.walk() {
      replace(inserted, with: menu.inserted)
      view.menu = menu
    } else {
      view.menu = nil
      if let accepted = menu.accepted { replace(inserted, with: accepted) }
      if menu.step == .restore { replace(inserted, with: menu.typed) }
    }
    return CC_REFRESH
  }

  /// Updates the entries of the menu, because the session that they depend on may have continued.
  func refreshMenu() {
    guard let menu = view.menu else { return }
    let text = libedit.text
    let before = text.beforeCursor.unicodeScalars.dropLast(menu.inserted.unicodeScalars.count)
    let completions = completions(after: String(before) + menu.typed, text.afterCursor)
    if view.menu?.update(completions) == false { view.menu = nil }
  }
}

// Other lines: of the same text, recalled, or suggested.
extension KeyReader {
  /// Moves the cursor to another line of the text, or recalls an older (-1) or newer (1) line.
  private func recall(_ step: Int) -> Int32 {
    let text = libedit.text
    if let climb = LineClimb(step, in: text, after: line.climb, inCommandMode: isInCommandMode) {
      line.climb = climb
      libedit.moveCursor(by: climb.text.cursor - text.cursor)
      return CC_CURSOR
    }
    var walk =
      line.walk.flatMap { $0.shown == text.string ? $0 : nil } ?? HistoryWalk(from: text, in: history.entries)
    guard walk.move(step, in: history.entries) else { return CC_ERROR }
    libedit.replaceLine(with: walk.shown)
    line.walk = walk
    return CC_REFRESH
  }

  private func acceptSuggestion() -> Int32 {
    insert(suggestion(for: libedit.text))
  }

  /// Accepts the suggestion up to the end of its next word.
  private func acceptWord() -> Int32 {
    guard let rest = suggestion(for: libedit.text) else { return CC_ERROR }
    let isInWord = { (character: Character) in character.isLetter || character.isNumber }
    let start = rest.firstIndex(where: isInWord) ?? rest.endIndex
    let end = rest[start...].firstIndex { !isInWord($0) } ?? rest.endIndex
    return insert(rest[..<end])
  }

  private func insert(_ text: Substring?) -> Int32 {
    guard let text else { return CC_ERROR }
    libedit.insert(String(text))
    return CC_REFRESH
  }
}

// Text that does not come from keys.
extension KeyReader {
  /// Inserts the pasted text up to its next line break, literally, and then runs the line; the next line begins with
  /// the text after the break.
  private func insertPaste() -> Int32 {
    if paste.isAnnounced { receivePaste() }
    guard line.ending == nil else { return CC_NORM }
    let (text, isWholeLine) = paste.takeLine()
    libedit.insert(text)
    if isWholeLine { queue = [wchar_t(UInt8.carriageReturn), wchar_t(SpecialKey.paste.code)] + queue }
    return CC_REFRESH
  }

  /// Passes the paste to libedit as if typed, without characters that would act as keys, for modes such as a search
  /// that accept text but run no commands.
  func typePaste() {
    receivePaste()
    queue += Libedit.wide(paste.takeAll()).filter { $0 >= 0x20 && !(0x7F..<0xA0).contains($0) }
  }

  /// Reads the whole paste before its first line runs. While a command runs, the terminal is in its usual mode, in
  /// which the driver would echo the rest, interpret some characters as keys and truncate long lines.
  private func receivePaste() {
    paste.isAnnounced = false
    var isInterrupt = false
    while line.ending == nil {
      // A paste may pause after a byte that is also the interrupt key. More bytes at once would delay signals, fewer
      // would take a system call for each.
      switch nextEvent(timeout: isInterrupt ? .milliseconds(200) : nil, chunk: 4096) {
      case .byte(let byte):
        // An interrupt key that the user presses arrives alone; pasted text continues.
        isInterrupt = lease.signalKeys[byte] == SIGINT && !source.hasInput
        if paste.append(byte) { return }
      case .end: line.ending = .success(.endOfInput)
      case .timeout where isInterrupt: interrupt()
      case .signal, .timeout, nil: continue
      }
    }
  }

  /// Opens the line, or the previous line if it is empty, in the user's editor, and reads the saved text.
  ///
  /// An empty file reads as an empty line. If the editor fails, the line is unchanged.
  private func editInFile() -> Int32 {
    let text = libedit.text
    let isEmpty = text.string.allSatisfy(\.isWhitespace)
    view.leave(text.string)
    lease.markPastes(false)
    let result = lease.lend {
      Result { () throws(FileEditing.Failure) in
        try FileEditing.edit(
          isEmpty ? history.entries.last ?? "" : text.string,
          with: options.editorCommand
        )
      }
    }
    switch result {
    case .success(let text):
      let shown = text.split(whereSeparator: \.isNewline).map { String($0).controlCharactersEscaped }
      lease.terminal.emit("\r\(view.prompt)\(shown.joined(separator: "\n"))\n")
      line.ending = lease.failure.map { .failure($0) } ?? .success(.line(text))
      return CC_EOF
    case .failure(let failure):
      lease.terminal.emit("\rerror: \(failure.message.controlCharactersEscaped); the line is unchanged\n")
      lease.markPastes(true)
      return CC_NORM
    }
  }

  private func changeViMode(by key: wint_t) -> Int32 {
    var mode = line.viMode
    guard let (character, movesBack) = mode.change(by: key, in: libedit.text) else { return CC_ERROR }
    queue.insert(character, at: 0)
    if movesBack { libedit.moveCursor(by: 1) }
    set(mode)
    // A count typed before the key applies to libedit's command.
    return CC_ARGHACK
  }

  func set(_ mode: ViMode) {
    let isSame = mode.isCommand == isInCommandMode
    line.viMode = mode
    if !isSame, let prompt = options.onModeChange?() { view.prompt = prompt }
  }
}
