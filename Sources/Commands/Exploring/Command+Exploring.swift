extension Command {
  /// How many lines of one command are tried in a state.
  private static var mostLines: Int { 32 }

  /// Lines of this command that may do something in a state, the simplest first.
  ///
  /// - Complexity: O(*n*) in the number of lines, of which there are not many.
  func candidateLines(in state: Any) -> [String] {
    var lines = [name]
    for source in candidates {
      let texts = source.texts(in: state)
      lines = lines.flatMap { line in texts.map { $0.isEmpty ? line : "\(line) \($0)" } }
      if lines.count > Self.mostLines { lines.removeSubrange(Self.mostLines...) }
    }
    return lines.removingDuplicates
  }

  /// The same command, tried by `explore` or not.
  ///
  /// By itself `explore` tries the commands that send actions, and no others: what works on the shell may do anything.
  public func explored(_ isExplored: Bool = true) -> Self {
    var copy = self
    copy.isExplored = isExplored
    return copy
  }
}
