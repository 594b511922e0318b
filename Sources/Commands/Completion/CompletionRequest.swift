/// The context in which a parameter finds its completions.
public struct CompletionRequest {
  /// The feature's state.
  public let state: Any
  /// The arguments up to the cursor, as they are written.
  public private(set) var text: String
  /// The word before the cursor, which a completion replaces.
  public private(set) var word: String
  /// The moments of the session.
  let moments: () -> [Completion]
  /// The marks, watches, breakpoints, aliases and macros of the session.
  let history: (Name) -> [Completion]
  /// How long it takes until each effect in flight continues.
  var waits: () -> [Completion] = { [] }
  /// The buttons of the current alert or dialog.
  let buttons: () -> [Completion]
  /// The facts that expressions can use besides the state.
  let facts: () -> [String: Any]

  /// The folder to which paths are relative, with a slash; empty for the current one.
  var folder = ""

  /// The same request for other arguments.
  func about(_ text: String, word: String) -> CompletionRequest {
    var copy = self
    (copy.text, copy.word) = (text, word)
    return copy
  }

  enum Name {
    case marks, watches, breakpoints, aliases, macros
  }

  /// The same request without the first word of the arguments.
  func droppingWord() -> CompletionRequest {
    let first = TypedWords(text[...]).words[0]
    return about(String(text[first.endIndex...].drop { $0 == " " }), word: word)
  }
}
