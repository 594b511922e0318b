/// The context in which a parameter finds its completions.
public struct CompletionRequest {
  /// The feature's state.
  public private(set) var state: Any
  /// The arguments up to the cursor, as they are written.
  public private(set) var text: String
  /// The word before the cursor, which a completion replaces.
  public private(set) var word: String
  /// What the session offers.
  var sources = CompletionSources()

  /// The same request for other arguments, by default with their last word as the one to replace.
  func about(_ text: some StringProtocol, word: String? = nil) -> CompletionRequest {
    var copy = self
    copy.text = String(text)
    copy.word = word ?? String(text.completedWord)
    return copy
  }

  /// The same request for another state.
  func about(_ text: String, word: String, in state: Any) -> CompletionRequest {
    var copy = about(text, word: word)
    copy.state = state
    return copy
  }

  /// The same request without the first word of the arguments.
  func droppingWord() -> CompletionRequest {
    let first = TypedWords(text[...]).words[0]
    return about(text[first.endIndex...].drop { $0 == " " }, word: word)
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
    case "'" where rest.contains("'"): spelling = written + "'\"" + rest.escapedInDoubleQuotes + end
    case "'": spelling = written + rest + (completion.isFinal ? "'" : "")
    case .some: spelling = written + rest.escapedInDoubleQuotes + end
    case nil where !inQuotes: spelling = written + rest
    // Within quotes, `~` is not expanded, and text that is already quoted is kept.
    case nil where written.contains(where: { "\"'\\$".contains($0) }):
      spelling = written + "\"" + rest.escapedInDoubleQuotes + end
    case nil:
      let home = written.hasPrefix("~/") ? "~/" : ""
      spelling = home + "\"" + written.dropFirst(home.count) + rest.escapedInDoubleQuotes + end
    }
    var completion = completion
    // In a word with spaces, only the part after the last one is replaced.
    completion.text = String(spelling.dropFirst(written.count - word.count))
    completion.isRespelled = true
    return completion
  }
}

/// What a session offers for completion. Each closure is called only where a completion needs it.
package struct CompletionSources {
  /// The completions of a kind.
  var completions: (Kind) -> [Completion] = { _ in [] }
  /// The macros and aliases, by their names.
  var macros: () -> [String: Macro] = { [:] }
  /// All commands, with aliases and macros.
  var commands: () -> [Completion] = { [] }
  /// Those that `explore` can try.
  var steps: () -> [Completion] = { [] }
  /// The commands of the child in focus; `nil` if the whole feature is.
  var focused: () -> ActionCommands? = { nil }
  /// The context of expressions, with the session's state.
  var context: () -> ExpressionContext = { ExpressionContext(()) }
  /// The folder to which paths are relative, with a slash; empty for the current one.
  package var folder = ""

  /// The names of the macros and aliases.
  var macroCompletions: [Completion] {
    macros().inOrderOfKeys.map { Completion($0.key, summary: $0.value.summary) }
  }

  enum Kind {
    case marks, watches, breakpoints, variables
    /// The latest moments of this branch.
    case moments
    /// How long it takes until effects in flight continue, the next first.
    case waits
    /// The effects that continue next, by their positions.
    case dueEffects
    /// The buttons of the current alert or dialog.
    case buttons
  }
}
