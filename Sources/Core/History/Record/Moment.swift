/// One step of a session: the reducer ran once, or the clock moved.
public struct Moment<State, Action> {
  let record: MomentRecord

  init(_ record: MomentRecord) {
    self.record = record
  }

  /// Its place in the record; the start is 0.
  public var number: Int { record.number }

  /// The moment before it; `nil` for the start.
  public var parent: Int? { record.parent }

  /// The turn it belongs to; the start belongs to none.
  public var turn: Int? { record.turn }

  /// The state after it.
  public var state: State { record.state(as: State.self) }

  /// The issues that were reported on the way to it.
  public var issues: [SessionIssue] { record.issues }

  /// The virtual time since the session's start.
  public var now: Duration { record.now }

  /// What brought it about.
  public var cause: Cause {
    switch record.cause {
    case .start: .start
    case .clock: .clock
    case .action(let action, let animation, let sender):
      .action(
        action.unboxed(as: Action.self),
        animation: animation,
        origin: sender.map { .effect(EffectInFlight($0)) } ?? .user
      )
    }
  }

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

  /// The action that was reduced, if one was.
  public var action: Action? {
    if case .action(let action, _, _) = record.cause { action.unboxed(as: Action.self) } else { nil }
  }

  /// Whether nothing is in flight: only a new action can change anything.
  public var isQuiescent: Bool { record.isQuiescent }

  /// The effects in flight, in the order in which they were started.
  ///
  /// - Complexity: O(*k* log *k*) in the number of effects in flight.
  public var effects: [EffectInFlight] {
    let deadlines = record.world.sleepers.deadlines
    return record.records.values.map { EffectInFlight($0, deadline: deadlines[$0.id]) }
  }
}
