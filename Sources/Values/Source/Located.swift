/// A value read from a command line, with its location.
///
/// A command that detects an invalid value only when it runs, such as an index past the end of the list, reports the
/// error at that word with ``diagnostic(_:notes:hint:)``.
public struct Located<Value> {
  /// The value.
  public let value: Value
  /// The text it was read from.
  public let source: SourceText

  /// Creates a value with the source it was read from.
  public init(_ value: Value, at source: SourceText) {
    self.value = value
    self.source = source
  }

  /// An error about this value, for the command to throw.
  ///
  /// - Parameters:
  ///   - message: What was found and what was expected, without a full stop.
  ///   - notes: Further facts, one per line.
  ///   - hint: The suggested fix.
  public func diagnostic(_ message: String, notes: [String] = [], hint: String? = nil) -> Diagnostic {
    source.diagnostic(message, notes: notes, hint: hint)
  }
}
