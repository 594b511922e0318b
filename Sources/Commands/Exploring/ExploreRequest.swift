import Core

/// The arguments of `explore`.
struct ExploreRequest<State, Action> {
  /// The invariant; `nil` to look for issues only.
  var invariant: Expression?
  /// Whether it must hold only when nothing is in flight.
  var isAtRestOnly = false
  /// Whether to record the states and the transitions between them.
  var recordsGraph = false
  /// How much to try.
  var plan = Exploration<State, Action>.Plan()
  /// Which steps to try.
  var choice = StepSource<State, Action>.Choice()
}

/// A part of the work that several processes share: the first of four is `1/4`.
struct Shard: Equatable {
  /// From 0.
  let index: Int
  let count: Int
}

extension Argument {
  /// A part of the work: `1/4`.
  static func shard(_ name: String) -> Parameter<Shard> {
    Parameter(name) { (reader) throws(Diagnostic) -> Shard in
      let word = try reader.word(for: name)
      let numbers = word.text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1], (1...65_536).contains(count),
        (1...count).contains(number)
      else {
        throw word.diagnostic(
          "invalid shard '\(word.text)'",
          hint: "write I/N: 1/4 is the first of four, 4/4 the last"
        )
      }
      return Shard(index: number - 1, count: count)
    }
  }

  /// The word `invariant` and an expression, or nothing.
  static func invariant() -> Parameter<Expression?> {
    let expression = expression("EXPR")
    let opening = keyword("invariant", summary: "what must hold everywhere")
    var result = Parameter("[invariant…]") { (reader) throws(Diagnostic) -> Expression? in
      guard let word = reader.next else { return nil }
      guard word.text == "invariant" else {
        throw word.diagnostic(
          "expected 'invariant', found '\(word.text)'",
          hint: "to check an invariant, write: explore invariant \(word.text)…"
        )
      }
      try opening.read(&reader)
      return try expression.read(&reader)
    }
    result.completions = { request in
      let words = request.text.split(separator: " ", omittingEmptySubsequences: false)
      return words.count < 2 ? opening.completions(request) : expression.completions(request.droppingWord())
    }
    result.takesSeveralWords = true
    result.spansBrackets = expression.spansBrackets
    result.redirectionMarks = .unlikeOperators
    return result
  }
}
