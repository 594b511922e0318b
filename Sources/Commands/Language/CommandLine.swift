/// One command of a script or of the prompt: a logical line without its comment.
public struct CommandLine: Sendable {
  /// What a line is, by how it begins.
  public typealias Kind = LineKind

  /// What it is.
  public var kind: Kind { place.kind }
  private let page: SourcePage
  private let place: PlacedLine

  init(on page: SourcePage, at place: PlacedLine) {
    self.page = page
    self.place = place
  }

  /// At least one for a command and an action, none for expected output.
  public var words: Words { words(at: place.words) }

  /// Where they are on their page.
  var wordPlaces: Range<Int> { place.words }

  /// Some of the words of the page.
  func words(at places: Range<Int>) -> Words { Words(page: page, positions: places) }

  /// All of the line as it was written, without indentation, comment and trailing blanks.
  public var source: SourceText { SourceText(page: page, range: place.range) }

  /// The text of ``source``.
  var text: String { page.text(in: place.range) }

  /// How many bytes that is.
  var length: Int { place.range.count }

  /// The physical lines that it takes, from 1.
  public var lines: ClosedRange<Int> { page.numbers(at: place.range.lowerBound) }

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

  /// A command that is an argument of this one: all behind the first `count` words.
  func inner(after count: Int) -> CommandLine {
    let range = rest(after: count).range
    let isAction = range.isEmpty ? false : page.bytes[range.lowerBound] == UInt8(ascii: ".")
    return CommandLine(
      on: page,
      at: PlacedLine(
        kind: isAction ? .action : .command,
        words: min(place.words.lowerBound + count, place.words.upperBound)..<place.words.upperBound,
        range: range
      )
    )
  }

  /// The words of a line, in order.
  public struct Words: RandomAccessCollection, Sendable {
    fileprivate let page: SourcePage
    fileprivate let positions: Range<Int>

    /// 0.
    public var startIndex: Int { 0 }
    /// How many they are.
    public var endIndex: Int { positions.count }

    /// A word, counted from 0.
    public subscript(index: Int) -> Word {
      precondition(index >= 0 && index < positions.count, "no such word")
      return Word(on: page, at: positions.lowerBound + index)
    }
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
      throw script.commandLines[1].source.diagnostic("expected only one command")
    }
    return script.commandLines.first
  }
}
