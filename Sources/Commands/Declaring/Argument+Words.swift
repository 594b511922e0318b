import Core

extension Argument {
  /// A pattern of actions as one word, quoted if it contains spaces.
  static func pattern(_ name: String, of type: Any.Type) -> Parameter<ActionPattern<Any>> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> ActionPattern<Any> in
      let word = try reader.word(for: name)
      return try word.parsed { (source) throws(Diagnostic) in try ActionPattern(parsing: source, of: type) }
    }
    result.completions = { $0.actionCompletions(of: type) }
    result.redirectionMarks = .unlikeOperators
    return result
  }

  /// An expression as one word, quoted if it contains spaces.
  static func path(_ name: String) -> Parameter<Expression> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> Expression in
      let word = try reader.word(for: name)
      let reader = reader
      return try word.parsed { (source) throws(Diagnostic) in try reader.expression(parsing: source) }
    }
    result.completions = expression(name).completions
    result.redirectionMarks = .unlikeOperators
    return result
  }

  /// A fixed word that makes a line easier to read.
  ///
  /// - Parameter summary: A description of what follows it.
  static func keyword(_ text: String, summary: String) -> Parameter<Void> {
    var result = Parameter(text) { (reader) throws(Diagnostic) -> Void in
      let word = try reader.word(for: "'\(text)'")
      guard word.text == text else {
        throw word.diagnostic("expected '\(text)', found '\(word.text)'", hint: "usage: \(reader.usage)")
      }
    }
    result.completions = { _ in [Completion(text, summary: summary)] }
    result.redirectionMarks = .all
    return result
  }
}

extension Word {
  /// Parses a word in another syntax. An error in a quoted word is reported at the whole word.
  fileprivate func parsed<Value>(
    _ parse: (SourceText) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    guard isQuoted else { return try parse(source) }
    do throws(Diagnostic) {
      return try parse(SourceText(text))
    } catch {
      throw diagnostic(error.message, notes: error.notes, hint: error.hint)
    }
  }
}
