import Core
import Debugger
import Values

/// A tool: what a client is told about it, and what it does.
struct Tool<State, Action> {
  /// What calling a tool changes, which clients may ask their users about.
  enum Effect {
    /// Nothing.
    case none
    /// It adds to the history of a session, in which nothing is lost.
    case history
    /// Files as well, or a session is lost.
    case files
  }

  let name: String
  /// The description in `tools/list`.
  let json: JSON
  private let names: [String]
  private let perform: (JSON, OpenSessions<State, Action>) throws -> ToolResult

  /// - Parameters:
  ///   - name: Its name.
  ///   - title: Its name for people.
  ///   - summary: What it does and returns, for a model that has read nothing else.
  ///   - effect: What it changes.
  ///   - output: The form of its structured result.
  ///   - arguments: Its arguments, from which both their schema and their values are derived.
  ///   - perform: Calls it.
  init<each Value>(
    _ name: String,
    title: String,
    _ summary: String,
    effect: Effect = .none,
    output: (inout JSONDefinitions) -> JSON,
    _ arguments: repeat ToolArgument<each Value>,
    perform: @escaping (OpenSessions<State, Action>, repeat each Value) throws -> ToolResult
  ) {
    self.name = name
    var properties: [(name: String, value: JSON)] = []
    var required: [JSON] = []
    for argument in repeat each arguments {
      properties.append((argument.name, argument.schema))
      if argument.isRequired { required.append(.string(argument.name)) }
    }
    names = properties.map(\.name)
    var definitions = JSONDefinitions()
    // Clients of earlier revisions accept only objects.
    var form: [(name: String, value: JSON)] = [("type", "object")]
    if case .object(let members) = output(&definitions) { form += members.filter { $0.name != "type" } }
    json = [
      "name": .string(name),
      "title": .string(title),
      "description": .string(summary),
      "inputSchema": [
        "type": "object",
        "properties": .object(properties),
        "required": .array(required),
        "additionalProperties": false,
      ],
      "outputSchema": .object(form + [("$defs", definitions.json)]),
      "annotations": [
        "title": .string(title),
        "readOnlyHint": .bool(effect == .none),
        "destructiveHint": .bool(effect == .files),
        "openWorldHint": false,
      ],
    ]
    self.perform = { json, sessions in try perform(sessions, repeat try (each arguments).value(in: json)) }
  }

  /// Calls the tool.
  ///
  /// - Parameter arguments: Its arguments, an object.
  func call(_ arguments: JSON?, in sessions: OpenSessions<State, Action>) -> ToolResult {
    do {
      let arguments = arguments ?? .null
      guard case .object(let members) = arguments else {
        if arguments == .null { return try perform(arguments, sessions) }
        throw ToolFailure("the arguments are not an object")
      }
      if let unknown = members.first(where: { !names.contains($0.name) })?.name {
        throw ToolFailure(
          "'\(name)' has no argument '\(unknown)'; it has \(names.joined(separator: ", "))",
          hint: Spelling.suggestion(for: unknown, among: names)
        )
      }
      return try perform(arguments, sessions)
    } catch {
      return ToolResult(failure: ToolFailure(error))
    }
  }
}
