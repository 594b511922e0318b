/// An error that a command throws when the cause is not a particular word of its line.
public struct CommandFailure: Error, Equatable {
  /// What went wrong, without a full stop.
  public var message: String
  /// The suggested fix.
  public var hint: String?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - message: What went wrong.
  ///   - hint: The suggested fix.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension CommandFailure: CustomStringConvertible {
  public var description: String { message }
}
