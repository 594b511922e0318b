/// One word of a command, with its quotes taken off and its escapes resolved.
public struct Word: Sendable {
  /// What the word says.
  public let text: String
  /// How it was written, and where.
  public let source: SourceText
  /// Whether any part of it was in quotes, so that `"-k"` can be told from an option and `""` from nothing.
  public let isQuoted: Bool

  init(text: String, source: SourceText, isQuoted: Bool) {
    self.text = text
    self.source = source
    self.isQuoted = isQuoted
  }

  /// The word as it was written, quotes and escapes included.
  public var raw: String { source.text }

  /// Where the word starts.
  public var location: SourceLocation { source.location }

  /// An error that underlines the word.
  public func diagnostic(_ message: String, notes: [String] = [], remedy: String? = nil) -> Diagnostic {
    source.diagnostic(message, notes: notes, remedy: remedy)
  }

  /// What number and range syntax reads: the source itself where it says the same as the word, so that errors
  /// point into it; for a quoted word a text that reports every error at the whole word.
  var syntax: WordSyntax { WordSyntax(word: self) }
}
