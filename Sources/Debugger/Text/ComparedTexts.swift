/// Two texts shown one above the other so that the first difference is visible.
package struct ComparedTexts {
  let first: String
  let second: String

  /// The length of the common prefix that is kept when it is truncated.
  private static let context = 24

  /// - Parameters:
  ///   - first: A text on one line.
  ///   - second: Another one.
  ///   - width: The maximum width of each in cells. To fit, their common prefix is shortened first, down to a minimum,
  ///     and then their ends.
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
