import TodoShellCommands
import Core

/// The line as the lifted state of Redux DevTools: its actions, and the state after each.
///
/// The extension imports the lifted state itself. It ignores the member `sessionFile`, from which `load` rebuilds the
/// session.
struct ReduxFile {
  let session: ExportedSession

  /// The text of the file.
  ///
  /// - Throws: A `CommandFailure` if it would be too large, or if interrupted.
  /// - Complexity: O(*n*) in the total size of the states.
  func text() throws -> String {
    let states = ExportedStates(debugger: session.debugger)
    let texts = try StateTexts.joined(
      of: session.debugger,
      in: "a Redux file",
      hint: "'export html' stores only what changed"
    ) { "{\"state\":\(states.state($1).text)}" }
    let places = session.line.indices
    let members: [(name: String, value: JSON)] = [
      ("sessionFile", session.script.json),
      ("monitorState", .object([(name: String, value: JSON)]())),
      ("nextActionId", places.count.json),
      ("actionsById", .object(places.map { ("\($0)", lifted($0)) })),
      ("stagedActionIds", .array(places.map { .number($0) })),
      ("skippedActionIds", .array([])),
      ("currentStateIndex", .number(session.line.firstIndex(of: session.current) ?? 0)),
      ("isLocked", false),
      ("isPaused", false),
    ]
    let head = members.map { "\(JSON.string($0.name).text):\($0.value.text)" }.joined(separator: ",")
    return "{\(head),\"computedStates\":[\n\(texts)\n]}\n"
  }

  private func lifted(_ place: Int) -> JSON {
    let moment = session.moments[session.line[place]]
    // Virtual time can be longer than `Int` has milliseconds.
    let epoch = Int128(session.origin.epoch.timeIntervalSince1970 * 1000)
    return [
      "type": "PERFORM_ACTION",
      "action": action(of: moment, isFirst: place == 0),
      "timestamp": .number("\(epoch + moment.time.nanoseconds / 1_000_000)"),
    ]
  }

  private func action(of moment: ExportedMoment, isFirst: Bool) -> JSON {
    let summary = moment.summary
    let type = isFirst ? "@@INIT" : Self.type(of: summary)
    return [
      "type": type.json,
      "moment": moment.number.json,
      "time": moment.time.formatted.json,
      "command": summary.command?.json,
      "effect": summary.effect?.json,
      "animation": summary.animation?.json,
    ]
  }

  /// The name in the list of actions.
  private static func type(of moment: MomentSummary) -> String {
    if case .action(let text) = moment.cause { text } else { moment.event }
  }
}
