import CLibedit

extension LineEditor {
  /// Completes the word before the cursor. A single candidate is inserted; for several, their common prefix is
  /// inserted, and a second Tab shows them all.
  func completeWord() -> UInt8 {
    guard let libedit, let complete else { return UInt8(CC_ERROR) }
    let (characters, cursor) = libedit.line
    let isRepeated = lastCompletion.map { $0.characters == characters && $0.cursor == cursor } ?? false
    let before = Libedit.string(characters[..<cursor])
    let line = before + Libedit.string(characters[cursor...])
    let completions = complete(line, line.unicodeScalars.index(line.startIndex, offsetBy: cursor))
    defer { lastCompletion = libedit.line }
    guard let first = completions.first else { return UInt8(CC_ERROR) }

    let word = before.completedWord
    if completions.count == 1 {
      let continues = characters[cursor...].first == 0x20
      replace(word, with: first.text + (first.isFinal && !continues ? " " : ""))
      return UInt8(CC_REFRESH)
    }
    let shared = Completion.commonPrefix(of: completions)
    if shared.count >= word.count, shared != word {
      replace(word, with: shared)
      return UInt8(CC_REFRESH)
    }
    guard isRepeated else { return UInt8(CC_ERROR) }
    show(completions)
    return UInt8(CC_NORM)
  }

  private func replace(_ word: Substring, with text: String) {
    guard word != text else { return }
    // The common prefix is kept, so that the cursor of a slow terminal does not jump.
    let kept = zip(word.unicodeScalars, text.unicodeScalars).prefix { $0 == $1 }.count
    libedit?.delete(word.unicodeScalars.count - kept)
    libedit?.insert(String(text.unicodeScalars.dropFirst(kept)))
  }

  /// Shows the completions below the line, a screen at a time, and then redraws the line below them.
  private func show(_ completions: [Completion]) {
    leaveLine()
    isPaging = true
    repeat {
      interruption = nil
      showPages(of: completions)
    } while interruption == .resize
    forgetLine()
    finishPaging()
  }

  /// Shows pages of completions until the user quits or the window is resized.
  private func showPages(of completions: [Completion]) {
    let size = terminal.size
    let page = max(size.rows - 1, 1)
    var lines = CompletionMenu.lines(for: completions, columns: size.columns)[...]
    var room = page
    while true {
      emit(lines.prefix(room).map { $0 + "\n" }.joined())
      lines = lines.dropFirst(room)
      guard !lines.isEmpty, let next = askForMore(remaining: lines.count, page: page) else { return }
      room = next
    }
  }

  /// Asks how many more lines to show; `nil` for none.
  private func askForMore(remaining: Int, page: Int) -> Int? {
    let question = "-- \(remaining) more: space, return, q --"
    emit(String(question.prefix(max(terminal.size.columns - 1, 1))))
    defer { emit("\r" + codes.eraseRow) }
    while let character = nextCharacter() {
      switch character {
      case 0x20, 0x09: return page
      case 0x0A, 0x0D: return 1
      case 0x71, 0x51, 0x1B: return nil
      case 0x80..<0xA0: return nil
      default:
        // Other keys belong to the line.
        queue.insert(character, at: 0)
        return nil
      }
    }
    return nil
  }
}
