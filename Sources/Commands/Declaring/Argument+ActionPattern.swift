extension Argument {
  /// Actions that look alike, such as `.todos(.element(id: _, action: .binding))`. It takes the rest of the line as it
  /// is written.
  ///
  /// - Parameters:
  ///   - name: What the usage calls it.
  ///   - type: The type of the feature's actions.
  public static func actionPattern<Action>(
    _ name: String,
    of type: Action.Type = Action.self
  ) -> Parameter<ActionPattern<Action>> {
    var parameter = Parameter(name) { (reader) throws(Diagnostic) -> ActionPattern<Action> in
      guard let source = reader.rest() else { throw reader.missing(name) }
      return try ActionPattern(parsing: source)
    }
    parameter.completions = { $0.actionCompletions(of: type) }
    parameter.takesSeveralWords = true
    parameter.wordsLeft = 0
    parameter.spansBrackets = true
    return parameter
  }

  /// An action in Swift syntax, which takes the rest of the line as it is written.
  ///
  /// - Parameters:
  ///   - name: What the usage calls it.
  ///   - type: The type of the feature's actions.
  public static func action<Action>(
    _ name: String,
    of type: Action.Type = Action.self
  ) -> Parameter<Located<Action>> {
    var parameter = Parameter(name) { (reader) throws(Diagnostic) -> Located<Action> in
      guard let source = reader.rest() else { throw reader.missing(name) }
      return Located(try ActionSyntax.action(parsing: source), at: source)
    }
    parameter.completions = { $0.actionCompletions(of: type) }
    parameter.takesSeveralWords = true
    parameter.wordsLeft = 0
    parameter.spansBrackets = true
    return parameter
  }
}

extension CompletionRequest {
  /// What can follow in an action, each put behind what stands before it in the word.
  func actionCompletions(of type: Any.Type) -> [Completion] {
    let found = ActionCompletion.candidates(for: text, of: type, in: state)
    guard found.replacedCount <= word.count else { return [] }
    let kept = word.dropLast(found.replacedCount)
    return found.completions.map { completion in
      var completion = completion
      completion.text = kept + completion.text
      return completion
    }
  }
}
