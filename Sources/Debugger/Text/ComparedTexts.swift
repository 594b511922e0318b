/// Two texts that are shown one below the other, so that one sees where they begin to differ.
package struct ComparedTexts {
  let first: String
  let second: String

  /// How much is shown of what they have in common, where not all of it is.
  private static var context: Int { 24 }

  /// - Parameters:
  ///   - first: A text on one line.
  ///   - second: Another one.
  ///   - width: How many cells each may have. What does not fit is left out of their common beginning, as far as there is
  ///     enough of it, and then of their ends.
  init(_ first: String, _ second: String, width: Int) {
    let common = zip(first, second).prefix { $0 == $1 }.count
    let excess = max(first.cellWidth, second.cellWidth) - width
    // The ellipsis takes a cell, too.
    let hidden = excess > 0 ? min(excess + 1, common - Self.context) : 0
    func shown(_ text: String) -> String {
      (hidden > 1 ? "…" + text.dropFirst(hidden) : text).truncated(to: width)
    }
    self.first = shown(first)
    self.second = shown(second)
  }
}
