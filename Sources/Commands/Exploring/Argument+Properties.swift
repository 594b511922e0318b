import Core

extension Argument {
  /// Properties to explore, or nothing: `always EXPR`, `EXPR leads-to EXPR within DURATION`. They take the rest of the
  /// line unparsed.
  static func properties(of types: FeatureTypes) -> Parameter<[WrittenProperty]> {
    let completion = PropertyCompletion()
    let form = AnyParameter(
      usage: "[PROPERTY…]",
      syntax: .swift,
      wordsLeft: 0,
      keywords: Set(completion.keywords),
      completions: { completion.completions(for: $0, types.action) }
    )
    return Parameter(form) { (reader) throws(Diagnostic) in
      guard let source = reader.rest() else { return [] }
      return try reader.properties(parsing: source, of: types)
    }
  }
}

/// Completes a property that is being typed.
private struct PropertyCompletion {
  let openings = WrittenProperty.openings
  let connections = WrittenProperty.connections
  var keywords: [String] { (openings + connections).map(\.word) }

  func completions(for request: CompletionRequest, _ action: Any.Type) -> [Completion] {
    // Commas and words in brackets belong to an expression.
    let source = SourceText(request.text)
    var words = source.topLevelWords.map(\.source)
    let typed = words.last.flatMap { $0.range.upperBound == source.range.upperBound ? $0 : nil }
    if typed != nil { words.removeLast() }
    let start = words.last { $0.text.hasSuffix(",") || keywords.contains($0.text) }
    let part = request.about(
      source.slice((start?.range.upperBound ?? source.range.lowerBound)..<source.range.upperBound).text
        .drop { $0 == " " },
      word: request.word
    )
    let isAtStart = start?.text.hasSuffix(",") ?? true
    switch start?.text {
    case "never", "after": return part.actionCompletions(of: action)
    case "within": return Argument.duration("D").form.completions(part)
    default: break
    }
    let isFirstWord = words.last?.range == start?.range
    let keywordsHere =
      typed?.text ?? "" != request.word ? [] : isFirstWord ? (isAtStart ? openings : []) : connections
    return keywordsHere.map { Completion($0.word, summary: $0.summary) }
      + part.memberCompletions
  }
}
