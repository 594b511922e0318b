/// A value that was read from a command line, and the place where it stands there.
///
/// A command that finds out only when it runs that a value is wrong, as an index beyond the list, points at the very
/// word with ``diagnostic(_:notes:hint:)``.
public struct Located<Value> {
  /// What was read.
  public let value: Value
  /// Where it was written.
  public let source: SourceText

  /// Creates a value that stands in a source.
  public init(_ value: Value, at source: SourceText) {
    self.value = value
    self.source = source
  }

  /// An error about this value, to be thrown by the command.
  ///
  /// - Parameters:
  ///   - message: What was found and what was expected, without a full stop.
  ///   - notes: Further facts, one a line.
  ///   - hint: What to try.
  public func diagnostic(_ message: String, notes: [String] = [], hint: String? = nil) -> Diagnostic {
    source.diagnostic(message, notes: notes, hint: hint)
  }
}
