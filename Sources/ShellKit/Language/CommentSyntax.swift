/// The rule for comments, for everything that reads lines.
enum CommentSyntax {
  /// What to do about a `#` that was meant to begin one.
  static var hint: String { "put a space before and after the '#' of a comment" }

  /// Whether a `#` at the start of a word begins a comment.
  ///
  /// At the start of a line it always does. Behind other words it does unless a digit or a `$` follows directly: `#2` is
  /// a moment, and `#$n` may be one.
  ///
  /// - Parameters:
  ///   - isFirstWord: Whether the line starts with it.
  ///   - next: The byte that follows; `nil` at the end of the line.
  static func begins(isFirstWord: Bool, before next: UInt8?) -> Bool {
    guard !isFirstWord, let next else { return true }
    return !next.isDigit && next != .dollar
  }
}
