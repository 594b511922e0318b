import Core
import TodoShellDebugger
import TodoShellValues

/// A tool: what a client is told about it, and what it does.
struct Tool {
  /// What calling a tool changes, which clients may ask their users about.
  enum Effect {
    /// Nothing.
    case none
    /// It adds to the history of a session, in which nothing is lost.
    case history
    /// Files as well, or a session is lost.
    case files
  }

  /// The session that a tool works in. Its handle is an argument.
  enum Place {
    /// The session that the client names, by default the main one.
    case named
    /// The session that the client must name.
    case necessarilyNamed
    /// A new session.
    case new
  }

  let name: String
  /// The description in `tools/list`.
  let json: JSON
  private let names: [String]
  private let place: Place
  private let perform: (JSON, OpenSession) throws -> ToolResult

  /// - Parameters:
  ///   - name: Its name.
  ///   - title: Its name for people.
  ///   - summary: What it does and returns, for a model that has read nothing else.
  ///   - effect: What it changes.
  ///   - place: The session that it works in.
  ///   - output: The form of its structured result.
  ///   - arguments: Its arguments, from which both their schema and their values are derived.
  ///   - perform: Calls it, on the queue of the session.
  init<each Value>(
    _ name: String,
    title: String,
    _ summary: String,
    effect: Effect = .none,
    in place: Place = .named,
    output: (inout JSONDefinitions) -> JSON,
    _ arguments: repeat ToolArgument<each Value>,
    perform: @escaping (OpenSession, repeat each Value) throws -> ToolResult
  ) {
    self.name = name
    self.place = place
    var members: [ToolMember] = []
    for argument in repeat each arguments { members += argument.members }
    switch place {
    case .named: members += Self.session.optional().members
    case .necessarilyNamed: members += Self.session.members
    case .new: break
    }
    names = members.map(\.name)
    var definitions = JSONDefinitions(isBrief: true)
    // Clients of the earlier revision accept only objects.
    var form: [(name: String, value: JSON)] = [("type", "object")]
    if case .object(let members) = output(&definitions) { form += members.filter { $0.name != "type" } }
    if !definitions.isEmpty { form.append(("$defs", definitions.json)) }
    json = [
      "name": name.json,
      "title": title.json,
      "description": summary.json,
      "inputSchema": [
        "type": "object",
        "properties": .object(members.map { ($0.name, $0.schema) }),
        "required": .array(members.filter(\.isRequired).map(\.name.json)),
        "additionalProperties": false,
      ],
      "outputSchema": .object(form),
      "annotations": [
        "readOnlyHint": .bool(effect == .none),
        "destructiveHint": .bool(effect == .files),
        "openWorldHint": false,
      ],
    ]
    self.perform = { json, session in try perform(session, repeat try (each arguments).value(json)) }
  }

  private static var session: ToolArgument<String> {
    Input.line("session", "a session's handle ('\(OpenSessions.mainHandle)')")
  }

  /// The session in which the tool is called.
  func session(
    for arguments: JSON?,
    among sessions: OpenSessions
  ) throws(ToolFailure) -> OpenSession {
    if place == .new { return try sessions.add() }
    let handle = try Self.session.optional().value(arguments ?? .null)
    if place == .necessarilyNamed, handle == nil { throw ToolFailure("the argument 'session' is missing") }
    return try sessions.session(handle)
  }

  /// Closes the session if it was made for a call that failed or was cancelled, since its handle is never returned.
  func giveUp(_ session: OpenSession) {
    if place == .new { session.close() }
  }

  /// Calls the tool.
  ///
  /// - Parameter arguments: Its arguments, an object.
  func call(_ arguments: JSON?, in session: OpenSession) -> ToolResult {
    do {
      let arguments = arguments ?? .null
      guard case .object(let members) = arguments else {
        if arguments == .null { return try perform(arguments, session) }
        throw ToolFailure("the arguments are not an object")
      }
      if let unknown = members.first(where: { !names.contains($0.name) })?.name {
        throw ToolFailure(
          "'\(name)' has no argument '\(unknown)'; it has \(names.joined(separator: ", "))",
          hint: Spelling.suggestion(for: unknown, among: names)
        )
      }
      return try perform(arguments, session)
    } catch {
      giveUp(session)
      return ToolResult(failure: ToolFailure(error))
    }
  }
}
