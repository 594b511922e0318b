import Commands
import Core
import Foundation
import Values

/// A resource: a session as a script, the state at a moment, or a page of the manual.
enum SessionResource {
  case script(session: String)
  case state(session: String, moment: String)
  case manual(topic: String)

  /// The topic that lists all commands.
  private static let overview = "commands"

  /// - Returns: `nil` if there is no resource of this form.
  init?(uri: String) {
    func parts(after prefix: String) -> [String]? {
      guard uri.hasPrefix(prefix) else { return nil }
      let parts = uri.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
      return parts.map { $0.removingPercentEncoding ?? "" }
    }
    if let parts = parts(after: "manual://"), parts.count == 1 {
      self = .manual(topic: parts[0])
    } else if let parts = parts(after: "session://"), parts.count == 2, parts[1] == "script" {
      self = .script(session: parts[0])
    } else if let parts = parts(after: "session://"), parts.count == 3, parts[1] == "state" {
      self = .state(session: parts[0], moment: parts[2])
    } else {
      return nil
    }
  }

  /// - Returns: The MIME type and the text.
  func read<State, Action>(
    in sessions: OpenSessions<State, Action>
  ) throws(ToolFailure) -> (type: String, text: String) {
    switch self {
    case .script(let session):
      return ("text/x-todoscript", try sessions.interpreter(session).debugger.sessionText())
    case .state(let session, let moment):
      let interpreter = try sessions.interpreter(session)
      do throws(Diagnostic) {
        return ("application/json", try interpreter.moment(named: moment).withState { JSON($0).text })
      } catch {
        throw ToolFailure(error)
      }
    case .manual(let topic):
      let topic = topic == Self.overview ? "" : topic
      guard !topic.contains(where: \.isLineBreak) else { throw ToolFailure("the topic has several lines") }
      let run = CommandRun.of("help \(topic)", in: sessions.main)
      guard !run.hasErrors else { throw ToolFailure(lines: run.lines) }
      return ("text/plain", run.lines.joined(separator: "\n") + "\n")
    }
  }

  /// What `resources/list` lists, which does not depend on the sessions.
  static var listed: [JSON] {
    let sessions = [
      ("session://main/script", "main", "The main session as a script that replays it", "text/x-todoscript"),
      ("session://main/state/end", "state", "The state at the end of the main session", "application/json"),
    ]
    let topics = [(overview, "All commands")] + HelpTopic.allCases.map { ($0.rawValue, $0.summary) }
    let manual = topics.map { ("manual://\($0)", $0, $1, "text/plain") }
    return (sessions + manual).map { description("uri", $0, $1, $2, $3) }
  }

  /// What `resources/templates/list` lists.
  static var templates: [JSON] {
    [
      description(
        "uriTemplate",
        "session://{session}/script",
        "script",
        "A session as a script that replays it",
        "text/x-todoscript"
      ),
      description(
        "uriTemplate",
        "session://{session}/state/{moment}",
        "state",
        "The whole state at a moment: a number, @TIME, a mark, start or end",
        "application/json"
      ),
      description(
        "uriTemplate",
        "manual://{topic}",
        "manual",
        "The manual on a command or a topic",
        "text/plain"
      ),
    ]
  }

  /// The forms of an URI, for messages.
  static var forms: String {
    "session://{session}/script, session://{session}/state/{moment} or manual://{topic}"
  }

  private static func description(
    _ key: String,
    _ uri: String,
    _ name: String,
    _ summary: String,
    _ type: String
  ) -> JSON {
    .object([
      (key, .string(uri)), ("name", .string(name)), ("description", .string(summary)),
      ("mimeType", .string(type)),
    ])
  }
}
