import Core

/// The state of a running script.
package struct ScriptRun {
  /// The counts of commands and expectations, and the failures.
  package var tally = ScriptTally()
  /// The exit code requested by `quit`.
  package var exitStatus: Int32?
  /// Whether a monitor has ended it.
  package var isAbandoned = false
  /// Whether the notice about a new branch has been shown.
  var hasNoticedBranch = false
  /// Whether to continue after a command fails.
  package var keepsGoing = false
  /// Called with the number of each line of the script itself whose command is about to run.
  package var didReach: ((Int) -> Void)?
  /// The command of the script itself, not of one that it sources, that runs; `nil` after the last one.
  private var step: Program.Step?
  /// The updates to expected output, with `--update`.
  package var updates: ScriptUpdates?

  /// Notes that a command of the script itself is about to run.
  ///
  /// - Parameter step: The command; `nil` at the end of the script.
  mutating func reach(_ step: Program.Step?) {
    self.step = step
    if let didReach, let step { didReach(step.line.lines.lowerBound) }
  }

  /// Updates the counts for an event.
  mutating func note(_ event: any Event) {
    let failures = tally.failures
    tally.note(event)
    if failures == 0, tally.failures > 0 { tally.failedLine = step?.line.lines.lowerBound }
  }
}

/// The counts and failures of a script so far.
package struct ScriptTally: Equatable, Codable {
  /// The maximum number of failures in a report.
  static var mostDiagnostics: Int { 20 }

  package var commands = 0
  /// All expectations, both met and failed.
  package var expectations = 0
  /// All errors.
  package private(set) var failures = 0
  /// The errors other than failed expectations.
  package private(set) var errors = 0
  /// The first error.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The line of the script itself, not of one that it sources, at which the first error occurred; `nil` if after the last
  /// command.
  package var failedLine: Int?

  /// The lines of the first issues reported by the feature.
  private var issues: [[String]] = []
  /// The number of issues.
  package private(set) var issueCount = 0

  package init() {
  }

  package var firstFailure: SourceLocation? { diagnostics.first?.location }

  fileprivate mutating func note(_ event: any Event) {
    switch event {
    case let event as Asserted where event.holds: expectations += 1
    case let event as Diagnosed:
      if let issue = event.issue { return note(issue) }
      if let diagnostic = event.diagnostic, event.severity == .error { note(diagnostic) }
    default: break
    }
  }

  package mutating func note(_ diagnostic: Diagnostic) {
    failures += 1
    if diagnostic.isFailedExpectation { expectations += 1 } else { errors += 1 }
    if diagnostics.count < Self.mostDiagnostics { diagnostics.append(diagnostic) }
  }

  mutating func note(_ issue: IssueReport) {
    issueCount += 1
    if issues.count < Self.mostDiagnostics { issues.append(issue.lines) }
  }

  /// The issues as text.
  package var warnings: [String] {
    let rest = issueCount - issues.count
    return issues.flatMap(\.self) + (rest > 0 ? ["and \(rest) more"] : [])
  }
}
