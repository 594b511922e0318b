/// One way to complete the word before the cursor.
public struct Completion: Equatable, Sendable {
  /// What replaces the word.
  public var text: String
  /// What the menu shows of it: less than the text where that repeats what all candidates begin with.
  public var label: String
  /// What it stands for, in a few words; shown beside it in the menu.
  public var summary: String
  /// Whether the word is finished, so that a blank follows it: not so for a folder, whose contents follow.
  public var isFinal: Bool
  /// Whether it is written in another way than the word so far, such as in quotes.
  package var isRespelled = false

  /// Creates a completion.
  ///
  /// - Parameters:
  ///   - text: What takes the place of the word.
  ///   - label: What the menu shows of it; nil for the text.
  ///   - summary: What it is, in a few words.
  ///   - isFinal: Whether the word is complete with it, so that a space follows.
  public init(_ text: String, label: String? = nil, summary: String = "", isFinal: Bool = true) {
    self.text = text
    self.label = label ?? text
    self.summary = summary
    self.isFinal = isFinal
  }

  /// The longest beginning that the texts of all `completions` share.
  ///
  /// - Complexity: O(n), n the characters of all.
  package static func commonPrefix(of completions: [Completion]) -> String {
    guard var prefix = completions.first.map({ $0.text[...] }) else { return "" }
    for completion in completions.dropFirst() {
      let shared = zip(prefix, completion.text).prefix { $0 == $1 }.count
      prefix = prefix.prefix(shared)
    }
    return String(prefix)
  }
}
