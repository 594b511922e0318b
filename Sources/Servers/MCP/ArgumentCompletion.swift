import Commands
import Core
import Values

/// Completes an argument of a prompt, or a variable of a resource's template.
struct ArgumentCompletion {
  /// The most values in an answer.
  static let most = 100

  private let name: String
  private let value: String
  private let session: String?

  init(_ params: JSON) throws(RPCError) {
    guard let name = params["argument"]?["name"]?.string, let value = params["argument"]?["value"]?.string,
      let kind = params["ref"]?["type"]?.string
    else { throw RPCError(.invalidParams, "the parameters 'ref' and 'argument' are incomplete") }
    if kind == "ref/prompt" { _ = try AgentPrompt.named(params["ref"]?["name"]?.string ?? "") }
    self.name = name
    self.value = value
    session = params["context"]?["arguments"]?["session"]?.string
  }

  /// The whole values that begin with what there is of it. Completion of commands does the work.
  func values<State, Action>(in sessions: OpenSessions<State, Action>) -> [String] {
    guard !value.contains(where: \.isLineBreak) else { return [] }
    let interpreter = (try? sessions.interpreter(session)) ?? sessions.main
    let command: String
    switch name {
    case "session": return sessions.handles.filter { $0.hasPrefix(value) }
    case "moment": command = "goto "
    case "topic": command = "help "
    case "invariant": command = "expect "
    case "file": command = "save "
    default: return []
    }
    let line = command + value
    let kept = value.dropLast(line[...].completedWord.count)
    return interpreter.complete(line, at: line.count).map { kept + $0.text }
  }
}
