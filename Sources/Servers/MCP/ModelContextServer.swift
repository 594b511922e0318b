import TodoShellCommands
import Core
import Dispatch

/// Serves a shell to coding agents over the Model Context Protocol: its sessions as tools, resources and prompts.
///
/// Both kinds of clients are served: those that describe themselves in each request, and those that shake hands first.
/// Each session has its own queue; requests that concern no session are answered at once.
package final class ModelContextServer {
  private let server: RPCServer
  private let application: AnyApplication
  private let sessions: OpenSessions
  private var isInitialized = false

  /// - Parameters:
  ///   - channel: The client's messages.
  ///   - application: The feature and its vocabulary.
  ///   - makeInterpreter: Makes an interpreter with a new session, from a seed and a date if they are given.
  package init(
    _ channel: MessageChannel<RPCMessage>,
    _ application: AnyApplication,
    makeInterpreter: @escaping (_ seed: UInt64?, _ epoch: Date?) -> AnyInterpreter
  ) {
    let server = RPCServer(channel, cancellation: .modelContext)
    self.server = server
    self.application = application
    sessions = OpenSessions { seed, epoch in
      let interpreter = makeInterpreter(seed, epoch)
      interpreter.frontEnd.isConversation = true
      interpreter.frontEnd.playsClock = false
      return interpreter
    }
    server.on("ping") { _ in .object([]) }
    server.on("initialize") { [unowned self] _ in initialize() }
    serveDiscovery()
    serveTools()
    serveResources()
    servePrompts()
  }

  /// Begins the session that tools use unless they name another one. To be called before ``run()``.
  package func beginMain() -> AnyInterpreter { sessions.main.begin() }

  /// Answers requests until the client closes its pipe, or a signal ends the program.
  ///
  /// - Throws: `SystemError` if the input cannot be read.
  package func run() throws(SystemError) { try server.run() }

  private func initialize() -> JSON {
    isInitialized = true
    return [
      "protocolVersion": Revision.earlier.json,
      "capabilities": capabilities,
      "serverInfo": about,
      "instructions": instructions.json,
    ]
  }

  private func serveDiscovery() {
    on("server/discover", cached: .public) { [unowned self] _ in
      Answering { [capabilities, instructions] in
        [
          "supportedVersions": [Revision.current.json],
          "capabilities": capabilities,
          "instructions": instructions.json,
        ]
      }
    }
  }

  /// How a request is answered.
  private struct Answering {
    /// The session on whose queue the answer runs; without one, it runs at once.
    var session: OpenSession?
    /// Called on that queue if the request is cancelled.
    var giveUp: () -> Void = {}
    let answer: () throws(RPCError) -> KeyValuePairs<String, JSON?>
  }

  /// Answers requests for a method in the revision that they are in.
  ///
  /// - Parameter place: Reads a request before it waits for its queue.
  private func on(
    _ method: String,
    cached: Revision.CacheScope? = nil,
    _ place: @escaping (Revision.Request) throws(RPCError) -> Answering
  ) {
    server.onQueues(method) { [unowned self] (params) throws(RPCError) in
      let request = try Revision.Request(params, isInitialized: isInitialized)
      let placed = try place(request)
      return (
        placed.session?.queue,
        { [server, about] (call) throws(RPCError) in
          let progress = { (report: Progressed) in
            request.progress(of: report).map { server.notify("notifications/progress", $0) } ?? ()
          }
          let answer = placed.answer
          let members =
            if let session = placed.session {
              try session.answering(call, didProgress: progress, answer)
            } else { try answer() }
          return request.result(members, cached: cached, by: about)
        },
        placed.giveUp
      )
    }
  }

  /// Answers requests for a list, which has one page and is always the same.
  private func onList(_ method: String, _ name: String, _ elements: [JSON]) {
    on(method, cached: .public) { (request) throws(RPCError) in
      try request.checkPage()
      return Answering { [name: .array(elements)] }
    }
  }

  private var capabilities: JSON {
    let none = JSON.object([] as [(String, JSON)])
    return ["tools": none, "resources": none, "prompts": none, "completions": none]
  }

  /// What the server says of itself.
  private var about: JSON {
    [
      "name": application.name.json,
      "version": .string(application.version.isEmpty ? "0" : application.version),
    ]
  }

  private var instructions: String {
    """
    A time-travel debugger for the feature of '\(application.name)'. 'actions' lists what can be done, 'run' does it; \
    every run of the reducer is a moment of a session's history, to which 'travel' returns. 'state', 'history', 'blame', 'find' and \
    'diff' answer questions about any moment; 'what_if' replays the history with a change; 'explore' searches for \
    commands that break an invariant. Virtual time passes only by 'advance', 'step' and 'run'. 'save' writes the session \
    as a script that replays it. The resource manual://commands describes all commands.
    """
  }
}

// Tools.
extension ModelContextServer {
  private func serveTools() {
    let tools = Tool.all(application.table)
    onList("tools/list", "tools", tools.map(\.json))
    on("tools/call") { [sessions] (request) throws(RPCError) in
      let name = try request.text("name")
      guard let tool = tools.first(where: { $0.name == name }) else {
        throw RPCError(
          .invalidParams,
          "there is no tool '\(name)'"
            + (Spelling.suggestion(for: name, among: tools.map(\.name)).map { "; \($0)" } ?? "")
        )
      }
      let arguments = request.params["arguments"]
      do throws(ToolFailure) {
        let session = try tool.session(for: arguments, among: sessions)
        return Answering(session: session, giveUp: { tool.giveUp(session) }) {
          tool.call(arguments, in: session).members
        }
      } catch {
        return Answering { ToolResult(failure: error).members }
      }
    }
  }
}

// Resources.
extension ModelContextServer {
  private func serveResources() {
    onList("resources/list", "resources", SessionResource.listed)
    onList("resources/templates/list", "resourceTemplates", SessionResource.templates)
    on("resources/read", cached: .private) { [sessions] (request) throws(RPCError) in
      let uri = try request.text("uri")
      func failure(_ failure: ToolFailure) -> RPCError {
        let code = request.isCurrent ? RPCError.Code.invalidParams.rawValue : -32002
        return RPCError(code: code, failure.text, data: ["uri": uri.json])
      }
      do throws(ToolFailure) {
        guard let resource = SessionResource(uri: uri) else {
          throw ToolFailure("there is no resource '\(uri)'; the forms are \(SessionResource.forms)")
        }
        let session = try resource.session(among: sessions)
        return Answering(session: session) { () throws(RPCError) in
          do throws(ToolFailure) {
            let text = try resource.text(from: session.interpreter)
            let members = [("uri", uri), ("mimeType", resource.type), ("text", text)]
            return ["contents": [.object(members.map { ($0, $1.json) })]]
          } catch { throw failure(error) }
        }
      } catch { throw failure(error) }
    }
  }
}

// Prompts, and the completion of their arguments and those of resources.
extension ModelContextServer {
  private func servePrompts() {
    onList("prompts/list", "prompts", AgentPrompt.all.map(\.json))
    on("prompts/get") { (request) throws(RPCError) in
      let prompt = try AgentPrompt.named(try request.text("name"))
      let content = ToolResult.content(try prompt.text(request.params["arguments"]))
      return Answering {
        ["description": prompt.summary.json, "messages": [["role": "user", "content": content]]]
      }
    }
    on("completion/complete") { [sessions] (request) throws(RPCError) in
      let params = request.params
      guard let name = params["argument"]?["name"]?.string,
        let value = params["argument"]?["value"]?.string,
        let kind = params["ref"]?["type"]?.string
      else { throw RPCError(.invalidParams, "the parameters 'ref' and 'argument' are incomplete") }
      if kind == "ref/prompt" { _ = try AgentPrompt.named(params["ref"]?["name"]?.string ?? "") }
      let handle = params["context"]?["arguments"]?["session"]?.string
      let session = name == "topic" ? sessions.manual : (try? sessions.session(handle)) ?? sessions.main
      return Answering(session: session) {
        let found = Self.completions(of: name, value, in: session, among: sessions)
        return [
          "completion": [
            "values": Array(found.prefix(Self.mostCompletions)).json, "total": found.count.json,
            "hasMore": .bool(found.count > Self.mostCompletions),
          ]
        ]
      }
    }
  }

  /// The most completions in an answer.
  private static let mostCompletions = 100

  /// The whole values of an argument that begin with what there is of it. Completion of commands does the work.
  private static func completions(
    of name: String,
    _ value: String,
    in session: OpenSession,
    among sessions: OpenSessions
  ) -> [String] {
    let commands = ["moment": "goto ", "topic": "help ", "invariant": "expect ", "file": "save "]
    guard !value.contains(where: \.isLineBreak) else { return [] }
    if name == "session" { return sessions.handles.filter { $0.hasPrefix(value) } }
    guard let command = commands[name], let interpreter = try? session.interpreter else { return [] }
    let line = command + value
    let kept = value.dropLast(line[...].completedWord.count)
    return interpreter.complete(line, at: line.count).map { kept + $0.text }
  }
}
