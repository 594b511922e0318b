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
  /// The paths of the scripts that its process opened: itself, and those that it sources.
  var inputs: [String] = []

  /// Its verdict in reports.
  enum Verdict {
    case passed
    /// An expectation failed.
    case failed
    /// Another error occurred.
    case broken
    case notRun

    var hasFailed: Bool { self == .failed || self == .broken }

    var style: Style {
      switch self {
      case .passed: .added
      case .failed, .broken: .error
      case .notRun: .past
      }
    }

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

  /// Why it failed.
  private var reason: String { problem ?? tally.diagnostics.first?.message ?? "exited with code \(status)" }

  /// The message for reports.
  var message: String {
    guard problem == nil, let first = tally.diagnostics.first else { return reason }
    return "\(first.location): \(reason)"
  }

  /// All errors as text.
  var details: [String] {
    var parts = tally.diagnostics.map { $0.rendered() }
    let rest = tally.failures - parts.count
    if rest > 0 { parts.append("and \(rest) more") }
    return parts.isEmpty ? [message] : parts
  }

  /// The line that reports it: the verdict, the name, and the counts or the reason for the failure.
  ///
  /// - Parameter nameWidth: The number of columns for the name.
  func line(nameWidth: Int, _ palette: Palette) -> String {
    let issues = tally.issueCount == 0 ? "" : ", " + counted(tally.issueCount, "issue")
    let facts =
      switch verdict {
      case .passed:
        counted(tally.commands, "command") + ", " + counted(tally.expectations, "expectation") + issues
      case .notRun: reasonNotRun ?? ""
      case .failed, .broken: reason.controlCharactersEscaped
      }
    let space = String(repeating: " ", count: 8 - verdict.mark.count)
    let name = name.controlCharactersEscaped.padded(to: nameWidth)
    return "\(palette(verdict.style, verdict.mark))\(space)\(name)  \(facts)".trimmingSpacesAtEnd
  }

  /// The number of columns for names in such lines.
  static func width(ofNames names: [String]) -> Int {
    min(names.map(\.controlCharactersEscaped.cellWidth).max() ?? 0, 60)
  }
}

extension [ScriptResult] {
  /// How many scripts failed, passed and did not run.
  var summary: String {
    let failed = count { $0.verdict.hasFailed }
    let passed = count { $0.verdict == .passed }
    let counts = [(failed, "failed"), (passed, "passed"), (count - failed - passed, "not run")]
    return counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}
