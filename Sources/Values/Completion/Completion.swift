/// A completion of the word before the cursor.
public struct Completion: Equatable, Sendable {
  /// The replacement for the word.
  public var text: String
  /// The text shown in the menu, without the part that all candidates share where that would only repeat.
  public var label: String
  /// A short description, shown beside it in the menu.
  public var summary: String
  /// Whether the word is complete, so that a space follows; not so for a folder, whose contents follow.
  public var isFinal: Bool
  /// Whether it is spelled differently from the partial word, for example in quotes.
  package var isRespelled = false

  /// Creates a completion.
  ///
  ///   - text: The replacement for the word.
  ///   - label: The text shown in the menu; `nil` for `text`.
  ///   - summary: A short description.
  ///   - isFinal: Whether the word is complete, so that a space follows.
  ///   - isFinal: Whether the word is complete with it, so that a space follows.
  public init(_ text: String, label: String? = nil, summary: String = "", isFinal: Bool = true) {
    self.text = text
    self.label = label ?? text
    self.summary = summary
    self.isFinal = isFinal
  }

  /// The longest common prefix of the texts of all `completions`.
  ///
  /// - Complexity: O(*n*) in the total number of characters.
  package static func commonPrefix(of completions: [Completion]) -> String {
    guard var prefix = completions.first.map({ $0.text[...] }) else { return "" }
    for completion in completions.dropFirst() {
      let shared = zip(prefix, completion.text).prefix { $0 == $1 }.count
      prefix = prefix.prefix(shared)
    }
    return String(prefix)
  }
}

extension StringProtocol {
  /// The word at the end of a line up to the cursor, which a completion replaces; empty after a space.
  ///
  /// - Complexity: O(*n*) in the length of the word.
  package var completedWord: SubSequence { lastIndex(of: " ").map { self[index(after: $0)...] } ?? self[...] }
}
