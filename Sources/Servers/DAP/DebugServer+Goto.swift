import TodoShellCommands
import Core

/// Where `goto` can go.
enum GotoTarget {
  /// A place in what the script has done.
  case position(Trace.Position)
  /// What a command does: a move to a moment elsewhere in the history, or a possible next step.
  case command(String)
}

/// The moments of a line, the marks, and what can be done next.
extension DebugServer {
  /// The most targets of a kind.
  private static let mostTargets = 100

  func gotoTargets(_ request: DebugRequest) throws(DebugError) -> JSON {
    let (debuggee, view) = try stopped()
    let path = try client.path(of: request["source"])
    let line = client.line(from: try request.number("line"))
    func isThere(_ entry: Int) -> Bool {
      let location = debuggee.trace.entries[entry].source.location
      return location.line == line && client.resolved(location.file) == path
    }
    var targets: [(label: String, target: GotoTarget)] = []
    for entry in debuggee.trace.entries.indices where targets.count < Self.mostTargets && isThere(entry) {
      targets += self.targets(of: entry, debuggee)
    }
    if isThere(view.entry) { targets += marks(debuggee) + nextSteps(debuggee, at: view) }
    return [
      "targets": .array(
        targets.map { label, target in
          [
            "id": handles.number(of: .target(target)).json,
            "label": label.controlCharactersEscaped.elided(to: 100).json, "line": client.line(line),
          ]
        }
      )
    ]
  }

  /// The places in a command of the trace.
  private func targets(of entry: Int, _ debuggee: Debuggee) -> [(
    String, GotoTarget
  )] {
    let command = debuggee.trace.entries[entry]
    let session = command.session
    let start = session.summary(ofMoment: command.before).position
    let before = ("before, at \(start)", GotoTarget.position(.init(entry: entry, step: 0)))
    return [before]
      + command.moments.prefix(Self.mostTargets).enumerated().map { step, number in
        let summary = session.summary(ofMoment: number)
        return ("\(summary.position) \(summary.event)", .position(.init(entry: entry, step: step + 1)))
      }
  }

  private func marks(_ debuggee: Debuggee) -> [(String, GotoTarget)] {
    let session = debuggee.interpreter.session
    return session.sortedMarks.map { name, number in
      let position = debuggee.trace.position(of: number, in: session)
      let title = "mark \(name) at \(session.summary(ofMoment: number).position)"
      return (title, position.map { .position($0) } ?? .command("goto \(number)"))
    }
  }

  private func nextSteps(
    _ debuggee: Debuggee,
    at view: Trace.Position
  ) -> [(String, GotoTarget)] {
    guard !debuggee.isWithinCommand else { return [] }
    let commands = debuggee.interpreter.possibleLines(at: debuggee.trace.moment(at: view))
    return commands.prefix(Self.mostTargets).map { ("next: \($0)", .command($0)) }
  }

  func goto(_ request: DebugRequest) throws(DebugError) {
    let debuggee = try stopped().debuggee
    guard case .target(let target) = handles[try request.number("targetId")] else {
      throw DebugError("there is no such target any more")
    }
    switch target {
    case .position(let position):
      guard debuggee.trace.contains(position) else { throw DebugError("there is no such target any more") }
      debuggee.view = position
    case .command(let text): _ = try perform(text, at: try current().moment, for: request)
    }
    resume(.elsewhere)
  }
}
