import Core

/// The messages of the issues that an operation reports, which then do not fail the test.
func issues(
  isolation: isolated (any Actor)? = #isolation,
  of operation: () async throws -> Void
) async rethrows -> [String] {
  let reporter = RecordingReporter()
  try await withIssueReporters([reporter]) { try await operation() }
  return reporter.messages
}
