import Core

extension Argument {
  /// Properties to explore, or nothing: `always EXPR`, `EXPR leads-to EXPR within DURATION`. They take the rest of the
  /// line unparsed. With the option `--merge`, the words are files.
  static func properties(
    of types: FeatureTypes
  ) -> Parameter<ExplorationSubject> {
    typealias Property = WrittenProperty
    var result = Parameter("[PROPERTY…]") {
      (reader) throws(Diagnostic) -> ExplorationSubject in
      if reader.isGiven("--merge") { return .files(try files(&reader)) }
      guard let source = reader.rest() else { return .properties([]) }
      let reader = reader
      let properties = try Property.list(parsing: source, of: types.action) {
        (expression) throws(Diagnostic) in
        try reader.check(expression)
      }
      return .properties(properties)
    }
    result.completions = {
      PropertyCompletion(openings: Property.openings, connections: Property.connections)
        .completions(for: $0, types.action)
    }
    result.keywords = Set((Property.openings + Property.connections).map(\.word))
    result.takesSeveralWords = true
    result.wordsLeft = 0
    result.spansBrackets = true
    result.redirectionMarks = .unlikeOperators
    return result
  }
}

/// What `explore` is about.
enum ExplorationSubject {
  case properties([WrittenProperty])
  /// The files of several shards.
  case files([Located<String>])

  var files: [Located<String>] {
    if case .files(let files) = self { files } else { [] }
  }
}

extension Argument {
  private static func files(_ reader: inout ArgumentReader) throws(Diagnostic) -> [Located<String>] {
    let file = Argument.file("FILE")
    var files = [try file.read(&reader)]
    while !reader.isAtEnd { files.append(try file.read(&reader)) }
    return files
  }
}

/// Completes a property that is being typed.
private struct PropertyCompletion {
  let openings: [(word: String, summary: String)]
  let connections: [(word: String, summary: String)]

  func completions(for request: CompletionRequest, _ action: Any.Type) -> [Completion] {
    let finished = TypedWords(request.text[...]).words.dropLast()
    let keywords = (openings + connections).map(\.word)
    let start = finished.lastIndex { word in word.last == "," || keywords.contains(String(word)) }
    let part = request.about(
      start.map { text(of: request, after: finished[$0]) } ?? request.text,
      word: request.word
    )
    let isAtStart = start.map { finished[$0].last == "," } ?? true
    switch start.map({ String(finished[$0]) }) {
    case "never": return part.actionCompletions(of: action)
    case "within": return Argument.duration("D").completions(part)
    default: break
    }
    let isFirstWord = !part.text.contains(" ")
    let keywordsHere = isFirstWord ? (isAtStart ? openings : []) : connections
    return keywordsHere.map { Completion($0.word, summary: $0.summary) }
      + Argument.expression("EXPR").completions(part)
  }

  /// The text after a word and the spaces that follow it.
  private func text(of request: CompletionRequest, after word: Substring) -> String {
    String(request.text[word.endIndex...].drop { $0 == " " })
  }
}
