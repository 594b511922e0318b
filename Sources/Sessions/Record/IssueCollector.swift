import Synchronization

/// Collects the issues reported while a session works, so that they become part of its record.
struct IssueCollector: Sendable {
  private let reporter = Reporter()
  /// Made once: making one for each input would take as long as a small reducer.
  private let scope: IssueReporters.Scope

  init() { scope = IssueReporters.Scope([reporter]) }

  /// Runs part of the session's work and collects all its issues.
  func whileRecording<Result>(_ work: () throws -> Result) rethrows -> Result {
    try IssueReporters.$scope.withValue(scope, operation: work)
  }

  /// The issues since the last call.
  func take() -> [SessionIssue] {
    reporter.issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
  }

  private final class Reporter: IssueReporter {
    let issues = Mutex<[SessionIssue]>([])

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
  }
}

/// A problem in the feature or one of its effects, reported while the session ran.
public struct SessionIssue: Hashable, Sendable {
  /// What is wrong and how to fix it.
  public let message: String
  /// The file it concerns, with its module: `TodoShell/Todos.swift`.
  public let fileID: String
  /// The line it concerns, from 1.
  public let line: Int

  /// Creates an issue.
  public init(message: String, fileID: String, line: Int) {
    self.message = message
    self.fileID = fileID
    self.line = line
  }
}
