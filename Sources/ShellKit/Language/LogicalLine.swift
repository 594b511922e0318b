/// One command as the lexer reads it: physical lines joined at their continuations, with a way back to them.
final class LogicalLine: Sendable {
  /// A physical line, and where its text lies in the logical one.
  struct Piece: Sendable {
    let range: Range<Int>
    let number: Int
    /// What it ends with in the script and not in the logical line.
    var ending: StaticString = ""
  }

  let file: String
  let bytes: [UInt8]
  /// The number of the first physical line.
  private let number: Int
  /// The physical lines, if they are several: nearly every command is one.
  private let several: [Piece]
  /// What it was made of, if values were put into it.
  let expansion: LineExpansion?

  /// A line that is a physical one.
  init(file: String, bytes: [UInt8], number: Int, expansion: LineExpansion? = nil) {
    self.file = file
    self.bytes = bytes
    self.number = number
    self.expansion = expansion
    several = []
  }

  /// - Parameter pieces: At least one.
  init(file: String, bytes: [UInt8], pieces: [Piece]) {
    self.file = file
    self.bytes = bytes
    number = pieces[0].number
    expansion = nil
    several = pieces
  }

  convenience init(file: String, text: String, firstNumber: Int) {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var start = 0
    for line in bytes.split(separator: .newline, omittingEmptySubsequences: false) {
      let piece = Piece(range: start..<start + line.count, number: firstNumber + pieces.count)
      pieces.append(piece)
      start += line.count + 1
    }
    self.init(file: file, bytes: bytes, pieces: pieces)
  }

  /// All of the line.
  var source: SourceText { SourceText(line: self, range: 0..<bytes.count) }

  /// The numbers of the physical lines, as they were written.
  var numbers: ClosedRange<Int> {
    expansion?.original.numbers ?? number...(several.last?.number ?? number)
  }

  func location(at offset: Int) -> SourceLocation { place(of: offset..<offset).location }

  /// Where `offsets` start, how many Characters of that physical line they cover, and that line.
  func place(of offsets: Range<Int>) -> (location: SourceLocation, length: Int, text: String) {
    if let expansion { return expansion.original.place(of: expansion.original(of: offsets)) }
    let piece = piece(at: offsets.lowerBound)
    let text = String(decoding: bytes[piece.range], as: UTF8.self) + "\(piece.ending)"
    let start = text.characters(before: offsets.lowerBound - piece.range.lowerBound)
    let end = text.characters(before: min(offsets.upperBound - piece.range.lowerBound, text.utf8.count))
    let location = SourceLocation(file: file, line: piece.number, column: start + 1)
    return (location, max(1, end - start), text)
  }

  private func piece(at offset: Int) -> Piece {
    several.last { $0.range.lowerBound <= offset }
      ?? several.first ?? Piece(range: 0..<bytes.count, number: number)
  }
}

extension String {
  /// The number of Characters that lie wholly before a UTF-8 offset.
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
