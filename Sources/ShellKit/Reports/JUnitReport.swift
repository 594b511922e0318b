/// Results as JUnit XML, for continuous integration.
///
/// Each script is a test case. A `failure` is a failed expectation, an `error` any other error. `time` is wall-clock
/// time.
struct JUnitReport {
  let program: String
  let results: [ScriptResult]

  var text: String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    lines.append("<testsuites \(counts)>")
    lines.append("  <testsuite \(counts)>")
    for result in results { lines += testCase(result) }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var counts: String {
    func count(_ verdict: ScriptResult.Verdict) -> Int { results.count { $0.verdict == verdict } }
    let seconds = Self.text(results.reduce(0) { $0 + $1.seconds })
    return """
      name="\(program.xmlEscaped)" tests="\(results.count)" failures="\(count(.failed))" \
      errors="\(count(.broken))" skipped="\(count(.notRun))" time="\(seconds)"
      """
  }

  private func testCase(_ result: ScriptResult) -> [String] {
    let name = result.name.xmlEscaped
    var attributes = #"name="\#(name)" classname="\#(program.xmlEscaped)" file="\#(name)""#
    if let line = result.tally.firstFailure?.line { attributes += #" line="\#(line)""# }
    attributes += #" assertions="\#(result.tally.expectations)" time="\#(Self.text(result.seconds))""#
    switch result.verdict {
    case .passed where result.tally.issueCount == 0: return ["    <testcase \(attributes)/>"]
    case .passed: return ["    <testcase \(attributes)>"] + warnings(result) + ["    </testcase>"]
    case .failed: return element("failure", type: "expectation", result, attributes)
    case .broken: return element("error", type: "error", result, attributes)
    case .notRun:
      let reason = (result.reasonNotRun ?? "").xmlEscaped
      return ["    <testcase \(attributes)>", #"      <skipped message="\#(reason)"/>"#, "    </testcase>"]
    }
  }

  /// A single element for all errors, because not every reader supports more than one per test case.
  private func element(
    _ name: String,
    type: String,
    _ result: ScriptResult,
    _ attributes: String
  ) -> [String] {
    [
      "    <testcase \(attributes)>",
      #"      <\#(name) message="\#(result.message.xmlEscaped)" type="\#(type)">\#(result.details.joined(separator: "\n").xmlEscaped)</\#(name)>"#,
    ] + warnings(result) + ["    </testcase>"]
  }

  private func warnings(_ result: ScriptResult) -> [String] {
    let text = result.tally.warnings.joined(separator: "\n")
    return text.isEmpty ? [] : ["      <system-err>\(text.xmlEscaped)</system-err>"]
  }

  private static func text(_ seconds: Double) -> String {
    let milliseconds = Int((max(0, seconds) * 1000).rounded())
    let rest = "\(milliseconds % 1000)"
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}

extension String {
  /// The text for an attribute or an element, with escapes for characters that are invalid in XML.
  var xmlEscaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result += scalar.escapeSequence
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
