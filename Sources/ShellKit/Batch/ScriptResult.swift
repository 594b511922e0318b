/// What became of a script of a batch.
package struct ScriptResult {
  let name: String
  var status: Int32
  var tally = ScriptTally()
  /// How long it took, in seconds of whoever waited for it.
  package var seconds = 0.0
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
    guard let first = tally.diagnostics.first else { return "exited with code \(status)" }
    return "\(first.location): \(first.message)"
  }
}
