/// What `explore` puts in the place of a parameter: few words, each of which may make a difference.
struct CandidateWords {
  /// What the author of a vocabulary says, given the state.
  var own: ((Any) -> [String])?
  /// What is tried if the tabulator would offer nothing; an empty text stands for leaving the parameter out.
  var words: [String] = []
  /// What is tried besides what is offered.
  var last: String?
  /// Whether the parameter may be left out.
  private var isOptional = false

  init(own: ((Any) -> [String])? = nil) {
    self.own = own
  }

  /// The same for a parameter that may be left out.
  var orNothing: CandidateWords {
    var copy = self
    copy.isOptional = true
    return copy
  }

  /// The candidates of one parameter of a command.
  struct Source {
    private let candidates: CandidateWords
    private let completions: (CompletionRequest) -> [Completion]

    init(_ candidates: CandidateWords, completions: @escaping (CompletionRequest) -> [Completion]) {
      self.candidates = candidates
      self.completions = completions
    }

    /// How many of the words that are offered are tried: of a list its first elements, and the last.
    private static let most = 4

    /// The texts to try, the simplest first.
    func texts(in state: Any) -> [String] {
      (candidates.isOptional ? [""] : []) + given(in: state)
    }

    private func given(in state: Any) -> [String] {
      if let own = candidates.own { return own(state) }
      let request = CompletionRequest(
        state: state,
        text: "",
        word: "",
        moments: { [] },
        history: { _ in [] },
        buttons: { [] },
        facts: { [:] }
      )
      var offered = completions(request).filter(\.isFinal).map(\.text)
      // That there is one or none is a difference; two are tried where there must be one.
      if offered.isEmpty { offered = Array(candidates.words.prefix(candidates.isOptional ? 1 : .max)) }
      if offered.count > Self.most { offered = offered.prefix(Self.most - 1) + offered.suffix(1) }
      guard let last = candidates.last, offered.count > 1 else { return offered }
      return offered + [last]
    }
  }
}

extension Parameter {
  /// The same parameter, with what `explore` is to try in its place: instead of what it offers for completion, or of the
  /// few words that it would choose itself.
  ///
  /// ```swift
  /// Argument.text("QUERY").exploring { (state: Search.State) in state.query.isEmpty ? ["swift"] : ["swift", "''"] }
  /// ```
  ///
  /// - Parameter words: The texts, as they would be typed, the simplest first, given the current state.
  public func exploring<State>(_ words: @escaping (State) -> [String]) -> Self {
    var copy = self
    copy.candidates = CandidateWords { state in (state as? State).map(words) ?? [] }
    return copy
  }

  /// The same parameter, with what `explore` is to try in its place.
  ///
  /// - Parameter words: The texts, as they would be typed, the simplest first.
  public func exploring(_ words: String...) -> Self {
    exploring { (_: Any) in words }
  }
}
