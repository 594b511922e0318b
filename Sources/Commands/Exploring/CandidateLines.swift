/// Lines that begin with a name.
enum CandidateLines {
  /// How many lines of one name are tried.
  fileprivate static let most = 32

  /// The lines with one text of each list, the first of each first; an empty text is left out.
  static func combining(_ name: String, with lists: [[String]]) -> [String] {
    var lines = [name]
    for texts in lists {
      lines = lines.flatMap { line in texts.map { $0.isEmpty ? line : "\(line) \($0)" } }
      if lines.count > most { lines.removeSubrange(most...) }
    }
    return lines.removingDuplicates
  }
}

extension AnyCommand {
  /// Lines with this command that may have an effect in a state, the simplest first.
  ///
  /// - Complexity: O(*n*) in the number of lines, which is limited.
  func candidateLines(in state: Any) -> [String] {
    CandidateLines.combining(name, with: words(in: state).lists)
  }

  /// The words to try for each parameter, the simplest first, and whether these are all possible ones.
  func words(in state: Any) -> (lists: [[String]], areAll: Bool) {
    let words = parameters.map { $0.candidates(in: state) }
    let isWhole = words.reduce(1) { min($0 * $1.words.count, 1_000) } <= CandidateLines.most
    return (words.map(\.words), isWhole && words.allSatisfy(\.areAll))
  }

  /// The words that its arguments offer whatever the state: those of a choice, which can be abbreviated.
  var fixedWords: Set<String> {
    let request = CompletionRequest(state: (), text: "", word: "")
    return Set(parameters.flatMap { $0.completions(request) }.map(\.text))
  }
}

/// The arguments that `explore` tries for a parameter: a few words that may make a difference.
struct CandidateWords {
  /// The words given by the author of a vocabulary, for the current state.
  var own: ((Any) -> [String])?
  /// The words to try if there are no completions; an empty text omits the parameter.
  var words: [String] = []
  /// A word to try in addition to the completions.
  var last: String?
  /// Whether the parameter can be omitted.
  var isOptional = false

  /// How many completions are tried: the first elements of a list, and the last one.
  fileprivate static let most = 4
}

extension AnyParameter {
  /// The arguments that `explore` tries, the simplest first, and whether these are all.
  func candidates(in state: Any) -> (words: [String], areAll: Bool) {
    let none = candidates.isOptional ? [""] : []
    if let own = candidates.own { return (none + own(state), false) }
    let all = completions(CompletionRequest(state: state, text: "", word: ""))
    var offered = all.filter(\.isFinal).map(\.text)
    // Positions are offered in full; completions of a text or a number are examples. Several positions can be combined.
    let isClosed = candidates.words.isEmpty || syntax == .names && range == nil
    let limit = candidates.last == nil ? CandidateWords.most : 2
    let areAll = isClosed && !offered.isEmpty && offered.count == all.count && offered.count <= limit
    // An optional parameter is tried with and without a value; a required one with two values.
    if offered.isEmpty { offered = Array(candidates.words.prefix(candidates.isOptional ? 1 : .max)) }
    let most = CandidateWords.most
    if offered.count > most { offered = offered.prefix(most - 1) + offered.suffix(1) }
    if let last = candidates.last, offered.count > 1 { offered.append(last) }
    return (none + offered, areAll)
  }
}

extension Parameter {
  /// The same parameter with arguments for `explore` to try, instead of its completions or a default choice.
  ///
  /// ```swift
  /// Argument.text("QUERY").exploring { (state: Search.State) in state.query.isEmpty ? ["swift"] : ["swift", "''"] }
  /// ```
  ///
  /// - Parameter words: The arguments for the current state, as they are typed, the simplest first.
  public func exploring<State>(_ words: @escaping (State) -> [String]) -> Self {
    var copy = self
    copy.form.candidates = CandidateWords { state in (state as? State).map(words) ?? [] }
    return copy
  }

  /// The same parameter with arguments for `explore` to try.
  ///
  /// - Parameter words: The arguments, as they are typed, the simplest first.
  public func exploring(_ words: String...) -> Self {
    exploring { (_: Any) in words }
  }
}
