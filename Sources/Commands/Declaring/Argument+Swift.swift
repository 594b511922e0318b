import Core

extension Argument {
  /// An expression over the state. It takes the rest of the line unparsed.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - isCondition: Whether it must be true or false.
  public static func expression(_ name: String, isCondition: Bool = false) -> Parameter<Expression> {
    Parameter(name, completions: \.memberCompletions) { (source, reader) throws(Diagnostic) in
      try reader.expression(parsing: source, isCondition: isCondition)
    }
  }

  /// Expressions over the state, separated by commas. They take the rest of the line unparsed.
  static func expressions(_ name: String) -> Parameter<[Expression]> {
    Parameter(name, completions: \.memberCompletions) { (source, reader) throws(Diagnostic) in
      try reader.expressions(parsing: source)
    }
  }

  /// Expressions as the value of an option: words, each quoted if it contains spaces, all but the last with a comma.
  static func paths(_ name: String) -> Parameter<[Expression]> {
    var parameter = expressions(name)
    parameter.form.continuesAfterComma = true
    let read = parameter.read
    return Parameter(parameter.form) { (reader) throws(Diagnostic) in
      let words = reader.words.suffix(reader.remaining)
      guard words.contains(where: \.startsWithQuote) else { return try read(&reader) }
      while !reader.isAtEnd { _ = try reader.word(for: name) }
      if let word = words.first, words.count == 1 {
        return try word.parsed { (source) throws(Diagnostic) in try reader.expressions(parsing: source) }
      }
      let text = words.map { $0.startsWithQuote ? $0.text : $0.raw }.joined(separator: " ")
      return try reader.expressions(parsing: SourceText(text))
    }
  }

  /// An expression as one word, quoted if it contains spaces.
  static func path(_ name: String) -> Parameter<Expression> {
    let form = AnyParameter(usage: name, syntax: .swift, completions: \.memberCompletions)
    return Parameter(form) { (reader) throws(Diagnostic) in
      let word = try reader.word(for: name)
      return try word.parsed { (source) throws(Diagnostic) in try reader.expression(parsing: source) }
    }
  }

  /// A pattern of actions, such as `.todos(.element(id: _, action: .binding))`. It takes the rest of the line unparsed.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - type: The type of the feature's actions.
  public static func actionPattern<Action>(
    _ name: String,
    of type: Action.Type = Action.self
  ) -> Parameter<ActionPattern<Action>> {
    syntax(name, of: type, ActionPattern.init(parsing:))
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
    Parameter(name, completions: { $0.actionCompletions(of: type) }) { (source, reader) throws(Diagnostic) in
      try read(reader.whole(action: source, of: type))
    }
  }

  /// A pattern of actions as one word, quoted if it contains spaces.
  static func pattern(_ name: String, of type: Any.Type) -> Parameter<ActionPattern<Any>> {
    let form = AnyParameter(usage: name, syntax: .swift, completions: { $0.actionCompletions(of: type) })
    return Parameter(form) { (reader) throws(Diagnostic) in
      try reader.word(for: name).parsed { (source) throws(Diagnostic) in
        try ActionPattern(parsing: reader.whole(action: source, of: type), of: type)
      }
    }
  }

  /// The argument of `break`: an expression, a pattern of actions, or the name of a command or macro unless the state has
  /// that name.
  static func condition(_ name: String, of type: Any.Type) -> Parameter<BreakCondition> {
    var form = AnyParameter(usage: name, syntax: .swift, wordsLeft: 0) { request in
      request.text.hasPrefix(".")
        ? request.actionCompletions(of: type) : request.memberCompletions + request.sources.commands()
    }
    form.names = .command(yieldsToState: true)
    return Parameter(form) { (reader) throws(Diagnostic) in
      let parser = try reader.context()
      let word = reader.remaining == 1 ? reader.next : nil
      let isName = word.map { !$0.isQuoted && !parser.table.types.hasMember(startOf: $0.text) } ?? false
      if isName, let word,
        let name = parser.macros[word.text]?.program != nil
          ? word.text : parser.table.entry(of: word)?.command.name
      {
        reader.note(try reader.word(for: "COMMAND"), abbreviates: name)
        return .command(name: name)
      }
      guard let source = reader.rest() else { throw reader.missing(name) }
      do throws(Diagnostic) {
        if source.text.hasPrefix(".") {
          return .action(try ActionPattern(parsing: reader.whole(action: source, of: type), of: type))
        }
        return .expression(try reader.expression(parsing: source, isCondition: true))
      } catch {
        var error = error
        let text = source.text.lowercased()
        if isName, let name = Choice.names(of: type)?.first(where: { $0.lowercased().contains(text) }) {
          error.hint = "an action starts with a dot: 'break .\(name.asMember)'"
        }
        throw error
      }
    }
  }
}

extension CompletionRequest {
  /// The completions in an action, each appended to the part of the word before it.
  ///
  /// Those of the child in focus come first.
  func actionCompletions(of type: Any.Type) -> [Completion] {
    if let (focus, request) = inFocus, type == focus.feature {
      return request.actionCompletions(of: focus.action)
        .followed(by: withoutFocus.actionCompletions(of: type))
    }
    let found = ActionCompletion.candidates(for: text, of: type, in: state)
    guard found.replacedCount <= word.count else { return [] }
    let kept = word.dropLast(found.replacedCount)
    return found.completions.map { completion in
      var completion = completion
      completion.text = kept + completion.text
      return completion
    }
  }

  /// The completions in an expression, each appended to the part of the word before it.
  ///
  /// Those of the child in focus come first.
  var memberCompletions: [Completion] {
    if let (_, request) = inFocus {
      return request.memberCompletions.followed(by: withoutFocus.memberCompletions)
    }
    var context = sources.context()
    context.root = state
    let found = ExpressionCompletion.candidates(for: text, in: context)
    guard found.replacedCount <= word.count else { return [] }
    let kept = word.dropLast(found.replacedCount)
    return found.completions.map { member in
      let summary = member.value.map { "\(member.summary), \($0)" } ?? member.summary
      return Completion(kept + member.text, label: member.text, summary: summary, isFinal: false)
    }
  }
}

extension CompletionRequest {
  /// The same request for the feature as a whole.
  private var withoutFocus: CompletionRequest {
    var request = self
    request.sources.focused = { nil }
    return request
  }

  /// The child in focus, and the request for its state; `nil` if the whole feature is in focus.
  private var inFocus: (focus: Focus, request: CompletionRequest)? {
    var context = sources.context()
    context.root = state
    guard let focus = sources.focused()?.focus else { return nil }
    return (focus, withoutFocus.about(text, word: word, in: focus.child(in: context) ?? focus.none))
  }
}

extension [Completion] {
  /// The completions, and those of others that differ.
  fileprivate func followed(by others: Self) -> Self {
    let texts = Set(map(\.text))
    return self + others.filter { !texts.contains($0.text) }
  }
}

extension Focus {
  /// What makes expressions, separated by commas, expressions over the state as a whole.
  fileprivate func insertions(in expressions: SourceText) -> [TextReplacement] {
    insertions(inExpressions: expressions, besides: ExpressionContext.factNames)
  }
}

extension ArgumentReader {
  /// Reads an expression over the state.
  ///
  /// - Parameters:
  ///   - source: Its text.
  ///   - isCondition: Whether it must be true or false.
  /// - Throws: A syntax error, or an error at the first part that no state can make valid.
  mutating func expression(parsing source: SourceText, isCondition: Bool = false) throws(Diagnostic)
    -> Expression
  {
    let expression = try Expression(parsing: whole(source) { $0.insertions(in: source) })
    try check(expression, isCondition: isCondition)
    return expression
  }

  /// Reads expressions over the state that are separated by commas.
  ///
  /// - Throws: As ``expression(parsing:)``.
  mutating func expressions(parsing source: SourceText) throws(Diagnostic) -> [Expression] {
    let expressions = try Expression.list(parsing: whole(source) { $0.insertions(in: source) })
    for expression in expressions { try check(expression) }
    return expressions
  }

  /// Reads properties of the feature.
  ///
  /// - Throws: An error at the first part that is wrong.
  mutating func properties(parsing source: SourceText, of types: FeatureTypes) throws(Diagnostic)
    -> [WrittenProperty]
  {
    let source = whole(source) { focus in
      PropertyParts.list(source).flatMap { parts in
        parts.expressions.flatMap(focus.insertions(in:))
          + parts.patterns.flatMap(focus.insertions(inAction:))
      }
    }
    return try WrittenProperty.list(parsing: source, of: types.action) { (expression) throws(Diagnostic) in
      try check(expression, isCondition: true)
    }
  }

  /// An action or a pattern of the focus as one of the feature.
  ///
  /// - Parameter type: What the text is read as: nothing but the feature's actions is relative to the focus.
  mutating func whole(action source: SourceText, of type: Any.Type) -> SourceText {
    guard type == parser?.table.types.action else { return source }
    return whole(source) { $0.insertions(inAction: source) }
  }

  /// What a text in the focus means for the state as a whole. Sessions record it.
  private mutating func whole(_ source: SourceText, _ insertions: (Focus) -> [TextReplacement]) -> SourceText
  {
    guard let parser else { return source }
    let insertions = insertions(parser.focus).sorted { $0.range.lowerBound < $1.range.lowerBound }
    note(insertions, in: source)
    return source.replacing(insertions)
  }

  /// Checks the names and types in an expression over the state.
  ///
  /// - Throws: An error at the first part that no state can make valid.
  private func check(_ expression: Expression, isCondition: Bool = false) throws(Diagnostic) {
    guard let types = parser?.table.types else { return }
    try expression.check(for: types.state, naming: ExpressionContext.facts, isCondition: isCondition)
  }
}

extension Word {
  fileprivate var startsWithQuote: Bool { isQuoted && raw.first.map { "\"'".contains($0) } == true }

  /// Parses a word in another syntax. An error in a quoted word with escapes or variables is reported at the whole word.
  fileprivate func parsed<Value>(
    _ parse: (SourceText) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    guard isQuoted else { return try parse(source) }
    let start = source.range.lowerBound + 1
    let end = source.range.upperBound - 1
    if start <= end, source.slice(start..<end).text == text { return try parse(source.slice(start..<end)) }
    do {
      return try parse(SourceText(text))
    } catch {
      throw diagnostic(error.message, notes: error.notes, hint: error.hint)
    }
  }
}
