/// The words of an unfinished line, unparsed; the last one, which may be empty, ends at the cursor.
package struct TypedWords {
  package private(set) var words: [Substring] = []
  private var tokenizer: Tokenizer
  /// The quote that is open at the cursor.
  var quote: Character? { tokenizer.quote.map { Character(Unicode.Scalar($0)) } }
  /// Whether the cursor follows a backslash in double quotes.
  var isEscaped: Bool { tokenizer.isEscaped }

  /// Where a comment begins, if comments are read; otherwise the end of the text.
  private(set) var end: String.Index

  /// - Parameter hasComments: Whether a comment can follow the words.
  init(_ text: Substring, hasComments: Bool = false) {
    tokenizer = Tokenizer(hasComments: hasComments)
    end = text.endIndex
    var start = text.startIndex
    let bytes = text.utf8
    for (index, byte) in zip(bytes.indices, bytes) {
      let token = tokenizer.read(byte, before: bytes[index...].dropFirst().first)
      if token == .comment {
        end = index
        break
      }
      guard token == .blank else { continue }
      if start < index { words.append(text[start..<index]) }
      start = bytes.index(after: index)
    }
    words.append(text[start..<end])
  }

  /// The value of the word up to the cursor; `nil` if it does not parse.
  var lastText: String? {
    guard !isEscaped, let last = words.last else { return nil }
    guard !last.isEmpty else { return "" }
    let word = "x" + last + (quote.map(String.init) ?? "")
    guard let line = try? ScriptLine.parse(word), line.words.count == 1 else { return nil }
    return String(line.words[0].text.dropFirst())
  }
}
