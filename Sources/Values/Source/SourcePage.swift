import TodoShellSystem

/// Logical lines of one source that were read together, each consisting of physical lines joined at their
/// continuations, with a mapping back to the physical lines.
///
/// Everything parsed from a script refers to the page it is on, so that individual lines need no storage.
package final class SourcePage: Sendable {
  /// A physical line and the range of its text.
  package struct Piece: Sendable {
    package let range: Range<Int>
    package let number: Int
    package let ending: Ending

    package init(range: Range<Int>, number: Int, ending: Ending = .line) {
      self.range = range
      self.number = number
      self.ending = ending
    }
  }

  /// How a physical line ends.
  package enum Ending {
    /// It ends its logical line.
    case line
    /// The logical line continues, and includes the line ending.
    case lineEnd
    /// The logical line continues after a `\`, which is not part of it.
    case continuation
  }

  /// The range of a word, and its text where that differs from the source.
  package struct PlacedWord: Sendable {
    let range: Range<Int>
    /// The number of the first physical line of its logical line.
    let line: Int
    let text: Text

    /// Where the text of a word is.
    enum Text: Equatable {
      /// In its range.
      case plain
      /// In its range, without the quotes at both ends.
      case quoted
      /// In ``SourcePage/texts``, at an index.
      case other(Int32)
    }
  }

  package let file: String
  /// Whether any line may contain a variable.
  package let hasDollars: Bool
  /// How the page's only line was expanded, if it stands for another one.
  package let expansion: LineExpansion?
  /// The logical lines, separated by one byte.
  package let bytes: [UInt8]
  /// The words of all lines.
  let words: [PlacedWord]
  /// The text of the quoted words.
  let texts: [Draft.QuotedWord]
  /// The physical lines, at least one.
  private let pieces: [Piece]

  /// - Parameter lines: At least one line.
  init(file: String, lines: Draft, expansion: LineExpansion? = nil) {
    (self.file, self.expansion) = (file, expansion)
    (bytes, words, texts, pieces) = (lines.bytes, lines.words, lines.texts, lines.pieces)
    hasDollars = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memchr($0, Int32(UInt8.dollar), bytes.count) != nil } ?? false
    }
  }

  package convenience init(file: String, text: String, firstNumber: Int) {
    var lines = Draft()
    lines.bytes = Array(text.utf8)
    for line in lines.bytes.allLines {
      let ending = line.endIndex == lines.bytes.count ? Ending.line : .lineEnd
      let number = firstNumber + lines.pieces.count
      lines.pieces.append(Piece(range: line.indices, number: number, ending: ending))
    }
    self.init(file: file, lines: lines)
  }

  /// The whole page.
  package var source: SourceText { SourceText(page: self, range: 0..<bytes.count) }

  /// The text in a range.
  package func text(in range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// The numbers of the physical lines that make up the logical line at an offset, as written.
  package func numbers(at offset: Int) -> ClosedRange<Int> {
    if let expansion {
      return expansion.original.numbers(at: expansion.original(of: offset..<offset).lowerBound)
    }
    let index = index(at: offset)
    var (first, last) = (index, index)
    while first > 0, pieces[first - 1].ending != .line { first -= 1 }
    while pieces[last].ending != .line, last + 1 < pieces.count { last += 1 }
    return pieces[first].number...pieces[last].number
  }

  /// Whether the value of a variable begins at an offset.
  func beginsValue(at offset: Int) -> Bool {
    guard let expansion else { return false }
    let place = expansion.original(of: offset..<offset).lowerBound
    return expansion.value(at: offset)?.lowerBound == offset || expansion.original.beginsValue(at: place)
  }

  /// The location at which `offsets` starts, the number of Characters it covers on that physical line, and that line.
  package func place(of offsets: Range<Int>) -> (location: SourceLocation, length: Int, text: String) {
    if let expansion { return expansion.original.place(of: expansion.original(of: offsets)) }
    let piece = pieces[index(at: offsets.lowerBound)]
    let text =
      String(decoding: bytes[piece.range], as: UTF8.self) + (piece.ending == .continuation ? "\\" : "")
    let start = text.characters(before: offsets.lowerBound - piece.range.lowerBound)
    let end = text.characters(before: min(offsets.upperBound - piece.range.lowerBound, text.utf8.count))
    let location = SourceLocation(file: file, line: piece.number, column: start + 1)
    return (location, max(1, end - start), text)
  }

  /// The offset of a location on its line; `nil` if the page does not have it.
  package func offset(of location: SourceLocation) -> Int? {
    guard let piece = pieces.first(where: { $0.number == location.line }) else { return nil }
    let text = String(decoding: bytes[piece.range], as: UTF8.self)
    let end = text.index(text.startIndex, offsetBy: location.column - 1, limitedBy: text.endIndex)
    return end.map { piece.range.lowerBound + text[..<$0].utf8.count }
  }

  /// The index of the physical line that contains an offset.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  private func index(at offset: Int) -> Int {
    max(0, pieces.partitioningIndex { $0.range.lowerBound > offset } - 1)
  }
}

extension SourcePage {
  /// Lines that are collected into a page.
  package struct Draft: Sendable {
    fileprivate var bytes: [UInt8] = []
    fileprivate var pieces: [Piece] = []
    var words: [PlacedWord] = []
    fileprivate var texts: [QuotedWord] = []

    /// The text of a word, and the offset of the first value that is interpolated in it.
    typealias QuotedWord = (text: String, interpolation: Int?)

    package init() {}

    /// Reserves capacity for about this many lines.
    package mutating func reserve(lineCount: Int, byteCount: Int) {
      bytes.reserveCapacity(byteCount)
      pieces.reserveCapacity(lineCount)
      // A name and two arguments, on average.
      words.reserveCapacity(lineCount * 3)
    }

    /// The offset at which the next line begins.
    var end: Int { bytes.isEmpty ? 0 : bytes.count + 1 }

    /// Adds the text of a word whose text differs from the source.
    mutating func add(_ text: QuotedWord) -> PlacedWord.Text {
      texts.append(text)
      return .other(Int32(texts.count - 1))
    }

    /// Adds a line whose words have already been added.
    mutating func add(_ line: LogicalLine) {
      if !bytes.isEmpty { bytes.append(.newline) }
      let start = bytes.count
      bytes.append(contentsOf: line.bytes)
      if line.several.isEmpty { pieces.append(Piece(range: start..<bytes.count, number: line.number)) }
      for piece in line.several {
        let range = start + piece.range.lowerBound..<start + piece.range.upperBound
        pieces.append(Piece(range: range, number: piece.number, ending: piece.ending))
      }
    }

    /// The page; `nil` if there are no lines.
    package func page(file: String, expansion: LineExpansion? = nil) -> SourcePage? {
      pieces.isEmpty ? nil : SourcePage(file: file, lines: self, expansion: expansion)
    }
  }
}

extension String {
  /// The number of Characters that end at or before a UTF-8 offset.
  fileprivate func characters(before offset: Int) -> Int {
    var bytes = 0
    var count = 0
    for character in self {
      bytes += character.utf8.count
      if bytes > offset { break }
      count += 1
    }
    return count
  }
}
