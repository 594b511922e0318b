import CLibedit

extension LineEditor {
  /// The rest of the latest history line that begins with the current line and has not failed, if the cursor is at its
  /// end.
  ///
  /// - Complexity: O(*n*) in the number of lines in the history; each is read up to its first difference.
  func suggestedRest() -> Substring? {
    guard suggests, let (characters, cursor) = libedit?.line, !characters.isEmpty, cursor == characters.count
    else { return nil }
    let line = Libedit.string(characters)
    for entry in history.entries.reversed() {
      if let rest = entry.rest(after: line), !rest.isEmpty, !failedLines.contains(entry) { return rest }
    }
    return nil
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

extension String {
  /// The text after a prefix; `nil` if the text does not have the prefix, or if the prefix ends within a character.
  func rest(after beginning: String) -> Substring? {
    // Compares bytes, because counting the characters of each line of a long history on every key would take too long.
    guard utf8.count >= beginning.utf8.count, utf8.starts(with: beginning.utf8) else { return nil }
    return utf8.index(startIndex, offsetBy: beginning.utf8.count).samePosition(in: self).map { self[$0...] }
  }
}
