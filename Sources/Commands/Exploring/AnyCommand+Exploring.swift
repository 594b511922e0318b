extension AnyCommand {
  /// How many lines of one command are tried in a state.
  private static var mostLines: Int { 32 }

  /// Lines with this command that may have an effect in a state, the simplest first.
  ///
  /// - Complexity: O(*n*) in the number of lines, which is limited.
  func candidateLines(in state: Any) -> [String] {
    // Most commands have no arguments.
    if parameters.isEmpty { return [name] }
    var lines = [name]
    for parameter in parameters {
      let texts = parameter.candidates(in: state)
      lines = lines.flatMap { line in texts.map { $0.isEmpty ? line : "\(line) \($0)" } }
      if lines.count > Self.mostLines { lines.removeSubrange(Self.mostLines...) }
    }
    return lines.removingDuplicates
  }

  /// The words that its arguments offer whatever the state: those of a choice, which can be abbreviated.
  var fixedWords: Set<String> {
    let request = CompletionRequest(state: (), text: "", word: "")
    return Set(parameters.flatMap { $0.completions(request) }.map(\.text))
  }
}
