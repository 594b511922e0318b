/// What a command throws when it cannot do its work for a reason that lies in no single word of its line.
public struct CommandFailure: Error, Equatable {
  /// What is the matter, without a full stop.
  public var message: String
  /// What to try.
  public var hint: String?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - message: What went wrong.
  ///   - hint: What to try instead.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension CommandFailure: CustomStringConvertible {
  public var description: String { message }
}
