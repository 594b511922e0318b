/// Cuts a logical line into words.
///
/// Quotes may stand anywhere in a word, as in a shell: `a"b c"d` is one word. Outside of quotes a backslash
/// is an ordinary character, because key paths (`\.isComplete`) must pass through unharmed.
struct Lexer {
  private let line: LogicalLine
  private var position = 0
  /// The line on a page of its own, once something asks for it.
  private var ownSource: SourceText?

  init(line: LogicalLine) {
    self.line = line
  }

  /// Reads the line and adds it to a page.
  ///
  /// - Returns: `nil` for a line without a command, which is not added.
  /// - Complexity: O(*n*) in the length of the line.
  mutating func commandLine(on page: inout SourcePage.Draft) throws(Diagnostic) -> PlacedLine? {
    skipBlanks()
    guard let first = peek else { return nil }
    let start = page.end
    let firstWord = page.wordCount
    if first == UInt8(ascii: "|") {
      let range = start + position..<start + line.bytes.count
      page.add(line)
      return PlacedLine(kind: .expectedOutput, words: firstWord..<firstWord, range: range)
    }
    let begin = position
    var end = position
    do throws(Diagnostic) {
      while try readWord(to: &page, at: start) { end = position }
      if end > begin, line.bytes[end - 1] == .backslash { throw strayBackslash(behind: end) }
    } catch {
      page.removeWords(from: firstWord)
      throw error
    }
    guard end > begin else { return nil }
    page.add(line)
    return PlacedLine(
      kind: first == UInt8(ascii: ".") ? .action : .command,
      words: firstWord..<page.wordCount,
      range: start + begin..<start + end
    )
  }

  private var peek: UInt8? { position < line.bytes.count ? line.bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte.isBlank { position += 1 }
  }

  private mutating func skipPlain() {
    while let byte = peek, !byte.endsPlainText { position += 1 }
  }

  /// - Returns: Whether there was one.
  private mutating func readWord(to page: inout SourcePage.Draft, at base: Int) throws(Diagnostic) -> Bool {
    skipBlanks()
    guard let first = peek, first != UInt8(ascii: "#") else { return false }
    let start = position
    skipPlain()
    // Nearly every word is written as what it says.
    if peek.map(\.isBlank) ?? true {
      page.addWord(base + start..<base + position)
      return true
    }
    let text = try quotedText(from: start)
    page.addWord(base + start..<base + position, saying: text)
    return true
  }

  /// Reads what is left of a word with quotes in it.
  private mutating func quotedText(from start: Int) throws(Diagnostic) -> String {
    let source = ownSource ?? line.source
    ownSource = source
    var text = Array(line.bytes[start..<position])
    while let byte = peek, !byte.isBlank {
      if byte == .doubleQuote || byte == .singleQuote {
        try QuotedText.read(from: source, at: &position, into: &text)
      } else {
        text.append(byte)
        position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func strayBackslash(behind end: Int) -> Diagnostic {
    line.source.diagnostic(
      "a \\ continues a line only as its very last character",
      at: end - 1..<end,
      remedy: "remove the blanks or the comment after it"
    )
  }
}

/// Where a command lies on its page.
struct PlacedLine {
  let kind: CommandLine.Kind
  /// Positions in ``SourcePage/words``.
  let words: Range<Int>
  let range: Range<Int>
}

extension UInt8 {
  /// Whether a word ends here, or goes on as something else than what it says.
  fileprivate var endsPlainText: Bool {
    self <= 0x27 && (isBlank || self == .doubleQuote || self == .singleQuote)
  }
}
