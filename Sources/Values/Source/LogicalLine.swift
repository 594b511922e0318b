/// A line as the lexer reads it: one or more physical lines joined at their continuations.
package struct LogicalLine {
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The number of the first physical line.
  package let number: Int
  /// The physical lines if there are several; empty for nearly every command.
  var several: [SourcePage.Piece] = []
  /// How the line was expanded, if variables were substituted in it.
  package var expansion: LineExpansion?

  package init(
    bytes: UnsafeBufferPointer<UInt8>,
    number: Int,
    several: [SourcePage.Piece] = [],
    expansion: LineExpansion? = nil
  ) {
    self.bytes = bytes
    self.number = number
    self.several = several
    self.expansion = expansion
  }

  /// A copy of the line on its own page.
  package func source(file: String) -> SourceText {
    var page = SourcePage.Draft()
    page.add(self)
    return SourcePage(file: file, lines: page, expansion: expansion).source
  }
}

/// Maps a line whose variables were expanded back to the line as written, for its errors.
package struct LineExpansion: Sendable {
  /// The line as it was written.
  package let original: SourcePage
  private(set) var segments: [Segment] = []

  package init(original: SourcePage) {
    self.original = original
  }

  /// Records the origin of a further part of the line.
  package mutating func add(_ range: Range<Int>, for original: Range<Int>, isValue: Bool) {
    segments.append(Segment(range: range, original: original, isValue: isValue))
  }

  /// A part of the line.
  struct Segment: Sendable {
    let range: Range<Int>
    /// The part of the original that it was expanded from.
    let original: Range<Int>
    /// Whether it is a substituted value, which maps to the whole variable reference.
    let isValue: Bool
  }

  /// The range in the original for a range in the expanded line.
  package func original(of offsets: Range<Int>) -> Range<Int> {
    let lower = start(of: offsets.lowerBound)
    return lower..<max(lower, offsets.isEmpty ? lower : end(of: offsets.upperBound))
  }

  /// The value that contains an offset in the line, if any.
  package func value(at offset: Int) -> Range<Int>? {
    segments.first { $0.isValue && $0.range.contains(offset) }?.range
  }

  private func start(of offset: Int) -> Int {
    guard let segment = segments.last(where: { $0.range.lowerBound <= offset }) else { return 0 }
    if offset >= segment.range.upperBound { return segment.original.upperBound }
    return segment.original.lowerBound + (segment.isValue ? 0 : offset - segment.range.lowerBound)
  }

  private func end(of offset: Int) -> Int {
    guard let segment = segments.first(where: { $0.range.upperBound >= offset }) else {
      return segments.last?.original.upperBound ?? 0
    }
    if segment.isValue { return segment.original.upperBound }
    return segment.original.lowerBound + (offset - segment.range.lowerBound)
  }
}
