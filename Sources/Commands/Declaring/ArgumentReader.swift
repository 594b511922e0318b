/// Reads the words after a command's name, one after the other.
public struct ArgumentReader {
  /// The line that is read.
  public let line: CommandLine
  /// The command's usage, as `move SET DEST`, which errors quote.
  public let usage: String
  /// The folder that relative paths start from, with its slash: that of the script, or nothing for the current one.
  var folder = ""
  /// What expressions are about, if that is known: what they name must be there.
  var stateType: Any.Type?
  /// The words that are read, by their places on the page of the line.
  private let places: Range<Int>
  private var position: Int
  /// The words that were given to options, with the options' names.
  private var options: [(name: String, word: Word)] = []

  init(line: CommandLine, usage: String) {
    self.line = line
    self.usage = usage
    places = line.wordPlaces
    // The first is the command's name.
    position = 1
  }

  /// Reads a word of another reader, which takes it for read.
  init(word: Word, of other: ArgumentReader) {
    line = other.line
    usage = other.usage
    folder = other.folder
    stateType = other.stateType
    places = word.position..<word.position + 1
    position = 0
  }

  private var words: CommandLine.Words { line.words(at: places) }

  /// Keeps a word for the option that it was given to.
  mutating func note(_ word: Word, forOption name: String) {
    options.append((name, word))
  }

  /// The words that were given to an option, of a flag the flag itself.
  mutating func takeOption(_ name: String) -> [Word] {
    guard !options.isEmpty else { return [] }
    defer { options.removeAll { $0.name == name } }
    return options.filter { $0.name == name }.map(\.word)
  }

  /// Whether all words have been read.
  public var isAtEnd: Bool { position >= places.count }

  /// How many words are left.
  public var remaining: Int { max(0, places.count - position) }

  /// The next word, which stays unread.
  public var next: Word? { isAtEnd ? nil : words[position] }

  /// Reads a word.
  ///
  /// - Parameter parameter: What the word stands for, as `TODO`, named by the error.
  /// - Throws: An error just after the last word, when there is none left.
  public mutating func word(for parameter: String) throws(Diagnostic) -> Word {
    guard let word = next else { throw missing(parameter) }
    position += 1
    return word
  }

  /// Reads a word as the value of a variable. One that a variable was put for is its value, whatever blanks and quotes are
  /// in that.
  ///
  /// - Throws: As ``word(for:)``.
  mutating func value(for parameter: String) throws(Diagnostic) -> Variable {
    let word = try word(for: parameter)
    let start = word.source.range.lowerBound
    let isText = line.source.page.bytes[start] == .doubleQuote
    if !isText, let value = line.source.page.expansion?.value(at: start), value.lowerBound == start,
      let last = words[(position - 1)...].firstIndex(where: { $0.source.range.upperBound == value.upperBound }
      )
    {
      position = last + 1
      return Variable(given: word.source.extended(to: words[last].source).text)
    }
    return word.isQuoted ? Variable(text: word.text) : Variable(given: word.text)
  }

  /// Reads everything that is left, exactly as it was written, quotes and all: `nil` when nothing is left.
  public mutating func rest() -> SourceText? {
    guard !isAtEnd else { return nil }
    let rest = line.source.slice(
      words[position].source.range.lowerBound..<words[words.count - 1].source.range.upperBound
    )
    position = words.count
    return rest
  }

  /// Reads everything that is left as a command of its own: `nil` when nothing is left.
  mutating func restAsCommand() -> CommandLine? {
    guard !isAtEnd else { return nil }
    defer { position = words.count }
    return line.inner(after: position)
  }

  /// The error that says that an argument is missing.
  public func missing(_ parameter: String) -> Diagnostic {
    line.source.endPoint.diagnostic("\(line.words[0].text) needs \(parameter)", hint: "usage: \(usage)")
  }

  /// Makes sure that nothing is left.
  func finish() throws(Diagnostic) {
    guard let word = next else { return }
    let hint =
      switch word.isQuoted ? nil : word.text.first {
      case "|", ">": "pipes are not supported; 'transcript FILE' copies the output to a file"
      case "#": "usage: \(usage); \(CommentSyntax.hint)"
      default: "usage: \(usage)"
      }
    throw word.diagnostic("unexpected '\(word.text)'", hint: hint)
  }
}
