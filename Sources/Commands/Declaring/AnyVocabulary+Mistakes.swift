extension AnyVocabulary {
  /// Descriptions of declarations that cannot be used.
  var mistakes: [String] {
    var taken: Set<String> = []
    return commands.flatMap { command in
      let names = command.names
      let duplicates = names.filter { !taken.insert($0).inserted }
      return names.filter { !$0.isNameOfCommand }.map {
        """
        The command '\($0)' cannot be called: its name does not parse as one word. Use a letter followed by letters, \
        digits, '-' and '_'.
        """
      }
        + duplicates.map {
          "Two commands are named '\($0)', and only the first can be called. Rename one of them."
        }
        + [command.mistake].compactMap(\.self).map {
          """
          The command '\(command.usage)' cannot be used as declared: \($0). Put a parameter that takes the rest of the \
          line last, or let it leave words to those that follow: Argument.text("TEXT", leaving: 1).
          """
        }
    }
  }

  /// Descriptions of commands that would take the place of built-in ones.
  func mistakes(hiding builtIn: [AnyVocabulary]) -> [String] {
    let names = Set(builtIn.flatMap(\.entries).map(\.name))
    return entries.map(\.name).filter(names.contains).map {
      "The command '\($0)' hides the built-in command of that name, which scripts and help refer to. Rename it."
    }
  }
}

extension String {
  /// Whether a line with only this text parses as one word that can name a command.
  var isNameOfCommand: Bool {
    if utf8.allSatisfy(\.isASCIILetter), !isEmpty { return true }
    guard let line = try? ScriptLine.parse(self), line.kind == .command, line.words.count == 1 else {
      return false
    }
    return line.words[0].text == self && (try? line.variables())?.isEmpty == true
  }
}
