import Core

extension Argument {
  /// The argument of `break`: an expression, or a pattern of actions.
  static func condition(_ name: String, of type: Any.Type) -> Parameter<BreakCondition> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> BreakCondition in
      guard let source = reader.rest() else { throw reader.missing(name) }
      if source.text.hasPrefix(".") { return .action(try ActionPattern(parsing: source, of: type)) }
      return .expression(try reader.expression(parsing: source))
    }
    let expressions = expression(name).completions
    result.completions = { request in
      request.text.hasPrefix(".") ? request.actionCompletions(of: type) : expressions(request)
    }
    result.takesSeveralWords = true
    result.spansBrackets = true
    result.redirectionMarks = .unlikeOperators
    return result
  }
}
