/// A piece of source that still knows where it was written.
///
/// Everything that reads the language (words, durations, index sets, expressions) reads a `SourceText` and
/// reports its errors through it. Positions are UTF-8 offsets into the *logical* line, which may
/// have been joined from several physical ones; they become lines and columns only when an error needs them.
public struct SourceText: Sendable {
  let line: LogicalLine
  /// Where this piece lies, in UTF-8 offsets from the start of its logical line.
  public let range: Range<Int>

  init(line: LogicalLine, range: Range<Int>) {
    self.line = line
    self.range = range
  }

  /// Source that does not come from a script: an option's value, a typed line, a test.
  ///
  /// - Parameters:
  ///   - text: what to read. Line ends in it count as lines of their own in locations.
  ///   - file: the name that errors show.
  ///   - line: the number of its first line.
  public init(_ text: String, file: String = "-", line: Int = 1) {
    let logicalLine = LogicalLine(file: file, text: text, firstNumber: line)
    self.init(line: logicalLine, range: 0..<logicalLine.bytes.count)
  }

  /// The piece as it was written.
  public var text: String { String(decoding: line.bytes[range], as: UTF8.self) }

  public var isEmpty: Bool { range.isEmpty }

  /// Where the piece starts.
  ///
  /// - Complexity: O(1) in a line of ASCII, otherwise O(*n*) in the offset in the line.
  public var location: SourceLocation { line.location(at: range.lowerBound) }

  /// A part of this piece.
  ///
  /// - Parameter offsets: UTF-8 offsets from the start of the logical line, as in `range`; what lies
  ///   outside of this piece is cut off.
  public func slice(_ offsets: Range<Int>) -> SourceText {
    SourceText(line: line, range: offsets.clamped(to: range))
  }

  /// An error about this piece or a part of it.
  ///
  /// - Parameters:
  ///   - message: what is wrong: what was found and what was expected.
  ///   - offsets: the part to underline, as UTF-8 offsets from the start of the logical line; all when `nil`.
  ///   - notes: further facts, one a line.
  ///   - remedy: what to try.
  public func diagnostic(
    _ message: String,
    at offsets: Range<Int>? = nil,
    notes: [String] = [],
    remedy: String? = nil
  ) -> Diagnostic {
    let offsets = offsets ?? range
    let place = line.place(of: offsets)
    return Diagnostic(
      message,
      location: place.location,
      length: place.length,
      sourceLine: place.text,
      notes: notes,
      remedy: remedy
    )
  }
}

/// One command as the lexer reads it: physical lines joined at their continuations, with a way back to them.
final class LogicalLine: Sendable {
  /// A physical line and where its text starts in the logical one.
  struct Piece: Sendable {
    let start: Int
    let number: Int
    let text: String
    let isASCII: Bool

    init(start: Int, number: Int, text: String) {
      self.start = start
      self.number = number
      self.text = text
      self.isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    }
  }

  let file: String
  let bytes: [UInt8]
  let pieces: [Piece]

  init(file: String, bytes: [UInt8], pieces: [Piece]) {
    self.file = file
    self.bytes = bytes
    self.pieces = pieces.isEmpty ? [Piece(start: 0, number: 1, text: "")] : pieces
  }

  convenience init(file: String, text: String, firstNumber: Int) {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var start = 0
    for line in bytes.split(separator: .newline, omittingEmptySubsequences: false) {
      let piece = Piece(
        start: start,
        number: firstNumber + pieces.count,
        text: String(decoding: line, as: UTF8.self)
      )
      pieces.append(piece)
      start += line.count + 1
    }
    self.init(file: file, bytes: bytes, pieces: pieces)
  }

  func location(at offset: Int) -> SourceLocation {
    let piece = piece(at: offset)
    return SourceLocation(
      file: file,
      line: piece.number,
      column: 1 + piece.characters(before: offset - piece.start)
    )
  }

  /// Where `offsets` start, how many Characters of that physical line they cover, and that line.
  func place(of offsets: Range<Int>) -> (location: SourceLocation, length: Int, text: String) {
    let piece = piece(at: offsets.lowerBound)
    let start = piece.characters(before: offsets.lowerBound - piece.start)
    let end = piece.characters(before: min(offsets.upperBound - piece.start, piece.text.utf8.count))
    let location = SourceLocation(file: file, line: piece.number, column: start + 1)
    return (location, max(1, end - start), piece.text)
  }

  private func piece(at offset: Int) -> Piece {
    pieces.last { $0.start <= offset } ?? pieces[0]
  }
}

extension LogicalLine.Piece {
  /// The number of Characters that lie wholly before a UTF-8 offset.
  fileprivate func characters(before offset: Int) -> Int {
    if isASCII { return min(max(0, offset), text.utf8.count) }
    var bytes = 0
    var count = 0
    for character in text {
      bytes += character.utf8.count
      if bytes > offset { break }
      count += 1
    }
    return count
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let backslash = UInt8(ascii: "\\")
  static let doubleQuote = UInt8(ascii: "\"")
  static let singleQuote = UInt8(ascii: "'")

  /// Space, tab, or the line end that a typed text may hold.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == .newline || self == .carriageReturn }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
