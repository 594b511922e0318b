/// The words of an unfinished line, unparsed; the last one, which may be empty, ends at the cursor.
package struct TypedWords {
  package private(set) var words: [Substring] = []
  private var tokenizer = Tokenizer(hasComments: false)
  /// The quote that is open at the cursor.
  var quote: Character? { tokenizer.quote.map { Character(Unicode.Scalar($0)) } }
  /// Whether the cursor follows a backslash in double quotes.
  var isEscaped: Bool { tokenizer.isEscaped }

  package init(_ text: Substring) {
    var start = text.startIndex
    for (index, character) in zip(text.indices, text) where tokenizer.read(character) == .blank {
      if start < index { words.append(text[start..<index]) }
      start = text.index(after: index)
    }
    words.append(text[start...])
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
