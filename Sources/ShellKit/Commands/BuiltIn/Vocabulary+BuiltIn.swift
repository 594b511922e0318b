extension Vocabulary {
  /// The commands that every shell has, whatever its feature.
  static var builtIn: [Vocabulary] {
    [.time, .travel, .presentation, .questions, .whatIf, .assertions, .sessions, .shell]
  }
}
