extension AnyVocabulary {
  /// The commands of every shell, whatever its feature.
  static func builtIn(_ types: FeatureTypes) -> [AnyVocabulary] {
    let all: [AnyVocabulary] = [
      .time, .travel(types), .presentation, .dependencies(types), .questions(types), .whatIf,
      .exploring(types), .assertions(types), .scripts, .sessions(types), .shell,
    ]
    return all.map(\.builtIn)
  }

  /// The same commands, marked as those of the shell.
  var builtIn: AnyVocabulary {
    var vocabulary = self
    vocabulary.isBuiltIn = true
    return vocabulary
  }
}
