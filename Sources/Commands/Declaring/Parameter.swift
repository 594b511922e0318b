/// One argument of a command: how it is read, what it is called in the usage, and what may stand there.
///
/// Parameters are made by ``Argument`` and put together by the declaration of a ``Command``, which hands their values
/// to the command's closure:
///
/// ```swift
/// Command(
///   "move", Argument.selection("SET", leaving: 1), Argument.destination("DEST"), summary: "Move todos"
/// ) { turn, selection, destination in
///   …
/// }
/// ```
public struct Parameter<Value> {
  /// How the usage shows it: `TODO…`, `[N]`, `all|active|completed`.
  public let usage: String
  let read: (inout ArgumentReader) throws(Diagnostic) -> Value
  var completions: (CompletionRequest) -> [Completion] = { _ in [] }
  /// Whether it may be several words, so that no one can tell by counting which word belongs to which parameter.
  public var takesSeveralWords = false
  /// If it takes all words that are left but some, how many it leaves to the parameters that follow.
  var wordsLeft: Int?
  /// Whether it is written in Swift syntax, so that a line with an open bracket goes on on the next one.
  var spansBrackets = false
  /// What it is called, if it is an option.
  var option: CommandOption?
  /// What `explore` puts here.
  var candidates = CandidateWords()

  /// Creates a parameter from the function that reads it.
  ///
  /// - Parameters:
  ///   - usage: How the usage shows it, in capitals when it stands for something else.
  ///   - read: Reads as many words as it needs, and throws an error that says which form was expected. The words alone
  ///     may decide what it returns: a script is read when it is checked, before anything in it has run, and its values
  ///     are kept until it runs. What depends on the session is found out by the command's closure.
  public init(_ usage: String, read: @escaping (inout ArgumentReader) throws(Diagnostic) -> Value) {
    self.usage = usage
    self.read = read
  }

  /// The same parameter, with something to offer when someone presses the tabulator.
  ///
  /// - Parameter completions: What may stand here, given the current state.
  public func completing<State>(_ completions: @escaping (State) -> [Completion]) -> Self {
    var copy = self
    copy.completions = { request in (request.state as? State).map(completions) ?? [] }
    return copy
  }

  /// A parameter that may be left out.
  public func optional() -> Parameter<Value?> {
    let read = read
    var result = Parameter<Value?>("[\(usage)]") { (reader) throws(Diagnostic) -> Value? in
      reader.isAtEnd ? nil : try read(&reader)
    }
    result.completions = completions
    result.candidates = candidates.orNothing
    result.takesSeveralWords = takesSeveralWords
    result.wordsLeft = wordsLeft
    result.spansBrackets = spansBrackets
    return result
  }

  /// A parameter that takes the default when it is left out.
  public func optional(default value: Value) -> Parameter<Value> {
    let optional = optional()
    var result = Parameter(optional.usage) { (reader) throws(Diagnostic) -> Value in
      try optional.read(&reader) ?? value
    }
    result.completions = completions
    result.candidates = candidates.orNothing
    result.takesSeveralWords = takesSeveralWords
    result.wordsLeft = wordsLeft
    result.spansBrackets = spansBrackets
    return result
  }

  /// A parameter that takes all words that are left, at least one.
  public func repeated() -> Parameter<[Value]> {
    let read = read
    var result = Parameter<[Value]>("\(usage)…") { (reader) throws(Diagnostic) -> [Value] in
      var values = [try read(&reader)]
      while !reader.isAtEnd { values.append(try read(&reader)) }
      return values
    }
    result.completions = completions
    result.candidates = candidates
    result.takesSeveralWords = true
    result.wordsLeft = 0
    result.spansBrackets = spansBrackets
    return result
  }
}
