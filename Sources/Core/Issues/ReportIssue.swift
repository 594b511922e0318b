import Synchronization

/// Reports a problem that the program survives: it fails a test, becomes a part of a session's record, and is written to
/// standard error otherwise.
///
/// - Parameters:
///   - message: What is wrong and how to mend it.
///   - severity: Whether it fails a test.
@_disfavoredOverload
public func reportIssue(
  _ message: @autoclosure () -> String? = nil,
  severity: IssueSeverity = .error,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  forEachReporter(SourceSite(fileID, filePath, line, column)) { reporter, site, isExpected in
    if isExpected {
      reporter.expectIssue(
        message(),
        fileID: site.fileID,
        filePath: site.filePath,
        line: site.line,
        column: site.column
      )
    } else {
      reporter.reportIssue(
        message(),
        severity: severity,
        fileID: site.fileID,
        filePath: site.filePath,
        line: site.line,
        column: site.column
      )
    }
  }
}

/// Reports an error that was caught as an issue.
///
/// - Parameters:
///   - error: The error.
///   - message: An explanation.
@_disfavoredOverload
public func reportIssue(
  _ error: any Error,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  forEachReporter(SourceSite(fileID, filePath, line, column)) { reporter, site, isExpected in
    if isExpected {
      reporter.expectIssue(
        error,
        message(),
        fileID: site.fileID,
        filePath: site.filePath,
        line: site.line,
        column: site.column
      )
    } else {
      reporter.reportIssue(
        error,
        message(),
        fileID: site.fileID,
        filePath: site.filePath,
        line: site.line,
        column: site.column
      )
    }
  }
}

private func forEachReporter(
  _ site: SourceSite,
  _ report: (_ reporter: any IssueReporter, _ site: SourceSite, _ isExpected: Bool) -> Void
) {
  let reporters = IssueReporters.current
  guard !reporters.isEmpty else { return }
  let expected = ExpectedIssues.current
  expected?.count.add(1, ordering: .relaxed)
  for reporter in reporters { report(reporter, IssueContext.current ?? site, expected != nil) }
}

/// Runs an operation and reports an error that it throws as an issue, except for a `CancellationError`.
///
/// - Parameters:
///   - message: An explanation of the error.
///   - reporters: The reporters during the operation; by default, the current ones.
///   - body: The operation.
/// - Returns: What the operation returns; `nil` if it throws.
@_disfavoredOverload
public func withErrorReporting<R>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () throws -> R
) -> R? {
  withIssueReporters(reporters ?? IssueReporters.current) {
    do {
      return try body()
    } catch is CancellationError {
    } catch {
      reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    }
    return nil
  }
}

/// Runs an operation with an optional result and reports an error that it throws as an issue.
@_disfavoredOverload
public func withErrorReporting<R>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () throws -> R?
) -> R? {
  let result: R?? = withErrorReporting(
    message(),
    to: reporters,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column,
    catching: body
  )
  return result ?? nil
}

/// Runs an asynchronous operation and reports an error that it throws as an issue, except for a `CancellationError`.
@_disfavoredOverload
public func withErrorReporting<R>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  catching body: () async throws -> sending R
) async -> R? {
  await withIssueReporters(reporters ?? IssueReporters.current) {
    do {
      return try await body()
    } catch is CancellationError {
    } catch {
      reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    }
    return nil
  }
}

/// Runs an asynchronous operation with an optional result and reports an error that it throws as an issue.
@_disfavoredOverload
public func withErrorReporting<R>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  catching body: () async throws -> sending R?
) async -> R? {
  let result: R?? = await withErrorReporting(
    message(),
    to: reporters,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column,
    catching: body
  )
  return result ?? nil
}

enum IssueContext {
  @TaskLocal static var current: SourceSite?
}

/// Runs an operation whose issues are reported at the given place.
///
/// - Parameters:
///   - fileID: The file with its module.
///   - filePath: The path of the file.
///   - line: The line, from 1.
///   - column: The column, from 1.
///   - operation: The operation.
/// - Throws: What the operation throws.
@_disfavoredOverload
public func withIssueContext<R>(
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt,
  operation: () throws -> R
) rethrows -> R {
  return try IssueContext.$current.withValue(SourceSite(fileID, filePath, line, column), operation: operation)
}

/// Runs an asynchronous operation whose issues are reported at the given place.
@_disfavoredOverload
public func withIssueContext<R>(
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  return try await IssueContext.$current.withValue(
    SourceSite(fileID, filePath, line, column),
    operation: operation
  )
}
