import Commands
import Core
import Debugger
import PageFiles

/// A session as one HTML file, which needs no network and runs only its own script.
struct HTMLPage {
  let session: ExportedSession
  /// The states in Swift notation.
  let states: ExportedStates
  let sources: [SourceExcerpt]
  /// The last exploration, if any.
  var exploration: ExplorationAnswer?
  /// How likely a violation was along its branch, if `explore --along` has run.
  var likelihood: LikelihoodAnswer?
  /// The differences between branches, marks and files, so that the page need not align them.
  var comparisons: [ComparisonAnswer] = []
  /// Whether it opens at the first failure instead of the current moment.
  var opensAtFailure = false

  /// The text of the file.
  ///
  /// - Throws: A `CommandFailure` if interrupted.
  /// - Complexity: O(*n*) in the number of moments, and in the sizes of their changes.
  func text() throws -> String {
    Self.filled([
      "title": "\(session.program) timeline".escapedForHTML,
      "style": String(cString: pageStyle()),
      "summary": summary,
      "exploration": explorationSection,
      "session": session.script.json.text.escapedForScript,
      "timeline": try record().escapedForScript,
      "script": "(() => {\n\(String(cString: pageScript()))})();\n",
    ])
  }

  /// The extent of the session, and the first moments with a problem.
  private var summary: String {
    let moments = session.moments
    let branches = moments.count - Set(moments.compactMap(\.summary.parent)).count
    let text =
      "\(counted(moments.count, "moment")), \(branches) branch\(branches == 1 ? "" : "es"), "
      + "\(counted(session.effects.count, "effect")), seed \(session.origin.seed), from \(session.origin.epoch.iso8601)"
    let failed = Set(
      session.debugger.failures.entries.map(\.moment) + moments.filter { !$0.issues.isEmpty }.map(\.number)
    )
    guard !failed.isEmpty else { return text }
    let links = failed.sorted().prefix(5).map { " <a href=\"#m\($0)\">#\($0)</a>" }.joined()
    let problem = "\(counted(failed.count, "moment")) with a problem:\(links)\(failed.count > 5 ? " …" : "")"
    return "\(text) <strong class=\"failed\">\(problem)</strong>"
  }

  /// What the last exploration decided and covered.
  private var explorationSection: String {
    let answers: [(any Answer)?] = [exploration, likelihood]
    var parts = answers.compactMap { $0.map { Fragment.html($0, $0.lines(Page())) } }
    guard !parts.isEmpty else { return "" }
    if likelihood != nil {
      parts.append(
        "<button id=\"likelihood-plot\" type=\"button\" aria-pressed=\"false\">Plot the likelihood above the effects</button>"
      )
    }
    return "<section id=\"exploration\" aria-labelledby=\"exploration-heading\">"
      + "<h2 id=\"exploration-heading\">Exploration</h2>\(parts.joined())</section>"
  }

  /// The template with each `{{name}}` replaced. Only the template is searched, not what is inserted.
  private static func filled(_ values: [String: String]) -> String {
    var result = ""
    var rest = String(cString: pageTemplate())[...]
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      result += rest[..<start.lowerBound]
      result += values[String(rest[start.upperBound..<end.lowerBound])] ?? ""
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}

extension String {
  /// JSON that can be the contents of a script element: nothing in it can end the element or begin a comment.
  fileprivate var escapedForScript: String { replacing("<", with: "\\u003c") }
}
