/// Cuts a logical line into words.
///
/// Quotes may stand anywhere in a word, as in a shell: `a"b c"d` is one word. Outside of quotes a backslash
/// is an ordinary character, because key paths (`\.isComplete`) must pass through unharmed.
struct Lexer {
  private let source: SourceText
  private var position: Int

  init(line: LogicalLine) {
    source = line.source
    position = 0
  }

  /// - Returns: `nil` for a line without a command.
  /// - Complexity: O(*n*) in the length of the line.
  mutating func commandLine() throws(Diagnostic) -> CommandLine? {
    skipBlanks()
    guard let first = peek else { return nil }
    if first == UInt8(ascii: "|") {
      return CommandLine(kind: .expectedOutput, words: [], source: remainder)
    }
    var words: [Word] = []
    // Few commands have more.
    words.reserveCapacity(4)
    while let word = try nextWord() { words.append(word) }
    guard let firstWord = words.first, let lastWord = words.last else { return nil }
    if source.line.bytes[lastWord.source.range.upperBound - 1] == .backslash {
      throw strayBackslash(lastWord)
    }
    return CommandLine(
      kind: first == UInt8(ascii: ".") ? .action : .command,
      words: words,
      source: source.slice(firstWord.source.range.lowerBound..<lastWord.source.range.upperBound)
    )
  }

  private var peek: UInt8? {
    position < source.range.upperBound ? source.line.bytes[position] : nil
  }

  private var remainder: SourceText { source.slice(position..<source.range.upperBound) }

  private mutating func skipBlanks() {
    while let byte = peek, byte.isBlank { position += 1 }
  }

  private func text(_ range: Range<Int>) -> String {
    source.line.bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  private mutating func skipPlain() {
    let end = source.range.upperBound
    position = source.line.bytes.withUnsafeBufferPointer { [position] bytes in
      var place = position
      while place < end, !bytes[place].endsPlainText { place += 1 }
      return place
    }
  }

  private mutating func nextWord() throws(Diagnostic) -> Word? {
    skipBlanks()
    guard let first = peek, first != UInt8(ascii: "#") else { return nil }
    let start = position
    var isQuoted = false
    skipPlain()
    // Nearly every word is written as what it says.
    if peek.map(\.isBlank) ?? true {
      return Word(
        text: text(start..<position),
        source: source.slice(start..<position),
        isQuoted: false
      )
    }
    var text = Array(source.line.bytes[start..<position])
    while let byte = peek, !byte.isBlank {
      if byte == .doubleQuote || byte == .singleQuote {
        isQuoted = true
        try QuotedText.read(from: source, at: &position, into: &text)
      } else {
        text.append(byte)
        position += 1
      }
    }
    return Word(
      text: String(decoding: text, as: UTF8.self),
      source: source.slice(start..<position),
      isQuoted: isQuoted
    )
  }

  private func strayBackslash(_ word: Word) -> Diagnostic {
    let end = word.source.range.upperBound
    return word.source.diagnostic(
      "a \\ continues a line only as its very last character",
      at: end - 1..<end,
      remedy: "remove the blanks or the comment after it"
    )
  }
}

extension UInt8 {
  /// Whether a word ends here, or goes on as something else than what it says.
  fileprivate var endsPlainText: Bool {
    self <= 0x27 && (isBlank || self == .doubleQuote || self == .singleQuote)
  }
}
