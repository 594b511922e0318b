/// What became of a script of a batch.
struct ScriptResult {
  let name: String
  var status: Int32
  var tally = ScriptTally()
  /// How long it took, in seconds of whoever waited for it.
  var seconds = 0.0
  /// Why it did not run, if it did not.
  var reasonNotRun: String?
  /// What went wrong besides its commands.
  var problem: String?

  /// How a report counts it.
  enum Verdict {
    case passed
    /// It ran, and something was not as it expects.
    case failed
    /// Something else went wrong.
    case broken
    case notRun
  }

  var verdict: Verdict {
    if reasonNotRun != nil { return .notRun }
    if problem != nil { return .broken }
    if tally.failures > 0 { return tally.errors > 0 ? .broken : .failed }
    return status == ExitStatus.success ? .passed : .broken
  }

  /// What a report says first of what went wrong.
  var message: String {
    if let problem { return problem }
    guard let first = tally.diagnostics.first else { return "ended with code \(status)" }
    return "\(first.location): \(first.message)"
  }
}

/// What has been run so far, and what came of it.
struct ScriptTally: Equatable {
  /// Reports quote no more than so many failures.
  static var mostDiagnostics: Int { 20 }

  var commands = 0
  /// Those that held and those that failed.
  var expectations = 0
  /// Everything that went wrong.
  private(set) var failures = 0
  /// Those that are no failed expectations.
  private(set) var errors = 0
  /// The first of what went wrong.
  private(set) var diagnostics: [Diagnostic] = []

  /// The first of what the feature was caught at.
  private(set) var issues: [IssueReport] = []
  /// How often the feature was caught at something.
  private(set) var issueCount = 0

  var firstFailure: SourceLocation? { diagnostics.first?.location }

  mutating func note(_ diagnostic: Diagnostic) {
    failures += 1
    if diagnostic.isFailedExpectation { expectations += 1 } else { errors += 1 }
    if diagnostics.count < Self.mostDiagnostics { diagnostics.append(diagnostic) }
  }

  mutating func note(_ issue: IssueReport) {
    issueCount += 1
    if issues.count < Self.mostDiagnostics { issues.append(issue) }
  }

  /// What the feature was caught at, as a person reads it.
  var warnings: [String] {
    let rest = issueCount - issues.count
    return issues.flatMap(\.lines) + (rest > 0 ? ["and \(rest) more"] : [])
  }
}
