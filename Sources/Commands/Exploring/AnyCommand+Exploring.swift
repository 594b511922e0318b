extension AnyCommand {
  /// How many lines of one command are tried in a state.
  private static var mostLines: Int { 32 }

  /// Lines with this command that may have an effect in a state, the simplest first.
  ///
  /// - Complexity: O(*n*) in the number of lines, which is limited.
  func candidateLines(in state: Any) -> [String] {
    // Most commands have no arguments.
    if candidates.isEmpty { return [name] }
    var lines = [name]
    for source in candidates {
      let texts = source.texts(in: state)
      lines = lines.flatMap { line in texts.map { $0.isEmpty ? line : "\(line) \($0)" } }
      if lines.count > Self.mostLines { lines.removeSubrange(Self.mostLines...) }
    }
    return lines.removingDuplicates
  }

  /// The words that its arguments offer whatever the state: those of a choice, which can be abbreviated.
  var fixedWords: Set<String> {
    let request = CompletionRequest(state: (), text: "", word: "")
    return Set(completions.flatMap { $0(request) }.map(\.text))
  }

  /// The same command, tried by `explore` or not.
  ///
  /// By default `explore` tries only commands that send actions, because a command on the shell can do
  /// anything.
  public func explored(_ isExplored: Bool = true) -> Self {
    var copy = self
    copy.isExplored = isExplored
    return copy
  }
}
