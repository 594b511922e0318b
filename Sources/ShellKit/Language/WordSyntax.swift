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
    bytes = Array(source.page.bytes[source.range])
    self.source = source
    isExact = true
  }

  /// Where all of it is.
  var all: Range<Int> { 0..<bytes.count }

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
