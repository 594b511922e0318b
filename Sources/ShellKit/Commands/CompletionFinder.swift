/// Finds what may stand at the cursor: the names of commands, then whatever the command's parameters offer.
struct CompletionFinder<State, Action> {
  let table: CommandTable<State, Action>
  /// The moments that can be gone to.
  var moments: () -> [Completion] = { [] }

  /// What may replace the word that ends at the cursor.
  ///
  /// - Parameters:
  ///   - text: The line up to the cursor.
  ///   - state: The state, which arguments may depend on.
  func completions(of text: Substring, in state: State) -> [Completion] {
    let text = text.drop { $0 == " " }
    if text.hasPrefix(".") { return actions(of: text, in: state) }
    guard let end = text.firstIndex(of: " ") else { return names.filter { $0.text.hasPrefix(text) } }
    let arguments = text[end...].drop { $0 == " " }
    let words = arguments.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let word = words.last ?? ""
    let request = CompletionRequest(state: state, text: String(arguments), word: word, moments: moments)
    let finished = words.dropLast().filter { !$0.isEmpty }
    return completions(for: String(text[..<end]), after: finished, request).filter { $0.text.hasPrefix(word) }
  }

  /// What may follow in a line that is an action.
  private func actions(of text: Substring, in state: State) -> [Completion] {
    let word = text.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let request = CompletionRequest(state: state, text: String(text), word: word, moments: moments)
    return request.actionCompletions(of: Action.self)
  }

  private var names: [Completion] {
    table.vocabularies.flatMap(\.commands)
      .map { Completion($0.name, summary: $0.summary) }
      .sorted { $0.text < $1.text }
  }

  private func completions(for name: String, after finished: [String], _ request: CompletionRequest)
    -> [Completion]
  {
    guard let command = table.command(named: name) else { return [] }
    if command.completesCommands { return finished.isEmpty ? names : [] }
    if finished.count < command.completions.count { return command.completions[finished.count](request) }
    guard let last = command.completions.last, command.severalWords.contains(true) else { return [] }
    let offered = last(request)
    // A parameter of several words before the last one is over once the last one has been written.
    if command.severalWords.last == false, offered.contains(where: { $0.text == finished.last }) { return [] }
    return offered
  }
}
