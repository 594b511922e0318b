import Core

extension Argument {
  /// Properties to explore, or nothing: `always EXPR`, `EXPR leads-to EXPR within DURATION`. They take the rest of the
  /// line unparsed. With the option `--merge`, the words are files.
  static func properties(
    of types: FeatureTypes
  ) -> Parameter<ExplorationSubject> {
    let completion = PropertyCompletion()
    let form = AnyParameter(
      usage: "[PROPERTY…]",
      syntax: .swift,
      wordsLeft: 0,
      keywords: Set(completion.keywords),
      completions: { completion.completions(for: $0, types.action) }
    )
    return Parameter(form) { (reader) throws(Diagnostic) in
      if reader.isGiven("--merge") {
        guard reader.givenCount == 1 else {
          throw reader.line.source.diagnostic(
            "--merge cannot be combined with other options",
            hint: "they belong to the commands that write the files"
          )
        }
        return .files(try file("FILE").repeated().read(&reader))
      }
      guard let source = reader.rest() else { return .properties([]) }
      let reader = reader
      return .properties(try WrittenProperty.list(parsing: source, of: types.action, check: reader.check))
    }
  }
}

/// What `explore` is about.
enum ExplorationSubject {
  case properties([WrittenProperty])
  /// The files of several shards.
  case files([Located<String>])
}

/// Completes a property that is being typed.
private struct PropertyCompletion {
  let openings = WrittenProperty.openings
  let connections = WrittenProperty.connections
  var keywords: [String] { (openings + connections).map(\.word) }

  func completions(for request: CompletionRequest, _ action: Any.Type) -> [Completion] {
    let finished = TypedWords(request.text[...]).words.dropLast()
    let start = finished.lastIndex { word in word.last == "," || keywords.contains(String(word)) }
    let part = request.about(
      start.map { place in String(request.text[finished[place].endIndex...].drop { $0 == " " }) }
        ?? request.text,
      word: request.word
    )
    let isAtStart = start.map { finished[$0].last == "," } ?? true
    switch start.map({ String(finished[$0]) }) {
    case "never", "after": return part.actionCompletions(of: action)
    case "within": return Argument.duration("D").form.completions(part)
    default: break
    }
    let isFirstWord = !part.text.contains(" ")
    let keywordsHere = isFirstWord ? (isAtStart ? openings : []) : connections
    return keywordsHere.map { Completion($0.word, summary: $0.summary) }
      + part.memberCompletions
  }
}
