/// A parameter of a command: how it is parsed, its form in the usage, and its completions.
///
/// ``Argument`` makes parameters, and the declaration of a ``Command`` combines them and passes their values to the
/// command's closure:
///
/// ```swift
/// AnyCommand(
///   "move", Argument.selection("SET", leaving: 1), Argument.destination("DEST"), summary: "Move todos"
/// ) { turn, selection, destination in
///   …
/// }
/// ```
public struct Parameter<Value> {
  /// Its form in the usage: `TODO…`, `[N]`, `all|active|completed`.
  public let usage: String
  let read: (inout ArgumentReader) throws(Diagnostic) -> Value
  var completions: (CompletionRequest) -> [Completion] = { _ in [] }
  /// Whether it can take several words, so that counting words does not tell which parameter one belongs to.
  public var takesSeveralWords = false
  /// If it takes the remaining words, how many it leaves to the parameters that follow.
  var wordsLeft: Int?
  /// Whether it is written in Swift syntax, so that an open bracket continues the line.
  var spansBrackets = false
  /// Which words after it can redirect the output, since no argument contains them.
  var redirectionMarks = RedirectionMarks.none
  /// Words with a meaning of their own in it, which are highlighted.
  var keywords: Set<String> = []
  /// Its declaration, if it is an option.
  var option: CommandOption?
  /// The arguments that `explore` tries.
  var candidates = CandidateWords()

  /// Creates a parameter from the function that reads it.
  ///
  /// - Parameters:
  ///   - usage: Its form in the usage, in capitals if it is a placeholder.
  ///   - read: Reads as many words as it needs, and throws an error that names the expected form. The result must
  ///     depend only on the words: a script is parsed when it is checked, before anything in it has run. The command's
  ///     closure does what depends on the session.
  public init(_ usage: String, read: @escaping (inout ArgumentReader) throws(Diagnostic) -> Value) {
    self.usage = usage
    self.read = read
  }

  /// The same parameter with completions for Tab.
  ///
  /// - Parameter completions: The completions for the current state.
  public func completing<State>(_ completions: @escaping (State) -> [Completion]) -> Self {
    var copy = self
    copy.completions = { request in (request.state as? State).map(completions) ?? [] }
    return copy
  }

  /// The same parameter, which can be left out.
  public func optional() -> Parameter<Value?> {
    var result = variant("[\(usage)]") { [read] (reader) throws(Diagnostic) -> Value? in
      reader.isAtEnd ? nil : try read(&reader)
    }
    result.candidates = candidates.orNothing
    return result
  }

  /// The same parameter with a default.
  public func optional(default value: Value) -> Parameter<Value> {
    let optional = optional()
    return optional.variant(optional.usage) { (reader) throws(Diagnostic) -> Value in
      try optional.read(&reader) ?? value
    }
  }

  /// The same parameter, repeated for all remaining words, at least one.
  public func repeated() -> Parameter<[Value]> {
    var result = variant("\(usage)…") { [read] (reader) throws(Diagnostic) -> [Value] in
      var values = [try read(&reader)]
      while !reader.isAtEnd { values.append(try read(&reader)) }
      return values
    }
    result.takesSeveralWords = true
    result.wordsLeft = 0
    return result
  }

  /// A parameter that takes the same kind of words, but reads a different number of them.
  private func variant<Other>(
    _ usage: String,
    read: @escaping (inout ArgumentReader) throws(Diagnostic) -> Other
  ) -> Parameter<Other> {
    var result = Parameter<Other>(usage, read: read)
    result.completions = completions
    result.takesSeveralWords = takesSeveralWords
    result.wordsLeft = wordsLeft
    result.spansBrackets = spansBrackets
    result.redirectionMarks = redirectionMarks
    result.keywords = keywords
    result.candidates = candidates
    return result
  }
}
