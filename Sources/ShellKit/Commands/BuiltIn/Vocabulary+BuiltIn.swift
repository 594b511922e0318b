extension Vocabulary {
  /// The commands that every shell has, whatever its feature.
  static var builtIn: [Vocabulary] {
    [
      .time, .travel.asides, .presentation, .questions.asides, .whatIf.asides, .exploring.asides,
      .assertions.asides, .scripts.asides, .sessions.asides, .shell.asides,
    ]
  }

  /// The same commands, as ones that look at the session or set up the shell; see ``Command/isPartOfLine``.
  private var asides: Vocabulary {
    var vocabulary = self
    for index in commands.indices { vocabulary.commands[index].isPartOfLine = false }
    return vocabulary
  }
}
