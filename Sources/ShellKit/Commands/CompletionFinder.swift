/// Finds what may stand at the cursor: the names of commands, then whatever the command's parameters offer.
struct CompletionFinder<State, Action> {
  let table: CommandTable<State, Action>

  /// What may replace the word that ends at the cursor.
  ///
  /// - Parameters:
  ///   - text: The line up to the cursor.
  ///   - state: The state, which arguments may depend on.
  func completions(of text: Substring, in state: State) -> [Completion] {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    let isAtNewWord = text.isEmpty || text.last == " "
    let start = isAtNewWord ? "" : words.last ?? ""
    let before = isAtNewWord ? words : Array(words.dropLast())
    let candidates = before.isEmpty ? names : arguments(after: before, in: state)
    return candidates.filter { $0.text.hasPrefix(start) }
  }

  private var names: [Completion] {
    table.vocabularies.flatMap(\.commands)
      .map { Completion($0.name, summary: $0.summary) }
      .sorted { $0.text < $1.text }
  }

  private func arguments(after words: [String], in state: State) -> [Completion] {
    guard let command = table.command(named: words[0]) else { return [] }
    if command.completesCommands { return names }
    guard !command.completions.isEmpty else { return [] }
    let parameter = min(words.count - 1, command.completions.count - 1)
    return command.completions[parameter](state)
  }
}
