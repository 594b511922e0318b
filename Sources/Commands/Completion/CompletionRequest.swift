/// What a parameter is asked when someone wants to know what may stand there.
public struct CompletionRequest {
  /// The feature's state.
  public let state: Any
  /// The arguments up to the cursor, as they are written.
  public private(set) var text: String
  /// The word before the cursor, which a completion replaces.
  public private(set) var word: String
  /// The moments that can be gone to.
  let moments: () -> [Completion]
  /// The names and numbers of what a session keeps besides its moments.
  let history: (Name) -> [Completion]
  /// How long it takes until each effect in flight continues.
  var waits: () -> [Completion] = { [] }
  /// The buttons that can be pressed.
  let buttons: () -> [Completion]
  /// What expressions know besides the state.
  let facts: () -> [String: Any]

  /// The same question about other arguments.
  func about(_ text: String, word: String) -> CompletionRequest {
    var copy = self
    (copy.text, copy.word) = (text, word)
    return copy
  }

  enum Name {
    case marks, watches, breakpoints, aliases, macros
  }

  /// The same without the first word of the arguments.
  func droppingWord() -> CompletionRequest {
    let first = TypedWords(text[...]).words[0]
    return about(String(text[first.endIndex...].drop { $0 == " " }), word: word)
  }
}
