/// A completion of the word before the cursor.
public struct Completion: Equatable, Sendable {
  /// The replacement for the word.
  public var text: String
  /// The text shown in the menu, without the part that all candidates share where that would only repeat.
  public var label: String
  /// A short description, shown beside it in the menu.
  public var summary: String
  /// The title of the element that an index stands for, empty if there is none. Its words also find the completion.
  public var title: String
  /// Whether the word is complete, so that a space follows; not so for a folder, whose contents follow.
  public var isFinal: Bool
  /// Whether it does not start with the partial word: it is in quotes, or found by its title.
  package var isRespelled = false

  /// Creates a completion.
  ///
  /// - Parameters:
  ///   - text: The replacement for the word.
  ///   - label: The text shown in the menu; `nil` for `text`.
  ///   - summary: A short description; `nil` for `title`.
  ///   - title: The title of the element that an index stands for: `toggle M` finds the todo "Oat milk".
  ///   - isFinal: Whether the word is complete, so that a space follows.
  public init(
    _ text: String,
    label: String? = nil,
    summary: String? = nil,
    title: String = "",
    isFinal: Bool = true
  ) {
    self.text = text
    self.label = label ?? text
    self.summary = summary ?? title
    self.title = title
    self.isFinal = isFinal
  }

  /// The completions that match a partial word: those that start with it or, if there are none, those with a title in
  /// which a word starts with it, in upper or lower case.
  ///
  /// - Complexity: O(*n*) in the total number of characters.
  package static func matches(of word: String, among completions: [Completion]) -> [Completion] {
    let exact = completions.filter { $0.isRespelled || $0.text.hasPrefix(word) }
    guard exact.isEmpty else { return exact }
    return completions.filter { $0.isFound(by: word.lowercased()) }.map { completion in
      var completion = completion
      completion.isRespelled = true
      return completion
    }
  }

  /// Whether it was found by its title rather than by its text.
  package var isFoundByTitle: Bool { isRespelled && !title.isEmpty }

  /// Whether a word of its title starts with `start`, in lower case.
  private func isFound(by start: String) -> Bool {
    guard !title.isEmpty else { return false }
    let title = title.lowercased()
    return title.hasPrefix(start)
      || title.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(start) }
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
