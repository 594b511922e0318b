/// Splits a logical line into words.
///
/// Quotes may appear anywhere in a word, as in a shell: `a"b c"d` is one word. Outside quotes a backslash is an
/// ordinary character, so that key paths (`\.isComplete`) pass through unchanged.
package enum Lexer {
  /// Reads a line and adds it to a page.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - file: The name that errors show.
  ///   - page: Receives the line and its words, unless the line contains no command.
  /// - Returns: `nil` for a line without a command.
  /// - Complexity: O(*n*) in the length of the line.
  package static func read(
    _ line: LogicalLine,
    file: String,
    to page: inout SourcePage.Draft
  ) throws(Diagnostic) -> PlacedLine? {
    let bytes = line.bytes
    guard let begin = bytes.firstIndex(where: { !$0.isBlank }) else { return nil }
    let base = page.end
    let firstWord = page.words.count
    let end: Int
    do throws(Diagnostic) {
      let isExpected = bytes[begin] == UInt8(ascii: "|")
      end = isExpected ? bytes.count : try readWords(of: line, from: begin, file: file, to: &page)
    } catch {
      page.words.removeSubrange(firstWord...)
      throw error
    }
    guard end > begin else { return nil }
    page.add(line)
    return PlacedLine(words: firstWord..<page.words.count, range: base + begin..<base + end)
  }

  /// - Returns: The offset of the end of the last word.
  private static func readWords(
    of line: LogicalLine,
    from begin: Int,
    file: String,
    to page: inout SourcePage.Draft
  ) throws(Diagnostic) -> Int {
    let (bytes, base) = (line.bytes, page.end)
    var tokenizer = Tokenizer()
    var word: (start: Int, marks: Int)?
    var end = begin
    var position = begin
    while true {
      let token: Tokenizer.Token =
        position == bytes.count
        ? .comment
        : tokenizer.read(bytes[position], before: position + 1 < bytes.count ? bytes[position + 1] : nil)
      guard token == .blank || token == .comment else {
        if word == nil { word = (position, 0) }
        if token == .quote || tokenizer.isEscaped { word?.marks += 1 }
        position += 1
        // Within a word, letters and digits do not change the tokenizer's state.
        while !tokenizer.isEscaped, position < bytes.count, bytes[position].continuesVariableName {
          position += 1
        }
        continue
      }
      if let (start, marks) = word {
        let range = base + start..<base + position
        // Nearly every word reads as it is written, apart from quotes at both ends.
        let isInQuotes =
          marks == 2 && bytes[start].isQuote && bytes[position - 1].isQuote
        let text: SourcePage.PlacedWord.Text =
          marks == 0
          ? .plain
          : isInQuotes ? .quoted : page.add(try text(of: line, start..<position, from: base, file: file))
        page.words.append(SourcePage.PlacedWord(range: range, line: line.number, text: text))
        (word, end) = (nil, position)
      }
      if token == .comment { break }
      position += 1
    }
    if end > begin, bytes[end - 1] == .backslash {
      throw line.source(file: file).diagnostic(
        "a \\ continues a line only as its last character",
        at: end - 1..<end,
        hint: "remove the spaces or the comment after it"
      )
    }
    return end
  }

  /// The text of a word that contains quotes, and the offset of the first value that is interpolated in it, if any. Such
  /// values are kept as written, for an expression.
  private static func text(
    of line: LogicalLine,
    _ range: Range<Int>,
    from base: Int,
    file: String
  ) throws(Diagnostic) -> SourcePage.Draft.QuotedWord {
    let bytes = line.bytes
    var interpolation: Int?
    var quoted = QuotedText(bytes, at: range.lowerBound, of: line.source(file: file))
    quoted.text.reserveCapacity(range.count)
    while quoted.position < range.upperBound {
      let opening = quoted.position
      guard bytes[opening].isQuote else {
        quoted.text.append(bytes[opening])
        quoted.position += 1
        continue
      }
      while try quoted.read(after: opening) {
        let start = quoted.position - 2
        interpolation = interpolation ?? base + start
        var tokenizer = Tokenizer(hasComments: false)
        while quoted.position < range.upperBound, tokenizer.openBrackets >= 0 {
          _ = tokenizer.read(bytes[quoted.position], before: nil)
          quoted.position += 1
        }
        quoted.text.append(contentsOf: bytes[start..<quoted.position])
      }
    }
    return (String(decoding: quoted.text, as: UTF8.self), interpolation)
  }
}

/// The kind of a line, determined by how it begins.
public enum LineKind: Hashable, Sendable {
  /// Words, the first of which is the name of the command.
  case command
  /// Starts with `.`: an action in Swift syntax.
  case action
  /// Starts with `|`: expected output of the command before it.
  case expectedOutput
}

/// The location of a command on its page.
package struct PlacedLine: Sendable {
  /// Positions in ``SourcePage/words``.
  package let words: Range<Int>
  package let range: Range<Int>

  package init(words: Range<Int>, range: Range<Int>) {
    self.words = words
    self.range = range
  }
}
