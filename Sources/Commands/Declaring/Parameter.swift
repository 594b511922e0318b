/// A parameter of a command: how it is parsed, its form in the usage, and its completions.
///
/// ``Argument`` makes parameters, and the declaration of a ``Command`` combines them and passes their values to the
/// command's closure:
///
/// ```swift
/// Command(
///   "move", Argument.selection("SET", leaving: 1), Argument.destination("DEST"), summary: "Move todos"
/// ) { turn, selection, destination in
///   …
/// }
/// ```
public struct Parameter<Value> {
  /// Its declaration without its value.
  var form: AnyParameter
  let read: (inout ArgumentReader) throws(Diagnostic) -> Value
  /// Its form in the usage: `TODO…`, `[N]`, `all|active|completed`.
  public var usage: String { form.usage }

  /// Creates a parameter from the function that reads it.
  ///
  /// - Parameters:
  ///   - usage: Its form in the usage, in capitals if it is a placeholder.
  ///   - read: Reads as many words as it needs, and throws an error that names the expected form. The result must
  ///     depend only on the words: a script is parsed when it is checked, before anything in it has run. The command's
  ///     closure does what depends on the session.
  public init(_ usage: String, read: @escaping (inout ArgumentReader) throws(Diagnostic) -> Value) {
    self.init(AnyParameter(usage: usage), read: read)
  }

  init(_ form: AnyParameter, read: @escaping (inout ArgumentReader) throws(Diagnostic) -> Value) {
    self.form = form
    self.read = read
  }

  /// Creates a parameter of one word.
  init(
    _ usage: String,
    _ syntax: ArgumentSyntax = .text,
    completions: @escaping (CompletionRequest) -> [Completion] = { _ in [] },
    candidates: CandidateWords = CandidateWords(),
    word: @escaping (Word) throws(Diagnostic) -> Value
  ) {
    let form = AnyParameter(usage: usage, syntax: syntax, completions: completions, candidates: candidates)
    self.init(form) { (reader) throws(Diagnostic) in try word(try reader.word(for: usage)) }
  }

  /// Creates a parameter that takes the rest of the line unparsed: an expression or an action.
  init(
    _ usage: String,
    completions: @escaping (CompletionRequest) -> [Completion],
    rest: @escaping (SourceText, inout ArgumentReader) throws(Diagnostic) -> Value
  ) {
    let form = AnyParameter(usage: usage, syntax: .swift, wordsLeft: 0, completions: completions)
    self.init(form) { (reader) throws(Diagnostic) in
      guard let source = reader.rest() else { throw reader.missing(usage) }
      return try rest(source, &reader)
    }
  }

  /// The same parameter with completions for Tab.
  ///
  /// - Parameter completions: The completions for the current state.
  public func completing<State>(_ completions: @escaping (State) -> [Completion]) -> Self {
    offering { request in (request.state as? State).map(completions) ?? [] }
  }

  /// The same parameter with other completions, which may come from the session.
  func offering(_ completions: @escaping (CompletionRequest) -> [Completion]) -> Self {
    var copy = self
    copy.form.completions = completions
    return copy
  }

  /// The same parameter, which can be left out.
  public func optional() -> Parameter<Value?> {
    var form = form
    form.usage = "[\(usage)]"
    form.candidates.isOptional = true
    return Parameter<Value?>(form) { [read] (reader) throws(Diagnostic) in
      reader.isAtEnd ? nil : try read(&reader)
    }
  }

  /// The same parameter with a default.
  public func optional(default value: Value) -> Parameter<Value> {
    let optional = optional()
    return Parameter(optional.form) { (reader) throws(Diagnostic) in try optional.read(&reader) ?? value }
  }

  /// The same parameter, repeated for all remaining words, at least one.
  public func repeated() -> Parameter<[Value]> {
    var form = form
    form.usage = "\(usage)…"
    form.wordsLeft = 0
    return Parameter<[Value]>(form) { [read] (reader) throws(Diagnostic) in
      var values = [try read(&reader)]
      while !reader.isAtEnd { values.append(try read(&reader)) }
      return values
    }
  }
}
