/// A logical line of a script or of the prompt without its comment: a command, an action or expected output.
public struct ScriptLine: Sendable {
  /// The kind of a line, determined by its start.
  public typealias Kind = LineKind

  // With more than six stored values, nested ones included, each copy of it would be a call.
  /// What it is.
  public var kind: Kind {
    guard !place.range.isEmpty else { return .command }
    switch page.bytes[place.range.lowerBound] {
    case .dot: return .action
    case UInt8(ascii: "|"): return .expectedOutput
    default: return .command
    }
  }
  private let page: SourcePage
  private var place: PlacedLine
  /// Whether it may start programs: only lines that a person typed at the prompt or wrote in the rc file may. This
  /// depends on the origin of a line, never on its text.
  var mayStartPrograms: Bool

  init(on page: SourcePage, at place: PlacedLine, mayStartPrograms: Bool) {
    self.page = page
    self.place = place
    self.mayStartPrograms = mayStartPrograms
  }

  /// At least one for a command and an action, none for expected output.
  public var words: Words { words(at: place.words) }

  /// The word that names its command; `nil` for other kinds.
  var commandName: Word? { kind == .command ? words.first : nil }

  /// The positions of the words on the page.
  var wordPlaces: Range<Int> { place.words }

  /// Some of the words of the page.
  func words(at places: Range<Int>) -> Words { Words(page: page, positions: places) }

  /// The line as written, without indentation, comment and trailing spaces.
  public var source: SourceText { SourceText(page: page, range: place.range) }

  /// The text of ``source``.
  var text: String { page.text(in: place.range) }

  /// Its length in bytes.
  var length: Int { place.range.count }

  /// The numbers of its physical lines, from 1.
  public var lines: ClosedRange<Int> { page.numbers(at: place.range.lowerBound) }

  /// The number of its first physical line, if it has words.
  var firstLine: Int { words.first?.line ?? lines.lowerBound }

  /// Where the line starts.
  public var location: SourceLocation { source.location }

  /// The rest of the line after the first `count` words, unparsed, such as the expression of `expect EXPR`.
  ///
  /// A trailing comment is removed; a `#` inside a string literal does not start one. Empty, at the end of the line, if
  /// there are no further words.
  public func rest(after count: Int) -> SourceText {
    let end = source.range.upperBound
    let start = count < words.count ? words[count].source.range.lowerBound : end
    return source.slice(start..<end)
  }

  /// The line up to a word.
  ///
  /// - Parameter count: How many words it keeps, at least one.
  func prefix(_ count: Int) -> ScriptLine {
    let end = words[count - 1].source.range.upperBound
    let words = place.words.lowerBound..<place.words.lowerBound + count
    var line = self
    line.place = PlacedLine(words: words, range: place.range.lowerBound..<end)
    return line
  }

  /// A nested command: the rest of the line after the first `count` words.
  func inner(after count: Int) -> ScriptLine {
    var line = self
    line.place = PlacedLine(
      words: min(place.words.lowerBound + count, place.words.upperBound)..<place.words.upperBound,
      range: rest(after: count).range
    )
    return line
  }

  /// The words of a line, in order.
  public struct Words: RandomAccessCollection, Sendable {
    fileprivate let page: SourcePage
    fileprivate let positions: Range<Int>

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of words.
    public var endIndex: Int { positions.count }

    /// A word, counted from 0.
    public subscript(index: Int) -> Word {
      precondition(index >= 0 && index < positions.count, "no such word")
      return Word(on: page, at: positions.lowerBound + index)
    }
  }

  /// The text of a line of expected output: everything after the `|` and one space, unchanged.
  ///
  /// `nil` for other kinds.
  public var expectedOutput: String? {
    guard kind == .expectedOutput else { return nil }
    let text = source.text.dropFirst()
    return String(text.first == " " ? text.dropFirst() : text)
  }
}

extension ScriptLine {
  /// Reads the only command of a text, such as a typed line.
  ///
  /// - Parameters:
  ///   - text: one logical line; it may go over several physical ones with `\` at their ends.
  ///   - file: the name in errors.
  ///   - line: the number of the first physical line.
  /// - Returns: `nil` if there are only spaces or a comment.
  /// - Throws: the first error.
  public static func parse(
    _ text: String,
    file: String = "-",
    line: Int = 1
  ) throws(Diagnostic) -> ScriptLine? {
    let lines = try Script.lines(of: text.utf8, file: file, firstLine: line)
    if lines.count > 1 { throw lines[1].source.diagnostic("expected only one command") }
    return lines.first
  }
}

extension String {
  /// The text as one word of a command, quoted if necessary.
  var asWord: String {
    if let line = try? ScriptLine.parse("x \(self)"), line.words.count == 2, line.words[1].text == self {
      return self
    }
    return contains("'") ? quotedAsLiteral : "'\(self)'"
  }
}
