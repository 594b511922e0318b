import TodoShellCommands
import Core

/// The stack: the command, its actions, and the effects that sent them.
extension DebugServer {
  /// The most causes that are shown: an effect that starts itself again has a cause for each round.
  private static let mostCauses = 50

  func stackTrace(_ request: DebugRequest) throws(DebugError) -> JSON {
    let (debuggee, view) = try stopped()
    let frames = frames(of: debuggee, at: view)
    let start = min(max(0, request.integer("startFrame") ?? 0), frames.count)
    let levels = request.integer("levels") ?? 0
    let shown = levels > 0 ? frames[start...].prefix(levels) : frames[start...]
    return ["stackFrames": .array(shown.map { json($0) }), "totalFrames": frames.count.json]
  }

  private struct Frame {
    let name: String
    let entry: Int
    let moment: AnyMoment
    var isSubtle = false
  }

  private func frames(
    of debuggee: Debuggee,
    at view: Trace.Position
  ) -> [Frame] {
    let entry = debuggee.trace.entries[view.entry]
    let moment = debuggee.trace.moment(at: view)
    var frames = debuggee.trace.newMoment(at: view) == nil ? [] : causes(of: moment, view.entry, debuggee)
    let text = entry.source.isEmpty ? "end of the script" : entry.source.text.elided(to: 100)
    frames.append(Frame(name: text, entry: view.entry, moment: moment))
    for (depth, frame) in entry.frames.enumerated().reversed() {
      let caller = debuggee.trace.caller(of: view.entry, depth: depth)
      let source = debuggee.trace.entries[caller].source.text.elided(to: 100)
      let name =
        if case .round(let round, let times) = frame { "\(source), round \(round + 1) of \(times)" } else {
          source
        }
      frames.append(Frame(name: name, entry: caller, moment: moment))
    }
    return frames
  }

  /// A moment's action, the effect that sent it, the action that started that, and so on.
  private func causes(
    of moment: AnyMoment,
    _ entry: Int,
    _ debuggee: Debuggee
  ) -> [Frame] {
    let session = debuggee.trace.entries[entry].session
    var entry = entry
    var effect: EffectInFlight?
    // All causes but the first have a frame for the effect, too.
    let frames = session.causes(of: moment).prefix(Self.mostCauses / 2 + 1).flatMap { cause in
      if effect != nil { entry = debuggee.trace.position(of: cause.number, in: session)?.entry ?? entry }
      let sender = effect.map { Frame(name: $0.text, entry: entry, moment: cause, isSubtle: true) }
      let summary = session.summary(of: cause, withSites: true)
      let sites = summary.sites.isEmpty ? "" : " at \(summary.sites.joined(separator: ", "))"
      let name = "\(summary.position) \(summary.event)\(sites)"
      effect = summary.effect
      return [sender, Frame(name: name, entry: entry, moment: cause, isSubtle: sender != nil)].compactMap(
        \.self
      )
    }
    return Array(frames.prefix(Self.mostCauses))
  }

  private func json(_ frame: Frame) -> JSON {
    guard let entry = debuggee?.trace.entries[frame.entry] else { return .null }
    let location = entry.source.location
    return [
      "id": handles.number(of: .frame(frame.moment, entry.definitions)).json,
      "name": frame.name.controlCharactersEscaped.json, "source": client.source(location.file),
      "line": client.line(location.line), "column": client.column(location.column),
      "presentationHint": frame.isSubtle ? "subtle" : nil,
    ]
  }

  func scopes(_ request: DebugRequest) throws(DebugError) -> JSON {
    guard case .frame(let moment, let definitions) = handles[try request.number("frameId")] else {
      throw DebugError("this frame no longer exists")
    }
    let outline = try outline(of: nil, at: moment, 0..<0)
    func scope(_ name: String, _ handle: DebugHandles.Handle, _ count: Int) -> JSON {
      [
        "name": name.json, "variablesReference": handles.number(of: handle).json,
        "namedVariables": count.json, "expensive": false,
        "presentationHint": name == "State" ? "locals" : nil,
      ]
    }
    return [
      "scopes": [
        scope("State", .value(nil, moment), outline.count),
        scope("Effects in flight", .effects(moment), moment.effects.count),
        scope("Clock", .clock(moment), 2),
        scope("Variables", .variables(definitions), definitions.variables.count),
      ]
    ]
  }

  func exceptionInfo() throws(DebugError) -> JSON {
    let (debuggee, view) = try stopped()
    guard let stop, stop.reason == "exception" else {
      throw DebugError("the script has not stopped at an error")
    }
    let failure = debuggee.trace.isFailure(view) ? debuggee.trace.entries[view.entry].failure : nil
    let kind = failure.map { $0.isFailedExpectation ? "expectation" : "error" } ?? "issue"
    let notes = (failure?.facts ?? []) + (failure?.hint.map { ["help: \($0)"] } ?? [])
    return [
      "exceptionId": kind.json,
      "description": .string(([stop.text ?? ""] + notes).joined(separator: "\n")),
      "breakMode": "always",
      "details": [
        "message": stop.text?.json, "typeName": kind.json,
        "stackTrace": frames(of: debuggee, at: view).map(\.name).joined(separator: "\n").json,
      ],
    ]
  }
}
