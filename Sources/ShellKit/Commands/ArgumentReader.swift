/// Reads the words after a command's name, one after the other.
public struct ArgumentReader {
  /// The line that is read.
  public let line: CommandLine
  /// The command's usage, as `move SET DEST`, which errors quote.
  public let usage: String
  private var position = 1

  init(line: CommandLine, usage: String) {
    self.line = line
    self.usage = usage
  }

  /// Whether all words have been read.
  public var isAtEnd: Bool { position >= line.words.count }

  /// How many words are left.
  public var remaining: Int { max(0, line.words.count - position) }

  /// The next word, which stays unread.
  public var next: Word? { isAtEnd ? nil : line.words[position] }

  /// Reads a word.
  ///
  /// - Parameter parameter: What the word stands for, as `TODO`, named by the error.
  /// - Throws: An error just after the last word, when there is none left.
  public mutating func word(for parameter: String) throws(Diagnostic) -> Word {
    guard let word = next else { throw missing(parameter) }
    position += 1
    return word
  }

  /// Reads everything that is left, exactly as it was written, quotes and all: `nil` when nothing is left.
  public mutating func rest() -> SourceText? {
    guard !isAtEnd else { return nil }
    let rest = line.rest(after: position)
    position = line.words.count
    return rest
  }

  /// The error that says that an argument is missing.
  public func missing(_ parameter: String) -> Diagnostic {
    line.source.endPoint.diagnostic("\(line.words[0].text) needs \(parameter)", remedy: "usage: \(usage)")
  }

  /// Makes sure that nothing is left.
  func finish() throws(Diagnostic) {
    guard let word = next else { return }
    throw word.diagnostic("unexpected '\(word.text)'", remedy: "usage: \(usage)")
  }
}
