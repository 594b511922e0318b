/// A piece of source that still knows where it was written.
///
/// Everything that reads the language (words, durations, index sets, expressions) reads a `SourceText` and
/// reports its errors through it. Positions are UTF-8 offsets into what was read with it, where a
/// *logical* line may have been joined from several physical ones; they become lines and columns only when an error
/// needs them.
public struct SourceText: Sendable {
  package let page: SourcePage
  /// Where this piece lies, in UTF-8 offsets from the start of what was read with it.
  public let range: Range<Int>

  package init(page: SourcePage, range: Range<Int>) {
    self.page = page
    self.range = range
  }

  /// Source that does not come from a script: an option's value, a typed line, a test.
  ///
  /// - Parameters:
  ///   - text: what to read. Line ends in it count as lines of their own in locations.
  ///   - file: the name that errors show.
  ///   - line: the number of its first line.
  public init(_ text: String, file: String = "-", line: Int = 1) {
    self = SourcePage(file: file, text: text, firstNumber: line).source
  }

  /// The piece as it was written.
  public var text: String { page.text(in: range) }

  /// Whether it holds no characters.
  public var isEmpty: Bool { range.isEmpty }

  /// Where the piece starts.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public var location: SourceLocation { page.location(at: range.lowerBound) }

  /// A part of this piece.
  ///
  /// - Parameter offsets: UTF-8 offsets as in `range`; what lies outside of this piece is cut off.
  public func slice(_ offsets: Range<Int>) -> SourceText {
    SourceText(page: page, range: offsets.clamped(to: range))
  }

  /// This piece, another of the same line behind it, and what lies between them.
  package func extended(to last: SourceText) -> SourceText {
    SourceText(page: page, range: range.lowerBound..<max(range.upperBound, last.range.upperBound))
  }

  /// The empty piece just behind this one.
  package var endPoint: SourceText { slice(range.upperBound..<range.upperBound) }

  /// An error about this piece or a part of it.
  ///
  /// - Parameters:
  ///   - message: what is wrong: what was found and what was expected.
  ///   - offsets: the part to underline, as UTF-8 offsets as in `range`; all when `nil`.
  ///   - notes: further facts, one a line.
  ///   - hint: what to try.
  public func diagnostic(
    _ message: String,
    at offsets: Range<Int>? = nil,
    notes: [String] = [],
    hint: String? = nil
  ) -> Diagnostic {
    let offsets = offsets ?? range
    let place = page.place(of: offsets)
    return Diagnostic(
      message,
      location: place.location,
      length: place.length,
      sourceLine: place.text,
      notes: notes + page.expansionNotes.filter { !notes.contains($0) },
      hint: hint
    )
  }
}

extension SourcePage {
  /// What an error says of a line that nobody has written like this.
  fileprivate var expansionNotes: [String] {
    guard expansion != nil else { return [] }
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    return ["with the values of its variables: \(text)\(bytes.count > 200 ? "…" : "")"]
  }
}

/// A place in a script or in a typed line, for people: both numbers start at 1.
public struct SourceLocation: Hashable, Sendable {
  /// The name to show, which need not be that of a file: `-` for standard input, say.
  public var file: String
  /// The physical line, from 1.
  public var line: Int
  /// The place in that line, from 1, counted in Characters as a person counts them.
  public var column: Int

  /// Creates a place in a file.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - line: The line, counted from 1.
  ///   - column: The column, counted from 1.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation: Comparable {
  /// Orders by file name, then by place.
  public static func < (lhs: SourceLocation, rhs: SourceLocation) -> Bool {
    (lhs.file, lhs.line, lhs.column) < (rhs.file, rhs.line, rhs.column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, the form that editors can jump to.
  public var description: String { "\(file):\(line):\(column)" }
}
