import Synchronization

/// Counts the issues that are reported where one is expected, outside of tests.
final class ExpectedIssues: Sendable {
  @TaskLocal static var current: ExpectedIssues?

  let count = Atomic(0)
}

/// Runs an operation that is expected to report an issue or to throw an error.
///
/// In a test of Swift Testing the issue is a known one, and a missing one fails the test. Outside of tests, reporters are
/// told that it was expected.
///
/// - Parameters:
///   - message: What is expected.
///   - isIntermittent: Whether the issue may be missing.
///   - body: The operation.
@_disfavoredOverload
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () throws -> Void
) {
  let site = SourceSite(fileID, filePath, line, column)
  let expectation = Expectation(message: message, isIntermittent: isIntermittent, site: site)
  guard isTesting else {
    let issues = ExpectedIssues()
    return ExpectedIssues.$current.withValue(issues) {
      expectation.end(Result { try body() }, issues)
    }
  }
  guard let tests = TestConnections.current else { return expectation.end(Result { try body() }) }
  tests.withExpectedIssue(message, isIntermittent: isIntermittent, at: site, body)
}

/// Runs an asynchronous operation that is expected to report an issue or to throw an error.
///
/// - Parameters:
///   - message: What is expected.
///   - isIntermittent: Whether the issue may be missing.
///   - body: The operation.
@_disfavoredOverload
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Void
) async {
  let site = SourceSite(fileID, filePath, line, column)
  let expectation = Expectation(message: message, isIntermittent: isIntermittent, site: site)
  guard isTesting else {
    let issues = ExpectedIssues()
    return await ExpectedIssues.$current.withValue(issues) {
      expectation.end(await Result { try await body() }, issues)
    }
  }
  guard let tests = TestConnections.current else { return expectation.end(await Result { try await body() }) }
  await tests.withExpectedIssue(
    message,
    isIntermittent: isIntermittent,
    isolation: isolation,
    at: site,
    body
  )
}

private struct Expectation {
  let message: String?
  let isIntermittent: Bool
  let site: SourceSite

  /// - Parameter issues: The issues that were reported; `nil` in a test that cannot expect any.
  func end(_ result: Result<Void, any Error>, _ issues: ExpectedIssues? = nil) {
    switch result {
    case .failure(let error):
      let site = IssueContext.current ?? site
      for reporter in IssueReporters.current {
        reporter.expectIssue(
          error,
          message,
          fileID: site.fileID,
          filePath: site.filePath,
          line: site.line,
          column: site.column
        )
      }
    case .success:
      guard !isIntermittent, let issues, issues.count.load(ordering: .relaxed) == 0 else { return }
      ExpectedIssues.$current.withValue(nil) {
        site.reportIssue("Known issue was not recorded\(message.map { ": \($0)" } ?? "")")
      }
    }
  }
}
