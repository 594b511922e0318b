/// A piece of source text that keeps its location.
///
/// Every parser of the language (words, durations, index sets, expressions) reads a `SourceText` and reports its errors
/// through it. Positions are UTF-8 offsets into the page, on which a *logical* line may have been joined from several
/// physical ones; they are converted to lines and columns only when an error needs them.
public struct SourceText: Sendable {
  package let page: SourcePage
  /// The range of this piece, in UTF-8 offsets from the start of its page.
  public let range: Range<Int>

  package init(page: SourcePage, range: Range<Int>) {
    self.page = page
    self.range = range
  }

  /// Creates source that does not come from a script: an option's value, a typed line, a test.
  ///
  /// - Parameters:
  ///   - text: The text to read. Each line in it counts as a line in locations.
  ///   - file: The name shown in errors.
  ///   - line: The number of its first line.
  public init(_ text: String, file: String = "-", line: Int = 1) {
    self = SourcePage(file: file, text: text, firstNumber: line).source
  }

  /// The piece as it was written.
  public var text: String { page.text(in: range) }

  /// The text for a message, truncated because a piece may be as long as a line.
  var shown: String { text.shortened(to: 40) }

  /// Whether it is empty.
  public var isEmpty: Bool { range.isEmpty }

  /// Where the piece starts.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public var location: SourceLocation { page.place(of: range.lowerBound..<range.lowerBound).location }

  /// Whether a cursor at an offset is in it, or at its end.
  package func contains(_ cursor: Int) -> Bool { range.lowerBound <= cursor && cursor <= range.upperBound }

  /// A part of this piece.
  ///
  /// - Parameter offsets: UTF-8 offsets, like `range`; clamped to this piece.
  public func slice(_ offsets: Range<Int>) -> SourceText {
    SourceText(page: page, range: offsets.clamped(to: range))
  }

  /// This piece, a later piece of the same line, and everything between them.
  package func extended(to last: SourceText) -> SourceText {
    SourceText(page: page, range: range.lowerBound..<max(range.upperBound, last.range.upperBound))
  }

  /// The empty piece directly after this one.
  package var endPoint: SourceText { slice(range.upperBound..<range.upperBound) }

  /// An error about this piece or a part of it.
  ///
  /// - Parameters:
  ///   - message: What is wrong: what was found and what was expected.
  ///   - offsets: The part to underline, in UTF-8 offsets like `range`; `nil` for the whole piece.
  ///   - notes: Further facts, one per line.
  ///   - hint: The suggested fix.
  public func diagnostic(
    _ message: String,
    at offsets: Range<Int>? = nil,
    notes: [String] = [],
    hint: String? = nil
  ) -> Diagnostic {
    let offsets = offsets ?? range
    let place = page.place(of: offsets)
    var notes = notes
    if let expansion = page.expansion {
      let line = String(decoding: page.bytes.prefix(200), as: UTF8.self)
      let note = "\(expansion.name): \(line)\(page.bytes.count > 200 ? "…" : "")"
      if !notes.contains(note) { notes.append(note) }
    }
    return Diagnostic(
      message,
      location: place.location,
      length: place.length,
      sourceLine: place.text,
      notes: notes,
      hint: hint
    )
  }
}

extension String {
  /// The text, cut after a number of Characters.
  func shortened(to length: Int) -> String { count <= length ? self : prefix(length - 1) + "…" }
}

extension [String] {
  /// The first elements, for a message.
  var firstListed: String { prefix(20).joined(separator: ", ") + (count > 20 ? ", …" : "") }
}

/// A location in a script or a typed line. Lines and columns count from 1.
public struct SourceLocation: Hashable, Codable, Sendable {
  /// The name to show, which need not be a file: `-` is standard input.
  public var file: String
  /// The physical line, from 1.
  public var line: Int
  /// The column, from 1, counted in Characters.
  public var column: Int

  /// Creates a location in a file.
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
  /// Orders by file name, then by location.
  public static func < (lhs: SourceLocation, rhs: SourceLocation) -> Bool {
    (lhs.file, lhs.line, lhs.column) < (rhs.file, rhs.line, rhs.column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, the form that editors can jump to.
  public var description: String { "\(file):\(line):\(column)" }
}
