import Synchronization

/// Collects the issues reported while a session works, so that they become part of its record.
final class IssueCollector: IssueReporter {
  private let issues = Mutex<[SessionIssue]>([])
  private let isRecording = Atomic(false)

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

extension IssueCollector {
  /// Runs part of the session's work and collects all its issues.
  func whileRecording(_ work: () -> Void) {
    guard IssueReporters.watcher === self else { return withIssueReporters([self], operation: work) }
    isRecording.store(true, ordering: .relaxed)
    defer { isRecording.store(false, ordering: .relaxed) }
    work()
  }

  /// Runs an operation that makes the session work many times. Starting and ending the collection costs as much as a
  /// small reducer; here it is done once.
  func whileWatching<Result>(_ body: () throws -> Result) rethrows -> Result {
    let watch = Watch(collector: self, others: IssueReporters.current)
    return try IssueReporters.$scope.withValue(.init([watch], watcher: self), operation: body)
  }

  /// Routes the session's issues to its collector, and all others to the reporters that would otherwise receive them.
  private struct Watch: IssueReporter {
    let collector: IssueCollector
    let others: [any IssueReporter]

    func reportIssue(
      _ message: @autoclosure () -> String?,
      severity: IssueSeverity,
      fileID: StaticString,
      filePath: StaticString,
      line: UInt,
      column: UInt
    ) {
      for reporter in listeners {
        reporter.reportIssue(
          message(),
          severity: severity,
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
      }
    }

    func expectIssue(
      _ message: @autoclosure () -> String?,
      fileID: StaticString,
      filePath: StaticString,
      line: UInt,
      column: UInt
    ) {
      for reporter in listeners {
        reporter.expectIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }

    private var listeners: [any IssueReporter] {
      // An effect may report between two inputs, on another thread.
      collector.isRecording.load(ordering: .relaxed) || EffectContext.current != nil ? [collector] : others
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
