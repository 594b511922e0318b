extension Argument {
  /// The completions in an expression, each appended to the part of the word before it.
  private static func memberCompletions(_ request: CompletionRequest) -> [Completion] {
    let context = ExpressionContext(request.state, variables: request.sources.facts())
    let found = ExpressionCompletion.candidates(for: request.text, in: context)
    guard found.replacedCount <= request.word.count else { return [] }
    let kept = request.word.dropLast(found.replacedCount)
    return found.completions.map { member in
      let summary = member.value.map { "\(member.summary), \($0)" } ?? member.summary
      return Completion(kept + member.text, label: member.text, summary: summary, isFinal: false)
    }
  }

  /// An expression over the state. It takes the rest of the line unparsed.
  public static func expression(_ name: String) -> Parameter<Expression> {
    var parameter = Parameter(name) { (reader) throws(Diagnostic) -> Expression in
      guard let source = reader.rest() else { throw reader.missing(name) }
      return try reader.expression(parsing: source)
    }
    parameter.completions = memberCompletions
    parameter.takesSeveralWords = true
    parameter.wordsLeft = 0
    parameter.spansBrackets = true
    parameter.redirectionMarks = .unlikeOperators
    return parameter
  }
}

extension ArgumentReader {
  /// Reads an expression over the state.
  ///
  /// - Throws: A syntax error, or an error at the first unknown name.
  func expression(parsing source: SourceText) throws(Diagnostic) -> Expression {
    let expression = try Expression(parsing: source)
    try check(expression)
    return expression
  }

  /// Checks that the names in an expression over the state exist.
  ///
  /// - Throws: An error at the first unknown name.
  func check(_ expression: Expression) throws(Diagnostic) {
    if let stateType { try expression.check(for: stateType, naming: ExpressionContext.factNames) }
  }
}
