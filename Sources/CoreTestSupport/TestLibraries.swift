import Core
import IssueReporting

#if canImport(XCTest)
  import XCTest
#endif

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
    if severity == .error, failXCTest(message() ?? "", filePath, line) { return }
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
    if failXCTest(caught(error, message()), filePath, line) { return }
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
    at site: SourceSite,
    _ body: () throws -> Void
  ) {
    IssueReporting.withExpectedIssue(
      message,
      isIntermittent: isIntermittent,
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column,
      body
    )
  }

  func withExpectedIssue(
    _ message: String?,
    isIntermittent: Bool,
    isolation: isolated (any Actor)?,
    at site: SourceSite,
    _ body: () async throws -> Void
  ) async {
    await IssueReporting.withExpectedIssue(
      message,
      isIntermittent: isIntermittent,
      isolation: isolation,
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column,
      body
    )
  }
}

/// Fails the current XCTest case. IssueReporting would add advice on host applications, of which Linux has none.
///
/// - Returns: Whether there is one.
private func failXCTest(_ message: String, _ file: StaticString, _ line: UInt) -> Bool {
  #if canImport(XCTest)
    guard case .xcTest = IssueReporting.TestContext.current else { return false }
    XCTFail(message, file: file, line: line)
    return true
  #else
    return false
  #endif
}
