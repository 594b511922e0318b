/// Takes the text of a dump or diff piece by piece, and gives it away line by line.
///
/// It indents each line, remembers whether the line is removed, added or the same, and lets no control character
/// through: this is the one place that everything printed goes through.
final class DumpOutput {
  /// What the lines that begin from now on are.
  var kind = DiffLine.Kind.same
  /// How many blanks the lines that begin from now on start with.
  var indent = 0

  private var line: String?
  private let emit: (DiffLine) -> Void

  /// - Parameter emit: Takes each line when it is complete.
  init(indent: Int = 0, emit: @escaping (DiffLine) -> Void) {
    self.indent = indent
    self.emit = emit
  }

  /// Appends to the current line. A newline in the text ends the line.
  func write(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "\n")) else {
      append(Substring(text))
      return
    }
    var rest = text.unicodeScalars[...]
    while let end = rest.firstIndex(of: "\n") {
      append(Substring(rest[..<end]))
      endLine()
      rest = rest[rest.index(after: end)...]
    }
    append(Substring(rest))
  }

  private func append(_ text: Substring) {
    let text = DumpText.visible(String(text))
    if line == nil { line = String(repeating: " ", count: indent) }
    line?.append(text)
  }

  /// Ends the current line, if one has begun.
  func endLine() {
    guard let text = line else { return }
    line = nil
    emit(DiffLine(kind, text))
  }
}

/// A line of a diff.
public struct DiffLine: Hashable, Sendable {
  /// Where a line stands.
  public enum Kind: Hashable, Sendable {
    /// In the old value only.
    case removed
    /// In the new value only.
    case added
    /// In both values, or standing for what both have.
    case same
    /// In both values, at different places of a list; only in a format that shows moves.
    case moved
  }

  /// Where the line stands.
  public let kind: Kind
  /// The line without its mark and without a newline, with its indentation.
  public let text: String

  /// A line.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
