/// The context in which a parameter finds its completions.
public struct CompletionRequest {
  /// The feature's state.
  public let state: Any
  /// The arguments up to the cursor, as they are written.
  public private(set) var text: String
  /// The word before the cursor, which a completion replaces.
  public private(set) var word: String
  /// What the session offers.
  var sources = CompletionSources()

  /// The same request for other arguments.
  func about(_ text: String, word: String) -> CompletionRequest {
    var copy = self
    (copy.text, copy.word) = (text, word)
    return copy
  }

  /// The same request without the first word of the arguments.
  func droppingWord() -> CompletionRequest {
    let first = TypedWords(text[...]).words[0]
    return about(String(text[first.endIndex...].drop { $0 == " " }), word: word)
  }
}

/// What a session offers for completion. Each closure is called only where a completion needs it.
package struct CompletionSources {
  /// The moments.
  var moments: () -> [Completion] = { [] }
  /// The names of a kind.
  var names: (Name) -> [Completion] = { _ in [] }
  /// How long it takes until each effect in flight continues.
  var waits: () -> [Completion] = { [] }
  /// The effects that continue next, by their positions.
  var dueEffects: () -> [Completion] = { [] }
  /// The buttons of the current alert or dialog.
  var buttons: () -> [Completion] = { [] }
  /// The context of expressions, with the session's state.
  var context: () -> ExpressionContext = { ExpressionContext(()) }
  /// The names of the variables.
  var variables: () -> [Completion] = { [] }
  /// The folder to which paths are relative, with a slash; empty for the current one.
  package var folder = ""

  enum Name {
    case marks, watches, breakpoints, aliases, macros
  }
}
