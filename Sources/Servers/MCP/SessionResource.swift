import TodoShellCommands
import Core

/// A resource: a session as a script, the state at a moment, or a page of the manual.
enum SessionResource {
  case script(session: String)
  case state(session: String, moment: String)
  case manual(topic: String)

  /// The topic that lists all commands.
  private static let overview = "commands"

  /// - Returns: `nil` if there is no resource of this form.
  init?(uri: String) {
    func parts(after scheme: String) -> [String]? {
      guard uri.hasPrefix(scheme) else { return nil }
      let parts = uri.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
      return parts.map { $0.percentDecoded ?? "" }
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

  private var uri: String {
    switch self {
    case .script(let session): "session://\(session)/script"
    case .state(let session, let moment): "session://\(session)/state/\(moment)"
    case .manual(let topic): "manual://\(topic)"
    }
  }

  /// The MIME type of its text.
  var type: String {
    switch self {
    case .script: "text/x-todoscript"
    case .state: "application/json"
    case .manual: "text/plain"
    }
  }

  /// The session that it is about.
  func session(
    among sessions: OpenSessions
  ) throws(ToolFailure) -> OpenSession {
    switch self {
    case .script(let session), .state(let session, _): try sessions.session(session)
    case .manual: sessions.manual
    }
  }

  /// The text of the resource.
  func text(from interpreter: AnyInterpreter) throws(ToolFailure) -> String {
    switch self {
    case .script: return interpreter.debugger.sessionText()
    case .state(_, let moment):
      do {
        return try interpreter.moment(named: moment).withState { JSON($0).text }
      } catch {
        throw ToolFailure(error)
      }
    case .manual(let topic):
      guard !topic.contains(where: \.isLineBreak) else { throw ToolFailure("the topic has several lines") }
      let run = CommandRun.of(builtIn: "help \(topic == Self.overview ? "" : topic)", in: interpreter)
      // For an unknown name, 'help' lists the commands and topics that mention it. That list is not a page.
      guard run.answers.last is HelpAnswer else { throw ToolFailure(lines: run.lines) }
      return run.lines.joined(separator: "\n") + "\n"
    }
  }
}

// Lists.
extension SessionResource {
  /// What `resources/list` lists, which does not depend on the sessions.
  static var listed: [JSON] {
    let topics = [(overview, "All commands")] + HelpTopic.allCases.map { ($0.rawValue, $0.summary) }
    return [
      described("uri", .script(session: "main"), "The main session as a script that replays it"),
      described("uri", .state(session: "main", moment: "end"), "The state at the end of the main session"),
    ] + topics.map { described("uri", .manual(topic: $0), $1) }
  }

  /// What `resources/templates/list` lists.
  static var templates: [JSON] {
    [
      described("uriTemplate", .script(session: "{session}"), "A session as a script that replays it"),
      described(
        "uriTemplate",
        .state(session: "{session}", moment: "{moment}"),
        "The whole state at a moment: a number, @TIME, a mark, start or end"
      ),
      described("uriTemplate", .manual(topic: "{topic}"), "The manual on a command or a topic"),
    ]
  }

  /// The forms of a URI, for messages.
  static var forms: String { templates.compactMap { $0["uriTemplate"]?.string }.joined(separator: ", ") }

  private static func described(_ key: String, _ resource: Self, _ summary: String) -> JSON {
    let members = [
      (key, resource.uri), ("name", resource.uri), ("description", summary), ("mimeType", resource.type),
    ]
    return .object(members.map { ($0, $1.json) })
  }
}

extension Substring {
  /// The text that a part of a URI stands for; `nil` if it is not a valid encoding.
  fileprivate var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = [rest.popFirst(), rest.popFirst()].map {
        $0.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }
      }
      guard let high = digits[0], let low = digits[1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
