/// Cuts a logical line into words.
///
/// Quotes may stand anywhere in a word, as in a shell: `a"b c"d` is one word. Outside of quotes a backslash
/// is an ordinary character, because key paths (`\.isComplete`) must pass through unharmed.
package struct Lexer {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// The line on a page of its own, once something in quotes has asked for it.
  private var source: SourceText?

  /// Reads a line and adds it to a page.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - file: The name that errors show.
  ///   - page: Gets the line and its words, unless there is no command in it.
  /// - Returns: `nil` for a line without a command.
  /// - Complexity: O(*n*) in the length of the line.
  package static func read(
    _ line: LogicalLine,
    file: String,
    to page: inout SourcePage.Draft
  ) throws(Diagnostic) -> PlacedLine? {
    var lexer = Lexer(bytes: line.bytes)
    guard let first = lexer.skipBlanks() else { return nil }
    let base = page.end
    let begin = lexer.position
    let firstWord = page.wordCount
    if first == UInt8(ascii: "|") {
      page.add(line)
      return PlacedLine(
        kind: .expectedOutput,
        words: firstWord..<firstWord,
        range: base + begin..<base + line.bytes.count
      )
    }
    var end = begin
    do throws(Diagnostic) {
      while try lexer.readWord(of: line, file: file, to: &page, at: base, isFirst: end == begin) {
        end = lexer.position
      }
      if end > begin, line.bytes[end - 1] == .backslash { throw strayBackslash(in: line, file, behind: end) }
    } catch {
      page.removeWords(from: firstWord)
      throw error
    }
    guard end > begin else { return nil }
    page.add(line)
    return PlacedLine(
      kind: first == UInt8(ascii: ".") ? .action : .command,
      words: firstWord..<page.wordCount,
      range: base + begin..<base + end
    )
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// - Returns: What comes behind the blanks; `nil` at the end.
  private mutating func skipBlanks() -> UInt8? {
    var place = position
    while place < bytes.count, bytes[place].isBlank { place += 1 }
    position = place
    return peek
  }

  /// - Returns: What the plain text ends at; `nil` at the end.
  private mutating func skipPlain() -> UInt8? {
    var place = position
    while place < bytes.count, !bytes[place].endsPlainText { place += 1 }
    position = place
    return peek
  }

  /// - Returns: Whether there was one.
  private mutating func readWord(
    of line: LogicalLine,
    file: String,
    to page: inout SourcePage.Draft,
    at base: Int,
    isFirst: Bool
  ) throws(Diagnostic) -> Bool {
    guard let first = skipBlanks() else { return false }
    if first == UInt8(ascii: "#") {
      let next = position + 1 < bytes.count ? bytes[position + 1] : nil
      if CommentSyntax.begins(isFirstWord: isFirst, before: next) { return false }
    }
    let start = position
    guard let next = skipPlain(), !next.isBlank else {
      // Nearly every word is written as what it says.
      page.addWord(base + start..<base + position)
      return true
    }
    let source = source ?? line.source(file: file)
    self.source = source
    let text = try quotedText(from: start, in: source)
    page.addWord(base + start..<base + position, saying: text)
    return true
  }

  /// Reads what is left of a word with quotes in it.
  private mutating func quotedText(from start: Int, in source: SourceText) throws(Diagnostic) -> String {
    var text = Array(bytes[start..<position])
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

  private static func strayBackslash(in line: LogicalLine, _ file: String, behind end: Int) -> Diagnostic {
    line.source(file: file).diagnostic(
      "a \\ continues a line only as its very last character",
      at: end - 1..<end,
      remedy: "remove the blanks or the comment after it"
    )
  }
}

/// What a line is, by how it begins.
public enum LineKind: Hashable, Sendable {
  /// Words, the first of which names the command.
  case command
  /// Starts with `.`: an action in Swift syntax.
  case action
  /// Starts with `|`: what the command before is expected to print.
  case expectedOutput
}

/// Where a command lies on its page.
package struct PlacedLine: Sendable {
  package let kind: LineKind
  /// Positions in ``SourcePage/words``.
  package let words: Range<Int>
  package let range: Range<Int>

  package init(kind: LineKind, words: Range<Int>, range: Range<Int>) {
    self.kind = kind
    self.words = words
    self.range = range
  }
}

extension UInt8 {
  /// Whether a word ends here, or goes on as something else than what it says.
  fileprivate var endsPlainText: Bool {
    self <= 0x27 && (isBlank || self == .doubleQuote || self == .singleQuote)
  }
}
