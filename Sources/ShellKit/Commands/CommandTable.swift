/// All commands of a shell, by name: the feature's own first, then those that every shell has.
struct CommandTable<State, Action> {
  let vocabularies: [Vocabulary<State, Action>]
  private let commands: [String: Command<State, Action>]

  /// A name that two vocabularies use belongs to the earlier one.
  init(_ vocabularies: [Vocabulary<State, Action>]) {
    self.vocabularies = vocabularies
    let named = vocabularies.flatMap(\.commands)
    let pairs =
      named.map { ($0.name, $0) } + named.flatMap { command in command.aliases.map { ($0, command) } }
    commands = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The command that a name or an unambiguous start of one calls, if there is one.
  func command(named name: String) -> Command<State, Action>? {
    if let command = commands[name] { return command }
    let names = candidates(for: name)
    return names.count == 1 ? names.first.flatMap { commands[$0] } : nil
  }

  private func candidates(for start: String) -> Set<String> {
    start.isEmpty ? [] : Set(commands.filter { $0.key.hasPrefix(start) }.values.map(\.name))
  }

  /// The command that a word calls: by its name, an alias, or an unambiguous start of either.
  ///
  /// - Throws: An error at the word that says which commands it could mean, or which one is spelled like it.
  func command(for word: Word) throws(Diagnostic) -> Command<State, Action> {
    if let command = command(named: word.text) { return command }
    let candidates = candidates(for: word.text)
    if candidates.count > 1 {
      throw word.diagnostic(
        "'\(word.text)' is short for several commands: \(candidates.sorted().joined(separator: ", "))",
        remedy: "type one more letter"
      )
    }
    throw word.diagnostic(
      "unknown command '\(word.text)'",
      remedy: Spelling.suggestion(for: word.text, among: commands.keys.sorted())
        ?? "'help' lists the commands"
    )
  }
}
