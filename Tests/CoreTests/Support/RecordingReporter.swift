import IssueReporting
import Synchronization

/// Keeps the issues that are reported, so that a test can look at them.
final class RecordingReporter: IssueReporter {
  private let recorded = Mutex<[String]>([])

  var messages: [String] { recorded.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let message = message() ?? ""
    recorded.withLock { $0.append(message) }
  }
}
