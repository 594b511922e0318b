/// Receives the text of a dump or diff in pieces, and emits it line by line.
///
/// It indents each line, tracks whether the line is removed, added or unchanged, and escapes control characters: all
/// printed output passes through here.
final class DumpOutput {
  /// The kind of the lines that begin from now on.
  var kind = DiffLine.Kind.same
  /// The number of spaces at the start of the lines that begin from now on.
  var indent = 0

  private var line: String?
  private let emit: (DiffLine) -> Void

  /// - Parameter emit: Receives each complete line.
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
  /// The kind of a line.
  public enum Kind: Hashable, Sendable {
    /// Only in the old value.
    case removed
    /// Only in the new value.
    case added
    /// In both values, or a summary of what both have in common.
    case same
    /// In both values, at different places of a list; only in a format that shows moves.
    case moved
  }

  /// The kind of the line.
  public let kind: Kind
  /// The indented line, without its mark and newline.
  public let text: String

  /// Creates a line.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
