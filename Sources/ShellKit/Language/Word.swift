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

/// A word as the readers of numbers, durations and sets see it: ASCII syntax with a place for each byte.
struct WordSyntax {
  let bytes: [UInt8]
  private let source: SourceText
  private let isExact: Bool

  init(word: Word) {
    bytes = Array(word.text.utf8)
    source = word.source
    isExact = !word.isQuoted
  }

  init(source: SourceText) {
    bytes = Array(source.line.bytes[source.range])
    self.source = source
    isExact = true
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func text(_ offsets: Range<Int>) -> String {
    String(decoding: bytes[offsets.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The text for use in a message: shortened, because a word may be as long as a line.
  func shown(_ offsets: Range<Int>? = nil) -> String {
    let text = text(offsets ?? 0..<bytes.count)
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }

  func diagnostic(
    _ message: String,
    at offsets: Range<Int>? = nil,
    remedy: String? = nil
  ) -> Diagnostic {
    guard isExact, let offsets else { return source.diagnostic(message, remedy: remedy) }
    let start = source.range.lowerBound
    return source.diagnostic(
      message,
      at: start + offsets.lowerBound..<start + offsets.upperBound,
      remedy: remedy
    )
  }
}
