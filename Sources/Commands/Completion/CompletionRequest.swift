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

// Words in quotes.
extension CompletionRequest {
  /// The completion of the last word by the rest of its text, quoted like the part that is already typed.
  ///
  /// - Parameters:
  ///   - typed: The arguments up to the cursor.
  ///   - rest: The rest.
  ///   - inQuotes: Whether the word must be quoted.
  ///   - completion: The completion, without its text.
  func completion(
    of typed: TypedWords,
    by rest: String,
    inQuotes: Bool,
    _ completion: Completion
  ) -> Completion {
    let written = typed.words.last ?? ""
    let end = completion.isFinal ? "\"" : ""
    let spelling: String
    switch typed.quote {
    case "'" where rest.contains("'"): spelling = written + "'\"" + Self.escaped(rest) + end
    case "'": spelling = written + rest + (completion.isFinal ? "'" : "")
    case .some: spelling = written + Self.escaped(rest) + end
    case nil where !inQuotes: spelling = written + rest
    // Within quotes, `~` is not expanded, and text that is already quoted is kept.
    case nil where written.contains(where: { "\"'\\$".contains($0) }):
      spelling = written + "\"" + Self.escaped(rest) + end
    case nil:
      let home = written.hasPrefix("~/") ? "~/" : ""
      spelling = home + "\"" + written.dropFirst(home.count) + Self.escaped(rest) + end
    }
    var completion = completion
    // In a word with spaces, only the part after the last one is replaced.
    completion.text = String(spelling.dropFirst(written.count - word.count))
    completion.isRespelled = true
    return completion
  }

  private static func escaped(_ text: String) -> String {
    String(text.quotedAsLiteral.dropFirst().dropLast())
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
