extension Argument {
  /// A pattern of actions, such as `.todos(.element(id: _, action: .binding))`. It takes the rest of the line unparsed.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - type: The type of the feature's actions.
  public static func actionPattern<Action>(
    _ name: String,
    of type: Action.Type = Action.self
  ) -> Parameter<ActionPattern<Action>> {
    syntax(name, of: type) { (source) throws(Diagnostic) in try ActionPattern(parsing: source) }
  }

  /// An action in Swift syntax. It takes the rest of the line unparsed.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - type: The type of the feature's actions.
  public static func action<Action>(
    _ name: String,
    of type: Action.Type = Action.self
  ) -> Parameter<Located<Action>> {
    syntax(name, of: type) { (source) throws(Diagnostic) in
      Located(try ActionSyntax.action(parsing: source), at: source)
    }
  }

  /// What takes the rest of the line in the syntax of actions.
  static func syntax<Value>(
    _ name: String,
    of type: Any.Type,
    _ read: @escaping (SourceText) throws(Diagnostic) -> Value
  ) -> Parameter<Value> {
    var parameter = Parameter(name) { (reader) throws(Diagnostic) -> Value in
      guard let source = reader.rest() else { throw reader.missing(name) }
      return try read(source)
    }
    parameter.completions = { $0.actionCompletions(of: type) }
    parameter.takesSeveralWords = true
    parameter.wordsLeft = 0
    parameter.spansBrackets = true
    parameter.redirectionMarks = .unlikeOperators
    return parameter
  }
}

extension CompletionRequest {
  /// The completions in an action, each appended to the part of the word before it.
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
