import TodoShellCommands
import Core
import TodoShellValues

/// The line as a trace in the Informal Trace Format of Apalache and Quint: the values of its variables, moment by moment.
///
/// The variables are those of a mapping, or the fields of the state. What led to a state is in the variables that the mapping
/// names for it, or Quint: the name of the action, and its values.
struct ITFFile {
  let debugger: AnyDebugger
  let program: String
  /// The variables; `nil` for the fields of the state.
  let mapping: TraceMapping?

  /// The text of the file.
  ///
  /// - Throws: A `CommandFailure` if it would be too large, or if interrupted; a `Diagnostic` if an expression has no
  ///   value.
  /// - Complexity: O(*n*) in the total size of the states.
  func text() throws -> String {
    var names: [String] = []
    let states = try StateTexts.joined(
      of: debugger,
      in: "a trace",
      hint: "'export --with MAPPING itf FILE' writes only the variables of the mapping"
    ) { index, number in
      let moment = session.moments[number]
      let values = try values(at: moment)
      names = values.map(\.name)
      let meta: JSON = [
        "index": index.json, "moment": number.json, "time": "+\(moment.now.formatted)",
      ]
      return JSON.object([("#meta", meta)] + values.map { ($0.name, $0.value.json) }).text
    }
    let meta: JSON = ["format": "ITF", "description": "Exported from a session of \(program)"]
    let head = "{\"#meta\":\(meta.text),\"vars\":\(names.json.text),\"states\":[\n"
    return head + states + "\n]}\n"
  }

  private var session: AnySession { debugger.session }

  /// The warning that `expect --trace` cannot follow the trace, if the mapping lacks commands for some of its
  /// actions.
  var warning: String? {
    guard let mapping else { return nil }
    let names = session.line.dropFirst().map { cause(of: session.moments[$0]).action }.removingDuplicates
      .filter { mapping.actions[$0] == nil }
    guard !names.isEmpty else { return nil }
    return
      "'expect --trace' cannot follow this trace: '\(mapping.path)' has no commands for \(names.joined(separator: ", ")); "
      + "add a line 'action NAME: COMMAND' for each"
  }

  private func values(at moment: AnyMoment) throws -> [TraceValue.Field] {
    let (action, picks) = cause(of: moment)
    let values = try moment.withState { state -> [TraceValue.Field] in
      if let mapping {
        let context = ExpressionContext(state, at: moment)
        return try mapping.variables.map {
          .init($0.name, TraceValue(try $0.expression.evaluate(in: context).wrapped))
        }
      }
      let value = TraceValue(state)
      if case .record(let fields) = value { return fields }
      return [.init("state", value)]
    }
    return values + [
      .init(mapping?.taken ?? TraceMapping.ofQuint.taken, .string(action)),
      .init(mapping?.picks ?? TraceMapping.ofQuint.picks, .record(picks)),
    ]
  }

  /// The name of what led to a moment, and its values.
  private func cause(of moment: AnyMoment) -> (action: String, picks: [TraceValue.Field]) {
    func field(_ name: String, _ value: Any) -> TraceValue.Field {
      let found = TraceValue(value)
      // As Quint writes what it has chosen.
      return .init(name, .variant("Some", found.isSerializable ? found : .string(actionText(value))))
    }
    switch moment.cause {
    case .start: return ("init", [])
    case .clock: return ("advance", [field("time", moment.now.formatted)])
    case .answer(let answer): return ("stub", [.init("endpoint", .string("\(answer)"))])
    case .action(let action, _, _):
      guard let name = Choice.caseName(of: action) else { return (actionText(action), []) }
      let parts = Choice.payload(of: action).enumerated().map { place, part in
        field(part.label ?? "value\(place == 0 ? "" : "\(place + 1)")", part.value)
      }
      return (name, parts)
    }
  }
}
