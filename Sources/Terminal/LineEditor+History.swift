import CLibedit

extension LineEditor {
  /// A walk through the lines of the history that begin like the line from which it started.
  ///
  /// libedit has such keys, too; but of a line of more than 1024 characters they bring back only the beginning.
  struct Recall {
    /// The line from which the walk started, to come back to.
    let original: String
    /// What was before the cursor.
    let beginning: String
    /// The recalled line's place in the history; its end stands for `original`.
    var position: Int
    /// The line as the walk has left it: when it is another now, it was edited, and the walk is over.
    var shown: String
  }

  func recallOlder() -> UInt8 {
    if let moved = moveCursor(byLines: -1) { return moved }
    guard let libedit, var recall = currentRecall() else { return UInt8(CC_ERROR) }
    let lines = history.entries
    let older = lines[..<recall.position].lastIndex {
      $0.hasPrefix(recall.beginning) && $0 != recall.shown
    }
    guard let older else { return UInt8(CC_ERROR) }
    recall.position = older
    recall.shown = lines[older]
    libedit.replaceLine(with: recall.shown)
    self.recall = recall
    return UInt8(CC_REFRESH)
  }

  func recallNewer() -> UInt8 {
    if let moved = moveCursor(byLines: 1) { return moved }
    guard let libedit, var recall = currentRecall(), recall.position < history.entries.count else {
      return UInt8(CC_ERROR)
    }
    let lines = history.entries
    let newer = lines[(recall.position + 1)...].firstIndex {
      $0.hasPrefix(recall.beginning) && $0 != recall.shown
    }
    recall.position = newer ?? lines.endIndex
    recall.shown = newer.map { lines[$0] } ?? recall.original
    libedit.replaceLine(with: recall.shown)
    self.recall = recall
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
