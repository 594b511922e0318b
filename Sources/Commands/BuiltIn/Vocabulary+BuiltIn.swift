extension Vocabulary {
  /// The commands that every shell has, whatever its feature.
  static var builtIn: [Vocabulary] {
    let all: [Vocabulary] = [
      .time, .travel.asides, .presentation, .questions.asides, .whatIf.asides, .exploring.asides,
      .assertions.asides, .scripts.asides, .sessions.asides, .shell.asides,
    ]
    return all.map(\.paged)
  }

  /// The same commands, with those marked that show things of any length.
  private var paged: Vocabulary {
    let names = [
      "log", "tree", "state", "help", "print", "show", "diff", "moves", "find", "when", "effects", "history",
      "apropos",
    ]
    var vocabulary = self
    for index in commands.indices where names.contains(commands[index].name) {
      vocabulary.commands[index].isPaged = true
    }
    return vocabulary
  }

  /// The same commands, as ones that look at the session or set up the shell; see ``Command/isPartOfLine``.
  private var asides: Vocabulary {
    var vocabulary = self
    for index in commands.indices { vocabulary.commands[index].isPartOfLine = false }
    return vocabulary
  }
}
