import Core
import Synchronization

/// Keeps the issues that are reported, so that a test can look at them.
final class RecordingReporter: IssueReporter {
  private let recorded = Mutex<[(message: String, place: String)]>([])

  var messages: [String] { recorded.withLock { $0.map(\.message) } }

  /// Where each was reported: the file with its module, and the line.
  var places: [String] { recorded.withLock { $0.map(\.place) } }

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let message = message() ?? ""
    recorded.withLock { $0.append((message, "\(fileID):\(line)")) }
  }
}
