import Core
import IssueReporting

/// Reports Core's issues through IssueReporting, which knows how to fail the current test. So they also reach the
/// reporters that a test sets there.
struct TestLibraries: TestConnection {
  var test: Core.TestContext.Testing? {
    guard case .swiftTesting(let testing?) = IssueReporting.TestContext.current else { return nil }
    return Core.TestContext.Testing(id: testing.test.id.rawValue, traits: testing.test.traits)
  }

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: Core.IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    IssueReporting.reportIssue(
      message(),
      severity: severity == .error ? .error : .warning,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    IssueReporting.reportIssue(
      error,
      message(),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  func withExpectedIssue(
    _ message: String?,
    isIntermittent: Bool,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt,
    _ body: () throws -> Void
  ) {
    IssueReporting.withExpectedIssue(
      message,
      isIntermittent: isIntermittent,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      body
    )
  }

  func withExpectedIssue(
    _ message: String?,
    isIntermittent: Bool,
    isolation: isolated (any Actor)?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt,
    _ body: () async throws -> Void
  ) async {
    await IssueReporting.withExpectedIssue(
      message,
      isIntermittent: isIntermittent,
      isolation: isolation,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      body
    )
  }
}
