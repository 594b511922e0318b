/// One step of a session: the reducer ran once, or the clock moved.
public struct Moment<State, Action> {
  /// Its place in the record; the start is 0.
  public let number: Int
  /// The moment before it; `nil` for the start.
  public let parent: Int?
  /// The turn it belongs to; the start belongs to none.
  public let turn: Int?
  /// What brought it about.
  public let cause: Cause
  /// The state after it.
  public let state: State
  /// The issues that were reported on the way to it.
  public let issues: [SessionIssue]
  /// The virtual time since the session's start.
  public var now: Duration { world.now }

  let records: EffectRecords
  let effectCount: Int
  let world: World.Snapshot
  /// Whether nothing but a new action can change anything: the engine can be rebuilt from here.
  let isQuiescent: Bool
  /// Whether all effects in flight wait for something: none has sent an action that is still to be delivered.
  let isAtRest: Bool
  let place: Timeline<State, Action>.Place

  /// What brings a moment about.
  public enum Cause {
    /// The session began.
    case start
    /// An action was reduced.
    case action(Action, animation: Animation?, origin: Origin)
    /// The clock moved.
    case clock
  }

  /// Who sent an action.
  public enum Origin: Hashable, Sendable {
    /// Whoever uses the session.
    case user
    /// An effect.
    case effect(EffectInFlight)
  }

  /// The effects in flight, in the order in which they were started.
  ///
  /// - Complexity: O(*k* log *k*) in the number of effects in flight.
  public var effects: [EffectInFlight] {
    var deadlines: [Int: Duration] = [:]
    for sleeper in world.sleepers.values {
      guard let effect = sleeper.effect else { continue }
      deadlines[effect] = min(deadlines[effect] ?? sleeper.deadline, sleeper.deadline)
    }
    return records.values.sorted { $0.id < $1.id }.map { EffectInFlight($0, deadline: deadlines[$0.id]) }
  }

  /// The action that was reduced, if one was.
  public var action: Action? {
    if case .action(let action, _, _) = cause { action } else { nil }
  }
}
