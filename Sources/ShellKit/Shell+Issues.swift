import Core

extension Shell {
  /// Reports what the feature was caught at while the command that is running runs.
  func report(_ issues: [SessionIssue]) {
    for issue in issues {
      let report = IssueReport(issue, by: line?.source, in: enclosures, typedFile: console.typedFile)
      tally.note(report)
      console.report(report)
    }
    if receipts.isExhaustive { receipts.issues += issues }
  }

  /// Makes sure that the feature was not caught at anything since this was asked last.
  ///
  /// - Throws: What it was caught at, where everything is to be asserted.
  func checkIssues() throws {
    guard !receipts.issues.isEmpty, let source = line?.source else { return }
    let issues = receipts.issues
    receipts.issues = []
    var places = issues.map { "\($0.fileID):\($0.line)" }
    let message = issues.count == 1 ? "an issue was reported" : "\(issues.count) issues were reported"
    places = places.removingDuplicates
    var failure = source.diagnostic(
      "expectation failed: \(message) at \(places.joined(separator: ", "))",
      remedy: "'exhaustive off' makes a warning of it"
    )
    failure.isFailedExpectation = true
    throw failure
  }
}
