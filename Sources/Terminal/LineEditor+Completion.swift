import CLibedit
import Glibc

extension LineEditor {
  /// The menu below the line.
  struct OpenMenu {
    var completions: [Completion]
    /// The word that was typed.
    let typed: String
    /// The entry that is in the line instead.
    var selection: Int?
    /// The first row that is shown.
    var top = 0
    /// What the last key does.
    var step = CompletionMenu.Step.next
    /// What is in the line.
    var inserted: String { selection.map { completions[$0].text } ?? typed }
  }

  /// Completes the word before the cursor. A single candidate is inserted; for several, their common prefix is
  /// inserted, and a second Tab opens a menu of all.
  func completeWord() -> UInt8 {
    guard let libedit, complete != nil else { return UInt8(CC_ERROR) }
    let (characters, cursor) = libedit.line
    let isRepeated = lastCompletion.map { $0.characters == characters && $0.cursor == cursor } ?? false
    let before = Libedit.string(characters[..<cursor])
    let completions = completions(after: before, characters[cursor...])
    defer { lastCompletion = libedit.line }
    guard let first = completions.first else { return UInt8(CC_ERROR) }

    let word = before.completedWord
    if completions.count == 1 {
      replace(word, with: first)
      return UInt8(CC_REFRESH)
    }
    let shared = Completion.commonPrefix(of: completions)
    if !first.isFoundByTitle, shared.count >= word.count, shared != word {
      replace(word, with: shared)
      return UInt8(CC_REFRESH)
    }
    guard isRepeated else { return UInt8(CC_ERROR) }
    menu = OpenMenu(completions: completions, typed: String(word))
    return UInt8(CC_NORM)
  }

  private func completions(after before: String, _ rest: ArraySlice<wchar_t>) -> [Completion] {
    let line = before + Libedit.string(rest)
    let cursor = line.unicodeScalars.index(line.startIndex, offsetBy: before.unicodeScalars.count)
    return complete?(line, cursor) ?? []
  }

  /// Replaces the word before the cursor by a completion, after which another word can be typed.
  private func replace(_ word: some StringProtocol, with completion: Completion) {
    let (characters, cursor) = libedit?.line ?? ([], 0)
    replace(
      word,
      with: completion.text + (completion.isFinal && characters[cursor...].first != 0x20 ? " " : "")
    )
    if suggests, completion.isFoundByTitle, !completion.text.contains(completion.title),
      cursor == characters.count
    {
      hint = " # \(completion.title)"
    }
  }

  private func replace(_ word: some StringProtocol, with text: String) {
    guard word != text else { return }
    // The common prefix is kept, so that the cursor of a slow terminal does not jump.
    let kept = zip(word.unicodeScalars, text.unicodeScalars).prefix { $0 == $1 }.count
    libedit?.delete(word.unicodeScalars.count - kept)
    libedit?.insert(String(text.unicodeScalars.dropFirst(kept)))
  }
}

// The open menu, which is walked with Tab and arrow keys; the selected entry is in the line.
extension LineEditor {
  private static let backTab = Array("\u{1B}[Z".utf8)

  /// What keys do in the menu; `nil` if they are for the line.
  func menuStep(for keys: [KeyDecoder.Key]) -> CompletionMenu.Step? {
    guard let menu, keys.count == 1 else { return nil }
    switch keys[0] {
    case .character("\u{1B}"): return .restore
    case .character("\r"), .character("\n"): return menu.selection.map { _ in .accept }
    case .character(let scalar):
      guard scalar.value < 0x20 else { return nil }
      switch libedit?.bindings[[UInt8(scalar.value)]] {
      case "shell-complete": return .next
      case "shell-newer": return .down
      case "shell-older": return .up
      default: return nil
      }
    case .sequence(Self.backTab): return .previous
    case .sequence(let bytes):
      switch SpecialKey(sequence: bytes) {
      case .down: return .down
      case .up: return .up
      case .right: return menu.selection.map { _ in .right }
      case .left: return menu.selection.map { _ in .left }
      default: return nil
      }
    }
  }

  /// Updates the entries of the menu, because the session that they depend on may have continued. The menu closes if its
  /// selected entry is gone.
  func refreshMenu() {
    guard let menu, let libedit else { return }
    let (characters, cursor) = libedit.line
    let before = Libedit.string(characters[..<cursor]).unicodeScalars
    let start = String(before.dropLast(menu.inserted.unicodeScalars.count))
    let completions = completions(after: start + menu.typed, characters[cursor...])
    guard completions != menu.completions else { return }
    let selection = menu.selection.flatMap { _ in completions.firstIndex { $0.text == menu.inserted } }
    guard !completions.isEmpty, (selection == nil) == (menu.selection == nil) else { return self.menu = nil }
    self.menu?.completions = completions
    self.menu?.selection = selection
  }

  /// Does what a key does in the menu.
  func walkMenu() -> UInt8 {
    guard let menu else { return UInt8(CC_ERROR) }
    let inserted = menu.inserted
    let layout = CompletionMenu(menu.completions, columns: shown.columns)
    if let entry = layout.entry(after: menu.selection, menu.step) {
      replace(inserted, with: menu.completions[entry].text)
      self.menu?.selection = entry
      return UInt8(CC_REFRESH)
    }
    self.menu = nil
    switch (menu.step, menu.selection) {
    case (.accept, let selection?): replace(inserted, with: menu.completions[selection])
    case (.restore, _): replace(inserted, with: menu.typed)
    default: break
    }
    return UInt8(CC_REFRESH)
  }

  /// Adds as many rows of the menu as the screen has room for, among them that of the selected entry.
  func putMenu(in image: inout LineImage) {
    guard let menu else { return }
    let layout = CompletionMenu(menu.completions, columns: image.columns)
    var room = image.rows - image.end.row - 1
    guard room > 0 else { return }
    let showsPlace = layout.rowCount > room && room > 1
    if showsPlace { room -= 1 }
    let selected = menu.selection.map { $0 % layout.rowCount } ?? 0
    let top = min(max(menu.top, selected - room + 1), selected, max(layout.rowCount - room, 0))
    self.menu?.top = top
    let rows = top..<min(top + room, layout.rowCount)
    for row in rows {
      image.put("\n")
      for piece in layout.pieces(ofRow: row) {
        let isSelected = piece.entry != nil && piece.entry == menu.selection
        image.put(piece.text, isSelected && codes.isANSI ? ScreenCodes.inverse : "")
      }
    }
    guard showsPlace else { return }
    image.put("\n")
    let place = "rows \(rows.lowerBound + 1) to \(rows.upperBound) of \(layout.rowCount)"
    image.put(place.truncated(to: image.columns - 1), codes.isANSI ? Style.dimmed.sequence : "")
  }
}
