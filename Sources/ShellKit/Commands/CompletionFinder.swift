/// Finds what may stand at the cursor: the names of commands, then whatever the command's parameters offer.
struct CompletionFinder<State, Action> {
  let table: CommandTable<State, Action>

  /// What may replace the word that ends at the cursor.
  ///
  /// - Parameters:
  ///   - text: The line up to the cursor.
  ///   - state: The state, which arguments may depend on.
  func completions(of text: Substring, in state: State) -> [Completion] {
    let text = text.drop { $0 == " " }
    guard let end = text.firstIndex(of: " ") else { return names.filter { $0.text.hasPrefix(text) } }
    let arguments = text[end...].drop { $0 == " " }
    let words = arguments.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let word = words.last ?? ""
    let request = CompletionRequest(state: state, text: String(arguments), word: word)
    let position = words.dropLast().count { !$0.isEmpty }
    return completions(for: String(text[..<end]), at: position, request).filter { $0.text.hasPrefix(word) }
  }

  private var names: [Completion] {
    table.vocabularies.flatMap(\.commands)
      .map { Completion($0.name, summary: $0.summary) }
      .sorted { $0.text < $1.text }
  }

  private func completions(for name: String, at position: Int, _ request: CompletionRequest) -> [Completion] {
    guard let command = table.command(named: name) else { return [] }
    if command.completesCommands { return names }
    guard !command.completions.isEmpty else { return [] }
    // The last parameter may take several words.
    return command.completions[min(position, command.completions.count - 1)](request)
  }
}
