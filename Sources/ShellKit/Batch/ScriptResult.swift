/// The result of a script in a batch.
package struct ScriptResult: Codable {
  var name: String
  var status: Int32
  var tally = ScriptTally()
  /// Its wall-clock time in seconds.
  package var seconds = 0.0
  /// The reason why it did not run, if so.
  var reasonNotRun: String?
  /// An error outside of its commands.
  var problem: String?
  /// The page that shows its history, if that is reported.
  var page: String?
  /// The other lines that its process wrote, if it had a process of its own.
  var output: [String] = []

  /// Its verdict in reports.
  enum Verdict {
    case passed
    /// An expectation failed.
    case failed
    /// Another error occurred.
    case broken
    case notRun

    var hasFailed: Bool { self == .failed || self == .broken }

    /// The word for it at the start of a line.
    var mark: String {
      switch self {
      case .passed: "ok"
      case .failed, .broken: "FAILED"
      case .notRun: "not run"
      }
    }
  }

  var verdict: Verdict {
    if reasonNotRun != nil { return .notRun }
    if problem != nil { return .broken }
    if tally.failures > 0 { return tally.errors > 0 ? .broken : .failed }
    return status == ExitStatus.success ? .passed : .broken
  }

  /// The message for reports.
  var message: String {
    if let problem { return problem }
    guard let first = tally.diagnostics.first else { return "exited with code \(status)" }
    return "\(first.location): \(first.message)"
  }

  /// All errors as text.
  var details: String {
    var parts = tally.diagnostics.map { $0.rendered() }
    let rest = tally.failures - parts.count
    if rest > 0 { parts.append("and \(rest) more") }
    return parts.isEmpty ? message : parts.joined(separator: "\n")
  }

  /// What ran, for a line about it.
  var counts: [String] { [counted(tally.commands, "command"), counted(tally.expectations, "expectation")] }
}

extension [ScriptResult] {
  /// How many scripts passed, failed and did not run.
  var summary: String {
    let passed = count { $0.verdict == .passed }
    let notRun = count { $0.verdict == .notRun }
    let ending = notRun > 0 ? ", \(notRun) not run" : ""
    return "\(counted(count, "script")), \(passed) ok, \(count - passed - notRun) failed\(ending)"
  }
}
