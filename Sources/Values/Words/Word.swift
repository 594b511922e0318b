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
    case .other(let index): page.texts[Int(index)]
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
    // Words without escapes have no text of their own.
    guard case .other = page.words[position].text, text.utf8.contains(.backslash) else { return }
    let range = source.range
    do throws(QuotedText.Mistake) {
      try page.bytes.withUnsafeBufferPointer { bytes throws(QuotedText.Mistake) in
        var (position, text) = (range.lowerBound, [] as [UInt8])
        while position < range.upperBound {
          if !bytes[position].isQuote {
            position += 1
          } else if try QuotedText.read(from: bytes, at: &position, into: &text, after: position) {
            throw .unknownEscape(at: position - 2)
          }
        }
      }
    } catch {
      throw error.diagnostic(in: source)
    }
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
