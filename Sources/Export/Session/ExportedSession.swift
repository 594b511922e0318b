import TodoShellCommands
import Core

/// The record of a session, independent of the feature's types: what the page and other exported files are made from.
///
/// States are not a part of it; they are made from the debugger on demand, because most formats need none.
struct ExportedSession {
  let debugger: AnyDebugger
  /// The name of the program.
  let program: String
  /// The seed and the date at the start.
  let origin: SessionOrigin
  /// The session as a script, from which `load` rebuilds it.
  let script: String
  /// The number of the current moment.
  let current: Int
  /// The path from the start through the current moment to the tip.
  let line: [Int]
  /// All moments, by number.
  let moments: [ExportedMoment]
  /// The places of the effects.
  let table: EffectTable
  /// All branches; the first is the trunk.
  let branches: [Branch]
  /// The commands that what-ifs omitted.
  let leftOut: [LeftOut]

  /// All effects, in the order of their start.
  var effects: [EffectInFlight] { table.all }

  /// A command that a what-if omitted.
  struct LeftOut {
    /// The moment to show it with: the one after which it was due, or else the first one of its branch.
    let moment: Int
    let row: TreeAnswer.LeftOut
  }
}

/// A moment of an ``ExportedSession``.
struct ExportedMoment {
  let summary: MomentSummary
  /// The number of its turn; `nil` for the start.
  let turn: Int?
  /// The issues that the feature reported.
  let issues: [SessionIssue]
  /// The effect that sent the action, by its place in the session's list.
  let sender: Int?
  /// The effects that were started.
  let started: [Int]
  /// The effects that ended, including cancelled ones.
  let ended: [Int]
  /// The effects that began to sleep or were woken, with the times at which they continue.
  let sleeps: [(effect: Int, deadline: Duration?)]
  /// The cancelled effects.
  let cancelled: [(effect: Int, summary: CancellationSummary)]

  var number: Int { summary.number }
  var time: Duration { summary.time }
}

extension ExportedSession {
  /// Reads the record of a debugger's session.
  ///
  /// - Throws: A `CommandFailure` if interrupted.
  /// - Complexity: O(*n* · *k*) in the numbers of moments and of effects in flight.
  init(of debugger: AnyDebugger, program: String) throws {
    let session = debugger.session
    var effects = EffectTable()
    self.debugger = debugger
    self.program = program
    origin = debugger.recorder.origin
    script = debugger.sessionText()
    current = session.moment.number
    line = Array(session.line)
    moments = try session.moments.map { moment in
      try debugger.checkInterruption()
      return ExportedMoment(moment, session.effectChanges(at: moment), in: session, &effects)
    }
    table = effects
    branches = session.branches
    leftOut =
      branches.flatMap { branch in
        branch.leftOut.map { leftOut in
          let isWithin = branch.moments.contains(leftOut.after)
          let moment = isWithin ? leftOut.after : branch.moments.first ?? leftOut.after
          return LeftOut(moment: moment, row: TreeAnswer.LeftOut(leftOut, in: session))
        }
      } + session.leftOutAtTip.map { LeftOut(moment: $0.after, row: TreeAnswer.LeftOut($0, in: session)) }
  }
}

extension ExportedMoment {
  /// - Parameters:
  ///   - changes: How the effects in flight changed.
  ///   - effects: Numbers the effects.
  init(_ moment: AnyMoment, _ changes: EffectChanges, in session: AnySession, _ effects: inout EffectTable) {
    let summary = session.summary(of: moment)
    self.init(
      summary: summary,
      turn: moment.turn,
      issues: moment.issues,
      sender: summary.effect.map { effects.place(of: $0) },
      started: changes.started.map { effects.place(of: $0) },
      ended: changes.ended.map { effects.place(of: $0) },
      sleeps: changes.rescheduled.filter { $0.deadline != nil || $0.moment != moment.number }
        .map { (effects.place(of: $0), $0.deadline) },
      cancelled: summary.cancelled.map { (effects.place(of: $0.effect), $0) }
    )
  }
}

/// Numbers the effects of a whole tree of moments: their own numbers are unique only along a line.
struct EffectTable {
  private(set) var all: [EffectInFlight] = []
  private var places: [[Int]: Int] = [:]

  mutating func place(of effect: EffectInFlight) -> Int {
    let key = [effect.moment, effect.id]
    if let place = places[key] { return place }
    places[key] = all.count
    all.append(effect)
    return all.count - 1
  }
}
