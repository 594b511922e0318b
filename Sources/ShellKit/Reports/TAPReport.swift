import Core

/// Results in the Test Anything Protocol, for `prove` and others, with a test point for each script.
struct TAPReport {
  let results: [ScriptResult]

  var text: String {
    // Not every reader supports later versions, which add nothing needed here.
    var lines = ["TAP version 13", "1..\(results.count)"]
    for (index, result) in results.enumerated() {
      let description = "\(index + 1) - \(result.name.tapEscaped)"
      switch result.verdict {
      case .passed: lines.append("ok \(description)")
      case .notRun: lines.append("ok \(description) # SKIP \((result.reasonNotRun ?? "").tapEscaped)")
      case .failed, .broken: lines += ["not ok \(description)"] + details(of: result)
      }
      lines += result.tally.warnings.map { $0.isEmpty ? "#" : "# \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The errors in YAML, with strings as in JSON.
  private func details(of result: ScriptResult) -> [String] {
    var lines = ["message: \(quoted(result.message))"]
    lines.append("severity: \(result.verdict == .failed ? "fail" : "error")")
    if let place = result.tally.firstFailure {
      lines += ["at:", "  file: \(quoted(place.file))", "  line: \(place.line)", "  column: \(place.column)"]
    }
    // The YAML parser of 'prove' does not support quoted strings in lists.
    lines.append("details: |")
    lines += result.details.flatMap { $0.split(separator: "\n") }.map { "  \($0)" }
    return (["---"] + lines + ["..."]).map { "  \($0)" }
  }

  private func quoted(_ text: String) -> String { JSON.string(text).text }
}

extension String {
  /// The text for the line of a test point, with `#`, which begins a directive, escaped.
  fileprivate var tapEscaped: String {
    controlCharactersEscaped.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }
}
