extension Vocabulary {
  /// The commands of every shell, whatever its feature.
  static var builtIn: [Vocabulary] {
    let all: [Vocabulary] = [
      .time, .travel.nonMutating, .presentation, .questions.nonMutating, .whatIf.nonMutating,
      .exploring.nonMutating,
      .assertions.nonMutating, .scripts.nonMutating, .sessions.nonMutating, .shell.nonMutating,
    ]
    return all.map(\.paged.builtIn)
  }

  /// The same commands, marked as those of the shell.
  var builtIn: Vocabulary {
    var vocabulary = self
    vocabulary.isBuiltIn = true
    return vocabulary
  }

  /// The same commands, with those paged whose output can be long.
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

  /// The same commands, marked as not part of the line; see ``Command/isPartOfLine``.
  package var nonMutating: Vocabulary {
    var vocabulary = self
    for index in commands.indices { vocabulary.commands[index].isPartOfLine = false }
    return vocabulary
  }
}
