/// What a command throws when it cannot do its work for a reason that lies in no single word of its line.
public struct CommandFailure: Error, Equatable {
  /// What is the matter, without a full stop.
  public var message: String
  /// What to try.
  public var remedy: String?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - message: What went wrong.
  ///   - remedy: What to try instead.
  public init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}

extension CommandFailure: CustomStringConvertible {
  public var description: String { message }
}
