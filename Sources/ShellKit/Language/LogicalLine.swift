/// One line as the lexer reads it: physical lines joined at their continuations.
struct LogicalLine {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The number of the first physical line.
  let number: Int
  /// The physical lines, if they are several: nearly every command is one.
  var several: [SourcePage.Piece] = []
  /// What it was made of, if values were put into it.
  var expansion: LineExpansion?

  /// A copy of it on a page of its own.
  func source(file: String) -> SourceText {
    let pieces = several.isEmpty ? [SourcePage.Piece(range: 0..<bytes.count, number: number)] : several
    return SourcePage(file: file, bytes: Array(bytes), pieces: pieces, expansion: expansion).source
  }
}
