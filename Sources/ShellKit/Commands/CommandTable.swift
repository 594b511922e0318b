/// All commands of a shell, by name: the feature's own first, then those that every shell has.
struct CommandTable<State, Action> {
  let vocabularies: [Vocabulary<State, Action>]
  private let commands: [String: Command<State, Action>]

  /// A name that two vocabularies use belongs to the earlier one.
  init(_ vocabularies: [Vocabulary<State, Action>]) {
    self.vocabularies = vocabularies
    let named = vocabularies.flatMap(\.commands)
    let pairs = named.map { ($0.name, $0) } + named.flatMap { command in command.aliases.map { ($0, command) } }
    commands = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The names of all commands, without aliases, sorted.
  var names: [String] { Set(commands.values.map(\.name)).sorted() }

  /// The command that a word calls: by its name, an alias, or an unambiguous start of either.
  ///
  /// - Throws: An error at the word that says which commands it could mean, or which one is spelled like it.
  func command(for word: Word) throws(Diagnostic) -> Command<State, Action> {
    if let command = commands[word.text] { return command }
    let candidates = word.text.isEmpty ? [] : Set(commands.filter { $0.key.hasPrefix(word.text) }.values.map(\.name))
    switch candidates.count {
    case 1:
      if let command = candidates.first.flatMap({ commands[$0] }) { return command }
    case 2...:
      throw word.diagnostic(
        "'\(word.text)' is short for several commands: \(candidates.sorted().joined(separator: ", "))",
        remedy: "type one more letter"
      )
    default: break
    }
    throw word.diagnostic(
      "unknown command '\(word.text)'",
      remedy: Spelling.suggestion(for: word.text, among: commands.keys.sorted()) ?? "'help' lists the commands"
    )
  }
}
