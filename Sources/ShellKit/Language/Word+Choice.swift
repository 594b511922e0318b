extension Word {
  /// The choice that the word names, in full or by an unambiguous start; `nil` when it names none or several.
  func choice<Value>(among choices: [(word: String, value: Value)]) -> Value? {
    let text = text
    if let exact = choices.first(where: { $0.word == text }) { return exact.value }
    let matches = choices.filter { $0.word.hasPrefix(text) }
    return matches.count == 1 && !text.isEmpty ? matches[0].value : nil
  }

  /// The choice that the word names, in full or by an unambiguous start, or in full behind the dot of a case: `.all` is
  /// what a variable holds.
  ///
  /// - Parameters:
  ///   - noun: What is chosen, for the error "filter is one of all, active, completed, not 'done'".
  ///   - choices: The words, and what each stands for.
  /// - Throws: What there is to choose from, and which of it is spelled like the word.
  func choice<Value>(
    _ noun: String,
    among choices: [(word: String, value: Value)]
  ) throws(Diagnostic) -> Value {
    if let value = choice(among: choices) { return value }
    let text = text
    if let named = choices.first(where: { ".\($0.word)" == text }) { return named.value }
    let words = choices.map(\.word)
    throw diagnostic(
      "\(noun) is one of \(words.joined(separator: ", ")), not '\(text)'",
      remedy: Spelling.suggestion(for: text, among: words)
    )
  }
}
