/// A command by name, or actions by a pattern, for `explore` to include or exclude.
struct StepName {
  var text: String
  /// Its location.
  let source: SourceText
  var pattern: ActionPattern<Any>?
}

extension Argument {
  /// Names of commands and patterns of actions in one word, with commas between them.
  static func stepNames(_ name: String, of type: Any.Type) -> Parameter<[StepName]> {
    let completions = { (request: CompletionRequest) in
      let kept = request.word.lastIndex(of: ",").map { request.word[...$0] } ?? ""
      return request.sources.steps().map {
        Completion(kept + $0.text, summary: $0.summary, isFinal: false)
      }
    }
    var parameter = Parameter(name, completions: completions) { (word) throws(Diagnostic) in
      var names: [StepName] = []
      for part in word.partsOutsideBrackets {
        var name = StepName(text: part.text, source: part.source)
        if name.text.hasPrefix(".") {
          do throws(Diagnostic) {
            name.pattern = try ActionPattern(parsing: SourceText(name.text), of: type)
          } catch {
            throw part.source.diagnostic(error.message, notes: error.notes, hint: error.hint)
          }
        }
        names.append(name)
      }
      if names.isEmpty { throw word.diagnostic("expected a command or an action") }
      return names
    }
    parameter.form.names = .steps
    return parameter
  }
}

extension Word {
  /// The parts between commas outside of brackets, with their locations.
  var partsOutsideBrackets: [(text: String, source: SourceText)] {
    // The parts of a word with escapes have no exact locations.
    let margin = raw == text ? 0 : raw.dropFirst().dropLast() == text ? 1 : nil
    return text.splitOutsideBrackets.map { part in
      guard let margin else { return (String(part), source) }
      let offset = margin + text.utf8.distance(from: text.startIndex, to: part.startIndex)
      let start = source.range.lowerBound + offset
      return (String(part), source.slice(start..<start + part.utf8.count))
    }
  }
}

extension String {
  fileprivate var splitOutsideBrackets: [Substring] {
    var open = 0
    let parts = split(omittingEmptySubsequences: false) { character in
      if "([".contains(character) { open += 1 }
      if ")]".contains(character) { open -= 1 }
      return character == "," && open <= 0
    }
    return parts.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }
}
