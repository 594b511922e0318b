import Core

extension AnyVocabulary {
  /// What dependencies answer.
  static func dependencies(_ types: FeatureTypes) -> Self {
    AnyVocabulary("Dependencies") {
      "stub"
      AnyCommand(
        answer(types.endpoints),
        help: """
          Decide what a dependency answers, or list what they answer

          ENDPOINT is a function of a dependency, as 'stub' lists them: \\.search, or \\.BookCatalog.search if several \
          dependencies have one of that name. ANSWER is a value in Swift syntax, .failure(ERROR) for a function that throws, \
          'never' for one that is awaited, which then waits until its effect is cancelled, or 'default' for what it would \
          answer otherwise. 'after 2s' before a value or an error is the virtual time that an awaited function takes. An ERROR is written with its type, unless the function declares that: .failure(Timeout()), \
          .failure(SearchError.offline); any text is one, too: .failure("no network"). The answer of a function that returns a \
          stream is a list of its elements: [1, after 2s 3, .failure("lost")], with 'never' at the end if it does not end.

          With 'ARGS ->' before it, only calls with matching arguments get the answer: "Dune" ->, or (id: 1, limit: _) -> \
          for several. The \
          latest matching answer counts, and one to all calls replaces all others. After 'then' comes the answer of the next \
          call; the last one is that of all further calls.

          The answer is part of the history: 'undo' takes it back, and each branch has its own. It is given to calls \
          made from now on, also by effects in flight. A call that was made before keeps its answer.

          stub :: list the functions of dependencies and what they answer
          stub \\.uuid UUID(7) :: every new UUID is this one
          stub \\.date.now 2026-01-01T00:00:00Z :: stop the calendar, but not the clock
          stub \\.uuid UUID(1) then UUID(2) then default :: two UUIDs, and then those of the session
          stub \\.uuid default :: what it answered before
          """
      ) { shell, answer in
        guard let answer else { return shell.answer(shell.debugger.endpoints) }
        try shell.turn { $0.answer(answer) }
      }
      .drivingSession()
      .paged()
    }
  }

  private static func answer(_ endpoints: FeatureEndpoints) -> Parameter<DependencyAnswer?> {
    let form = AnyParameter(
      usage: "[ENDPOINT ANSWER…]",
      syntax: .swift,
      wordsLeft: 0,
      keywords: ["->", "after", "then", "never", "default"],
      completions: { $0.answerCompletions(of: endpoints) }
    )
    return Parameter(form) { (reader) throws(Diagnostic) in
      guard !reader.isAtEnd else { return nil }
      let word = try reader.word(for: "ENDPOINT")
      let function = try endpoints.endpoint(named: word)
      reader.note(word, recordedAs: "\\.\(function.path)")
      guard let rest = reader.rest() else { throw reader.missing("ANSWER") }
      return try DependencyAnswer(of: function, parsing: rest)
    }
  }
}

extension DependencyAnswer {
  /// Reads the words after the name of a function.
  fileprivate init(of function: FeatureEndpoint, parsing source: SourceText) throws(Diagnostic) {
    let syntax = AnswerSyntax(function)
    var words = source.topLevelWords.map(\.source)[...]
    var arguments: (String, @Sendable ([Any]) -> Bool)?
    if let arrow = words.firstIndex(where: { $0.text == "->" }) {
      guard arrow > 0 else { throw words[arrow].diagnostic("the arguments before '->' are missing") }
      let calls = words[..<arrow].joined(after: source)
      arguments = (calls.text, try syntax.arguments(parsing: calls))
      words = words[(arrow + 1)...]
    }
    /// Reads an answer that may come after a time: `after 2s ["Dune"]`.
    func outcome(of words: ArraySlice<SourceText>) throws(Diagnostic) -> Outcome {
      guard let first = words.first, first.text == "after", let time = words.dropFirst().first else {
        return try syntax.outcome(parsing: words.joined(after: source))
      }
      let delay = try Duration(parsing: time)
      let outcome = try syntax.outcome(parsing: words.dropFirst(2).joined(after: source))
      switch outcome {
      case .value where function.endpoint.isAsync, .failure where function.endpoint.isAsync:
        return .stream([(delay, outcome)])
      case .value, .failure:
        throw first.diagnostic(
          "'\(function.path)' is not async, so it has to answer at once",
          hint: "only a function that is awaited can answer after a time"
        )
      case .stream:
        throw first.diagnostic(
          "a stream has its times before its elements",
          hint: "write [after \(time.text) VALUE]"
        )
      case .never, .original: throw first.diagnostic("'after' needs a value or an error")
      }
    }
    let result = words.joined(after: source)
    var outcomes: [Outcome] = []
    while true {
      let answer = words.prefix { $0.text != "then" }
      guard !answer.isEmpty else {
        throw (words.first ?? source.endPoint).diagnostic(
          "an answer is missing",
          hint: "write a value\(function.endpoint.failure == nil ? "" : ", .failure(ERROR)") or 'default'"
        )
      }
      outcomes.append(try outcome(of: answer))
      words = words[answer.endIndex...]
      guard words.popFirst() != nil else { break }
    }
    self.init(of: function, outcomes, text: result.text, toCallsMatching: arguments)
  }
}

extension CompletionRequest {
  /// The completions of the words after `stub`.
  fileprivate func answerCompletions(of endpoints: FeatureEndpoints) -> [Completion] {
    let source = SourceText(text)
    let words = source.topLevelWords.map(\.source)
    guard let first = words.first, first.text != word else { return endpoints.completions }
    guard let name = try? ScriptLine.parse(first.text)?.words.first,
      let function = try? endpoints.endpoint(named: name)
    else { return [] }
    let keyword = words.lastIndex { $0.text == "->" || $0.text == "then" } ?? 0
    let begun = source.slice(words[keyword].range.upperBound..<source.range.upperBound).text.drop {
      $0 == " "
    }
    let typed = about(begun, word: word)
    let (endpoint, mayBeCall) = (function.endpoint, keyword == 0 && !function.endpoint.parameters.isEmpty)
    var found = endpoint.answerTypes.flatMap { typed.actionCompletions(of: $0) }
    if mayBeCall { found += typed.actionCompletions(of: endpoint.parameters[0].type) }
    if begun == word {
      if endpoint.isAsync {
        found.append(Completion("never", summary: "wait until its effect is cancelled"))
        if endpoint.stream == nil { found.append(Completion("after", summary: "answer after a time")) }
      }
      found.append(Completion("default", summary: "what it answers otherwise"))
    } else if word.isEmpty {
      found.append(Completion("then", summary: "the answer of the next call"))
      if mayBeCall { found.append(Completion("->", summary: "the answer to calls with these arguments")) }
    }
    var texts: Set<String> = []
    return found.filter { texts.insert($0.text).inserted }
  }
}
