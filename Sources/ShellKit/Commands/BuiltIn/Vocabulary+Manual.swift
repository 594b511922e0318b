import Core

extension Vocabulary {
  /// Finds commands by what their help says.
  static var apropos: Command<State, Action> {
    Command(
      "apropos",
      Argument.word("WORD").repeated(),
      summary: "Find commands by words of their help",
      discussion: """
        Each word must occur in a command's name, its summary, its options, its examples or whatever else 'help' says of \
        it; case does not matter.
        """,
      examples: ["apropos clock": "what has to do with the clock", "apropos mark goto": "where both occur"]
    ) { shell, words in
      let found = shell.table.vocabularies.flatMap(\.commands).filter { $0.mentions(words.map(\.value)) }
      guard !found.isEmpty else {
        let all = words.map { "'\($0.value)'" }.joined(separator: " and ")
        throw CommandFailure("the help of no command has \(all)", remedy: "'help' lists the commands")
      }
      var table = TextTable()
      for command in found { table.add(command.usage, command.summary) }
      shell.printTable(table)
    }
  }

  /// Says which program this is.
  static var version: Command<State, Action> {
    Command("version", summary: "Show the program's version", examples: ["version": "name and version"]) {
      (shell: Shell<State, Action>) in
      let application = shell.application
      shell.print(
        "\(application.name) \(application.version.isEmpty ? "without a version" : application.version)"
      )
    }
  }
}

extension Command {
  /// Whether all these words occur in what `help` says of the command.
  fileprivate func mentions(_ words: [String]) -> Bool {
    var texts = [usage, summary, discussion] + aliases
    texts += options.flatMap { $0.names + [$0.summary] }
    texts += examples.flatMap { [$0.line, $0.explanation] }
    let help = texts.joined(separator: "\n").lowercased()
    return words.allSatisfy { help.contains($0.lowercased()) }
  }
}
