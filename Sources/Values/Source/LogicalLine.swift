/// A line as the lexer reads it: one or more physical lines joined at their continuations.
package struct LogicalLine {
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The number of the first physical line.
  package let number: Int
  /// The physical lines if there are several; empty for nearly every command.
  var several: [SourcePage.Piece] = []
  /// How the line was expanded, if it stands for another one.
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

/// Maps a line in which parts were replaced back to the line as written, for its errors.
package struct LineExpansion: Sendable {
  /// The line as it was written.
  package let original: SourcePage
  private let kind: Kind
  private(set) var segments: [Segment] = []

  /// What was replaced in the line.
  package enum Kind: Equatable, Sendable {
    case variables
    /// Texts that mean more than they say.
    case abbreviations
    case alias(String)
    /// The whole line, whose command has another name now.
    case spelling(String)
  }

  package init(of kind: Kind, in original: SourcePage) {
    (self.kind, self.original) = (kind, original)
  }

  /// What the notes of errors call the new line.
  package var name: String {
    switch kind {
    case .variables: "with variables expanded"
    case .abbreviations: "in full"
    case .alias(let name): "with the alias '\(name)' expanded"
    case .spelling(let name): "'\(name)' is now written"
    }
  }

  /// Whether variables were expanded in it, or before in the original.
  package var hasVariables: Bool { kind == .variables || original.expansion?.hasVariables == true }

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
    if kind != .variables { return nil }
    return segments.first { $0.isValue && $0.range.contains(offset) }?.range
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

/// A part of a text, and what replaces it; an empty part is a place at which text is inserted.
package typealias TextReplacement = (range: Range<Int>, text: String)

extension SourceText {
  /// The text with parts of it replaced; errors in the new text are reported in the old one.
  ///
  /// - Parameter parts: The parts, in order.
  /// - Returns: The same text if there are no parts.
  package func replacing(_ parts: [TextReplacement]) -> SourceText {
    if parts.isEmpty { return self }
    var expansion = LineExpansion(of: .abbreviations, in: page)
    return expansion.replacing(parts, in: range).withUnsafeBufferPointer {
      LogicalLine(bytes: $0, number: 1, expansion: expansion).source(file: page.file)
    }
  }
}

extension LineExpansion {
  /// Replaces parts of the original.
  ///
  /// - Parameters:
  ///   - parts: The parts, in order.
  ///   - range: The range that is copied.
  /// - Returns: The new bytes.
  package mutating func replacing(_ parts: [TextReplacement], in range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = range.lowerBound
    for part in parts {
      copy(position..<part.range.lowerBound, to: &bytes)
      append(part.text, for: part.range, to: &bytes)
      position = part.range.upperBound
    }
    copy(position..<range.upperBound, to: &bytes)
    return bytes
  }

  /// Adds a text that stands for a part of the original to the new line.
  package mutating func append(_ text: String, for range: Range<Int>, to bytes: inout [UInt8]) {
    add(text.utf8, for: range, isValue: true, to: &bytes)
  }

  /// Adds a part of the original to the new line.
  package mutating func copy(_ range: Range<Int>, to bytes: inout [UInt8]) {
    add(original.bytes[range], for: range, isValue: false, to: &bytes)
  }

  private mutating func add(
    _ text: some Sequence<UInt8>,
    for range: Range<Int>,
    isValue: Bool,
    to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    segments.append(Segment(range: start..<bytes.count, original: range, isValue: isValue))
  }
}
