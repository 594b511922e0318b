import CLibedit

extension LineEditor {
  /// Recalls the lines of the history that begin like the line on which recalling started.
  ///
  /// libedit has such keys, too, but they restore only the first 1024 characters of the original line.
  struct Recall {
    /// The line on which recalling started, to return to.
    let original: String
    /// The text before the cursor.
    let beginning: String
    /// The position of the recalled line in the history; its end represents `original`.
    var position: Int
    /// The recalled line as shown; if the current line differs, it was edited, and recalling ends.
    var shown: String
  }

  func recallOlder() -> UInt8 {
    if let moved = moveCursor(byLines: -1) { return moved }
    guard var recall = currentRecall() else { return UInt8(CC_ERROR) }
    let lines = history.entries
    let older = lines[..<recall.position].lastIndex {
      $0.hasPrefix(recall.beginning) && $0 != recall.shown
    }
    guard let older else { return UInt8(CC_ERROR) }
    recall.position = older
    return show(recall, lines[older])
  }

  func recallNewer() -> UInt8 {
    if let moved = moveCursor(byLines: 1) { return moved }
    guard var recall = currentRecall(), recall.position < history.entries.count else {
      return UInt8(CC_ERROR)
    }
    let lines = history.entries
    let newer = lines[(recall.position + 1)...].firstIndex {
      $0.hasPrefix(recall.beginning) && $0 != recall.shown
    }
    recall.position = newer ?? lines.endIndex
    return show(recall, newer.map { lines[$0] } ?? recall.original)
  }

  private func show(_ recall: Recall, _ line: String) -> UInt8 {
    libedit?.replaceLine(with: line)
    self.recall = recall
    self.recall?.shown = line
    return UInt8(CC_REFRESH)
  }

  private func currentRecall() -> Recall? {
    guard let (characters, cursor) = libedit?.line else { return nil }
    let line = Libedit.string(characters)
    if let recall, recall.shown == line { return recall }
    let beginning = Libedit.string(characters[..<cursor])
    return Recall(original: line, beginning: beginning, position: history.entries.endIndex, shown: line)
  }
}
