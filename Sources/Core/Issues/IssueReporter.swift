import Synchronization

/// How serious an issue is.
public enum IssueSeverity: Sendable {
  /// It does not fail a test.
  case warning
  /// It fails a test.
  case error
}

/// Takes the issues that are reported with ``reportIssue(_:severity:fileID:filePath:line:column:)``: problems that a
/// program survives, but that should be mended.
///
/// Only the first requirement has no default.
public protocol IssueReporter: Sendable {
  /// Takes an issue.
  ///
  /// - Parameter message: What is wrong.
  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an error that was caught, with an explanation.
  func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an issue that was expected, outside of tests; by default, it is ignored.
  func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an error that was expected, outside of tests.
  func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )
}

extension IssueReporter {
  /// Takes an issue that fails a test.
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    reportIssue(message(), severity: .error, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Takes an error that was caught as an issue with its description.
  public func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = caught(error, message())
    reportIssue(text, severity: .error, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Ignores an issue that was expected.
  public func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {}

  /// Takes an error that was expected as an issue with its description.
  public func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    expectIssue(caught(error, message()), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

package func caught(_ error: any Error, _ message: String?) -> String {
  "Caught error: \(error)\(message.map { ": \($0)" } ?? "")"
}

/// The reporters of the current task, and those built into Core.
public enum IssueReporters {
  /// The reporters. Assigning affects the innermost
  /// ``withIssueReporters(_:operation:)``, and outside of one the whole program.
  public static var current: [any IssueReporter] {
    get { scope.reporters.withLock { $0 } }
    set { scope.reporters.withLock { $0 = newValue } }
  }

  package final class Scope: Sendable {
    fileprivate let reporters: Mutex<[any IssueReporter]>

    package init(_ reporters: [any IssueReporter]) { self.reporters = Mutex(reporters) }
  }

  @TaskLocal package static var scope = Scope([.default])
}

// A file that imports IssueReporting as well gets that module's functions. In tests, both reach the same reporters.

/// Runs an operation whose issues go to the given reporters only.
///
/// - Parameters:
///   - reporters: The reporters; with none, issues are ignored.
///   - operation: The operation.
/// - Throws: What the operation throws.
@_disfavoredOverload
public func withIssueReporters<R>(
  _ reporters: [any IssueReporter],
  operation: () throws -> R
) rethrows -> R {
  try IssueReporters.$scope.withValue(IssueReporters.Scope(reporters), operation: operation)
}

/// Runs an asynchronous operation whose issues go to the given reporters only.
@_disfavoredOverload
public func withIssueReporters<R>(
  _ reporters: [any IssueReporter],
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await IssueReporters.$scope.withValue(IssueReporters.Scope(reporters), operation: operation)
}
