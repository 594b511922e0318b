import IssueReporting
import Synchronization

/// Collects the issues that are reported while a session works, so that they become part of its record.
final class IssueCollector: IssueReporter {
  private let issues = Mutex<[SessionIssue]>([])
  private let isRecording = Atomic(false)
  /// How many calls of ``whileWatching(_:)`` there are around the session's work.
  private let watches = Atomic(0)

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
  /// Runs a part of the session's work, in which all issues are collected.
  func whileRecording(_ work: () -> Void) {
    // The count spares most work the question; it alone would not tell who hears of issues right here.
    guard watches.load(ordering: .relaxed) > 0, Watch.current?.collector === self else {
      return withIssueReporters([self], operation: work)
    }
    isRecording.store(true, ordering: .relaxed)
    defer { isRecording.store(false, ordering: .relaxed) }
    work()
  }

  /// Runs what makes the session work many times. To begin to collect, and to end it, costs as much as a small reducer;
  /// here it is done once.
  func whileWatching<Result>(_ body: () throws -> Result) rethrows -> Result {
    watches.add(1, ordering: .relaxed)
    defer { watches.subtract(1, ordering: .relaxed) }
    return try withIssueReporters([Watch(collector: self, others: IssueReporters.current)], operation: body)
  }

  /// Has the session's issues collected, and leaves others to those who would have heard of them without it.
  private struct Watch: IssueReporter {
    let collector: IssueCollector
    let others: [any IssueReporter]

    /// The one that hears of issues here, if it does.
    static var current: Watch? { IssueReporters.current.first as? Watch }

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
      // An effect may report between two inputs, from a thread of its own.
      collector.isRecording.load(ordering: .relaxed) || EffectContext.current != nil ? [collector] : others
    }
  }
}

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
