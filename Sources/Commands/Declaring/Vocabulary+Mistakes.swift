extension Vocabulary {
  /// What is declared so that nobody can use it.
  var mistakes: [String] {
    var taken: Set<String> = []
    return commands.flatMap { command in
      let names = [command.name] + command.aliases
      let duplicates = names.filter { !taken.insert($0).inserted }
      return names.filter { !$0.isNameOfCommand }.map {
        """
        The command '\($0)' cannot be called: its name is not read as one word. Start it with a letter, and go on with \
        letters, digits, '-' and '_'.
        """
      }
        + duplicates.map {
          "Two commands are called '\($0)', of which only the first can be. Give each its own name."
        }
        + [command.mistake].compactMap(\.self).map {
          """
          The command '\(command.usage)' cannot be used as it is declared: \($0). Declare what takes the rest of a line \
          last, or let it leave words to what follows: Argument.text("TEXT", leaving: 1).
          """
        }
    }
  }
}

extension String {
  /// Whether a line with nothing else is one word, which calls a command.
  fileprivate var isNameOfCommand: Bool {
    if utf8.allSatisfy(\.isASCIILetter), !isEmpty { return true }
    guard let line = try? CommandLine.parse(self), line.kind == .command, line.words.count == 1 else {
      return false
    }
    return line.words[0].text == self && (try? line.variables())?.isEmpty == true
  }
}
