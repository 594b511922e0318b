/// The reason why typed input continues on the next line, for the prompt.
public enum UnfinishedInput: Hashable, Sendable {
  /// It ends with `\`.
  case continuation
  /// A double quote is open.
  case quote
  /// A bracket is open.
  case bracket

  /// - Parameters:
  ///   - text: what was typed so far.
  ///   - countsBrackets: whether an open bracket continues the line, as it should for an action or an
  ///     expression, but not for `add (`.
  /// - Returns: `nil` if the text is finished, or if more input could not finish it.
  public init?(_ text: String, countsBrackets: Bool = false) {
    var tokenizer = Tokenizer()
    var isContinued = false
    for line in Array(text.utf8).allLines {
      isContinued = line.withUnsafeBufferPointer { tokenizer.readLine($0) }
    }
    self.init(tokenizer, isContinued: isContinued, countsBrackets: countsBrackets)
  }

  /// - Parameters:
  ///   - tokenizer: The tokenizer that has read what was typed so far.
  ///   - isContinued: Whether the text ends with a `\` that continues it.
  ///   - countsBrackets: Whether an open bracket continues the line.
  init?(_ tokenizer: Tokenizer, isContinued: Bool, countsBrackets: @autoclosure () -> Bool) {
    if isContinued {
      self = .continuation
    } else if tokenizer.quote == .doubleQuote {
      self = .quote
    } else if tokenizer.quote == nil, tokenizer.openBrackets > 0, countsBrackets() {
      self = .bracket
    } else {
      return nil
    }
  }

  /// Joins the text and the line typed after it into one equivalent logical line.
  public func joining(_ text: String, _ next: String) -> String {
    (self == .continuation ? String(text.dropLast()) : text) + separator + next
  }

  /// What separates the text, without the `\` of a continuation, from the line typed after it.
  var separator: String {
    switch self {
    case .continuation: ""
    case .quote: "\\n"
    case .bracket: " "
    }
  }
}
