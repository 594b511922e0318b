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
