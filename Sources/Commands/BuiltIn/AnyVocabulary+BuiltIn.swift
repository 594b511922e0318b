extension AnyVocabulary {
  /// The commands of every shell, whatever its feature.
  static func builtIn(_ types: FeatureTypes) -> [AnyVocabulary] {
    let all: [AnyVocabulary] = [
      .time, .travel(types).nonMutating, .presentation, .questions(types).nonMutating, .whatIf.nonMutating,
      .exploring(types).nonMutating,
      .assertions(types).nonMutating, .scripts.nonMutating, .sessions.nonMutating, .shell.nonMutating,
    ]
    return all.map(\.paged.builtIn)
  }

  /// The same commands, marked as those of the shell.
  var builtIn: AnyVocabulary {
    var vocabulary = self
    vocabulary.isBuiltIn = true
    return vocabulary
  }

  /// The same commands, with those paged whose output can be long.
  private var paged: AnyVocabulary {
    let names = [
      "log", "tree", "state", "help", "print", "show", "diff", "moves", "find", "when", "effects", "history",
      "apropos",
    ]
    return changing(names) { $0.isPaged = true }
  }

  /// The same commands, marked as not part of the line; see ``AnyCommand/isPartOfLine``.
  package var nonMutating: AnyVocabulary { changing { $0.isPartOfLine = false } }
}
