import Core

/// What has been run so far, and what came of it.
package struct ScriptTally: Equatable {
  /// Reports quote no more than so many failures.
  static var mostDiagnostics: Int { 20 }

  package var commands = 0
  /// Those that held and those that failed.
  package var expectations = 0
  /// Everything that went wrong.
  package private(set) var failures = 0
  /// Those that are no failed expectations.
  package private(set) var errors = 0
  /// The first of what went wrong.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The first of what the feature was caught at.
  package private(set) var issues: [IssueReport] = []
  /// How often the feature was caught at something.
  private(set) var issueCount = 0

  package init() {
  }

  package var firstFailure: SourceLocation? { diagnostics.first?.location }

  /// Counts what an event tells of.
  mutating func note(_ event: any Event) {
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
    if issues.count < Self.mostDiagnostics { issues.append(issue) }
  }

  /// What the feature was caught at, as a person reads it.
  package var warnings: [String] {
    let rest = issueCount - issues.count
    return issues.flatMap(\.lines) + (rest > 0 ? ["and \(rest) more"] : [])
  }
}
