import CLibedit

extension LineEditor {
  /// The rest of the latest line of the history that begins like the line, while the cursor is behind that.
  ///
  /// - Complexity: O(n), n the lines of the history.
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

  /// Takes over what is before the next word of the suggestion, and that word.
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
