import IssueReporting
import Synchronization

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

/// Collects the issues that are reported while a session works, so that they become part of its record.
final class IssueCollector: IssueReporter {
  private let issues = Mutex<[SessionIssue]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let issue = SessionIssue(message: message() ?? "Issue reported", fileID: "\(fileID)", line: Int(line))
    issues.withLock { $0.append(issue) }
  }

  /// The issues since the last call.
  func take() -> [SessionIssue] {
    issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
  }
}
