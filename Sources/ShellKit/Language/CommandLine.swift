/// One command of a script or of the prompt: a logical line without its comment.
public struct CommandLine: Sendable {
  /// What a line is, by how it begins.
  public enum Kind: Hashable, Sendable {
    /// Words, the first of which names the command.
    case command
    /// Starts with `.`: an action in Swift syntax, to be read from `source`.
    case action
    /// Starts with `|`: what the command before is expected to print.
    case expectedOutput
  }

  /// What it is.
  public let kind: Kind
  /// At least one for a command and an action, none for expected output.
  public let words: [Word]
  /// All of the line as it was written, without indentation, comment and trailing blanks.
  public let source: SourceText

  /// The physical lines that it takes, from 1.
  public var lines: ClosedRange<Int> { source.line.numbers }

  /// Where the line starts.
  public var location: SourceLocation { source.location }

  /// What comes after the first `count` words, as it was written: the expression of `expect EXPR`.
  ///
  /// A comment at the end is cut off; a `#` inside a string literal is none. Empty, with its place at the end
  /// of the line, when there are no further words.
  public func rest(after count: Int) -> SourceText {
    let end = source.range.upperBound
    let start = count < words.count ? words[count].source.range.lowerBound : end
    return source.slice(start..<end)
  }

  /// A command that is an argument of this one: the words that it has here, and the text that they stand in.
  func inner(_ words: [Word], _ source: SourceText) -> CommandLine {
    CommandLine(
      kind: source.text.hasPrefix(".") ? .action : .command,
      words: words,
      source: source
    )
  }

  /// The text of a line of expected output: all behind the `|` and one blank, exactly as written.
  ///
  /// `nil` for other kinds.
  public var expectedOutput: String? {
    guard kind == .expectedOutput else { return nil }
    let text = source.text.dropFirst()
    return String(text.first == " " ? text.dropFirst() : text)
  }
}

extension CommandLine {
  /// Reads the only command of a text, such as a typed line.
  ///
  /// - Parameters:
  ///   - text: one logical line; it may go over several physical ones with `\` at their ends.
  ///   - file: the name that errors show.
  ///   - line: the number of the first physical line.
  /// - Returns: `nil` if there is no command, only blanks or a comment.
  /// - Throws: the first thing that is wrong.
  public static func parse(
    _ text: String,
    file: String = "-",
    line: Int = 1
  ) throws(Diagnostic) -> CommandLine? {
    let script = Script(scanning: text.utf8, file: file, firstLine: line, isFragment: true)
    if let diagnostic = script.diagnostics.first { throw diagnostic }
    if script.commandLines.count > 1 {
      throw script.commandLines[1].source.diagnostic("there can be only one command here")
    }
    return script.commandLines.first
  }
}
