/// One word of a command, with quotes removed and escapes resolved.
public struct Word: Sendable {
  let page: SourcePage
  /// The index of the word among the words of its page.
  package let position: Int

  package init(on page: SourcePage, at position: Int) {
    self.page = page
    self.position = position
  }

  /// The text of the word.
  public var text: String {
    let word = page.words[position]
    if word.text >= 0 { return page.texts[word.text] }
    // Without the quotes, if it has any.
    let margin = -1 - word.text
    return page.text(in: word.range.lowerBound + margin..<word.range.upperBound - margin)
  }

  /// The bytes of the word if it reads as it is written.
  package var plainBytes: ArraySlice<UInt8>? {
    let word = page.words[position]
    return word.text == -1 ? page.bytes[word.range] : nil
  }

  /// The number of the first physical line of its logical line.
  package var line: Int { page.words[position].line }

  /// The source of the word, with its location.
  public var source: SourceText { SourceText(page: page, range: page.words[position].range) }

  /// Whether any part of it is quoted, which tells `"-k"` from an option and `""` from nothing.
  public var isQuoted: Bool { page.words[position].text != -1 }

  /// The word as it was written, quotes and escapes included.
  public var raw: String { source.text }

  /// The location of the word's start.
  public var location: SourceLocation { source.location }

  /// An error that underlines the word.
  public func diagnostic(_ message: String, notes: [String] = [], hint: String? = nil) -> Diagnostic {
    source.diagnostic(message, notes: notes, hint: hint)
  }

  /// The input for parsing numbers and ranges. For an unquoted word it is the source itself, so that errors point to
  /// the exact place; errors in a quoted word underline the whole word.
  var syntax: WordSyntax { WordSyntax(word: self) }
}

/// A word as seen by the parsers of numbers, durations and sets: ASCII syntax with a location for each byte.
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
    bytes = Array(source.page.bytes[source.range])
    self.source = source
    isExact = true
  }

  /// The range of all bytes.
  var all: Range<Int> { 0..<bytes.count }

  func text(_ offsets: Range<Int>) -> String {
    String(decoding: bytes[offsets.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The text for a message, truncated because a word may be as long as a line.
  func shown(_ offsets: Range<Int>? = nil) -> String {
    let text = text(offsets ?? 0..<bytes.count)
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }

  func diagnostic(
    _ message: String,
    at offsets: Range<Int>? = nil,
    hint: String? = nil
  ) -> Diagnostic {
    guard isExact, let offsets else { return source.diagnostic(message, hint: hint) }
    let start = source.range.lowerBound
    return source.diagnostic(
      message,
      at: start + offsets.lowerBound..<start + offsets.upperBound,
      hint: hint
    )
  }
}
