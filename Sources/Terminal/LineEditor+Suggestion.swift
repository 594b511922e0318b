import CLibedit

extension LineEditor {
  /// The rest of the latest history line that begins with the current line, if the cursor is at its end.
  ///
  /// - Complexity: O(*n*) in the number of lines in the history.
  func suggestedRest() -> Substring? {
    guard suggests, let (characters, cursor) = libedit?.line, !characters.isEmpty, cursor == characters.count
    else { return nil }
    let line = Libedit.string(characters)
    guard let entry = history.entries.last(where: { $0.count > line.count && $0.hasPrefix(line) }) else {
      return nil
    }
    return entry.dropFirst(line.count)
  }

  func acceptSuggestion() -> UInt8 { insert(suggestedRest()) }

  /// Accepts the suggestion up to the end of its next word.
  func acceptSuggestedWord() -> UInt8 {
    guard let rest = suggestedRest() else { return UInt8(CC_ERROR) }
    let isInWord = { (character: Character) in character.isLetter || character.isNumber }
    let start = rest.firstIndex(where: isInWord) ?? rest.endIndex
    let end = rest[start...].firstIndex { !isInWord($0) } ?? rest.endIndex
    return insert(rest[..<end])
  }

  private func insert(_ text: Substring?) -> UInt8 {
    guard let libedit, let text else { return UInt8(CC_ERROR) }
    libedit.insert(String(text))
    return UInt8(CC_REFRESH)
  }
}
