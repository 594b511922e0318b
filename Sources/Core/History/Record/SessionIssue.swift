/// A misuse that the feature or one of its effects was caught at.
public struct SessionIssue: Hashable, Sendable {
  /// What is wrong and what to do about it.
  public let message: String
  /// The file that it concerns, with its module: `TodoShell/Todos.swift`.
  public let fileID: String
  /// The line that it concerns, from 1.
  public let line: Int

  /// Creates an issue.
  public init(message: String, fileID: String, line: Int) {
    self.message = message
    self.fileID = fileID
    self.line = line
  }
}
