import TodoShellCommands
import Core
import TodoShellDebugger
import TodoShellPage

/// A session as one HTML file, which needs no network and runs only its own script.
struct HTMLPage {
  let session: ExportedSession
  /// The states in Swift notation.
  let states: ExportedStates
  let sources: [SourceExcerpt]
  /// The title, which contains the name of its script, if that has one.
  let title: String
  /// The output of the feature's own command for the whole state, with the terminal's styles, at some
  /// moments.
  var views: [Int: [String]] = [:]
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
      "title": title.escapedForHTML,
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
    let counts = "\(session.extent), \(counted(session.effects.count, "effect"))"
    let origin = ", seed \(session.origin.seed), from \(session.origin.epoch.iso8601)"
    var turns: Set<Int?> = []
    let issues = session.moments.filter { !$0.issues.isEmpty && turns.insert($0.turn).inserted }.map(\.number)
    let problems = session.debugger.failures.entries.map(\.moment) + issues
    guard !problems.isEmpty else { return counts + origin }
    let failed = Set(problems).sorted()
    let links = failed.prefix(5).map { " <a href=\"#m\($0)\">#\($0)</a>" }.joined()
    let problem = "\(counted(problems.count, "problem")):\(links)\(failed.count > 5 ? " …" : "")"
    return "\(counts), <strong class=\"failed\">\(problem)</strong>\(origin)"
  }

  /// What the last exploration decided and covered.
  private var explorationSection: String {
    let answers: [(any Answer)?] = [exploration, likelihood]
    let parts = answers.compactMap { $0.map { Fragment.html($0, $0.lines(Page())) } }
    guard !parts.isEmpty else { return "" }
    return "<div id=\"exploration\">\(parts.joined())</div>"
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
  fileprivate var escapedForScript: String {
    // Many times as fast as `replacing` for a long text.
    let parts = utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    return String(decoding: Array(parts.joined(separator: "\\u003c".utf8)), as: UTF8.self)
  }
}
