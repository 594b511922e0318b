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
    return switch word.text {
    case .plain: page.text(in: word.range)
    case .quoted: page.text(in: word.range.dropFirst().dropLast())
    case .other(let index): page.texts[Int(index)].text
    }
  }

  /// The bytes of the word if it reads as it is written.
  package var plainBytes: ArraySlice<UInt8>? {
    let word = page.words[position]
    return word.text == .plain ? page.bytes[word.range] : nil
  }

  /// The number of the first physical line of its logical line.
  package var line: Int { page.words[position].line }

  /// The source of the word, with its location.
  public var source: SourceText { SourceText(page: page, range: page.words[position].range) }

  /// Whether any part of it is quoted, which tells `"-k"` from an option and `""` from nothing.
  public var isQuoted: Bool { page.words[position].text != .plain }

  /// The word as it was written, quotes and escapes included.
  public var raw: String { source.text }

  /// The location of the word's start.
  public var location: SourceLocation { source.location }

  /// An error that underlines the word.
  public func diagnostic(_ message: String, notes: [String] = [], hint: String? = nil) -> Diagnostic {
    source.diagnostic(message, notes: notes, hint: hint)
  }

  /// Throws if a value is interpolated in the word, which only an expression can evaluate.
  package func refuseInterpolation() throws(Diagnostic) {
    guard case .other(let index) = page.words[position].text,
      let start = page.texts[Int(index)].interpolation
    else { return }
    throw QuotedText.unknownEscape(at: start, in: source)
  }

  /// The text of the word, for the parsers of numbers and ranges. For an unquoted word it is the source itself, so that
  /// errors point to the exact place; errors in a quoted word underline the whole word.
  var content: SourceText { isQuoted ? SourceText(text) : source }
}
