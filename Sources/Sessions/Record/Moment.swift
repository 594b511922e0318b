/// One step of a session: one reducer run, one clock move, or one answer given to a dependency's calls.
public struct Moment<State, Action> {
  let record: MomentRecord

  init(_ record: MomentRecord) {
    self.record = record
  }

  /// The same moment with other types.
  package init(_ other: Moment<some Any, some Any>) { record = other.record }

  /// Its number in the record; the start is 0.
  public var number: Int { record.number }

  /// The moment before it; `nil` for the start.
  public var parent: Int? { record.parent }

  /// The moment before its turn, or the moment itself at the start.
  package var beforeTurn: Moment { Moment(record.beforeTurn) }

  /// The turn that it belongs to; `nil` for the start.
  public var turn: Int? { record.turn }

  /// The state after it.
  public var state: State { record.state(as: State.self) }

  /// The issues reported since the moment before it.
  public var issues: [SessionIssue] { record.issues }

  /// The virtual time since the session's start.
  public var now: Duration { record.now }

  /// What caused it.
  public var cause: Cause {
    switch record.cause {
    case .start: .start
    case .clock: .clock
    case .answer(let answer): .answer(answer)
    case .action(let action, let animation, let sender):
      .action(
        action.unboxed(as: Action.self),
        animation: animation,
        origin: sender.map { .effect(EffectInFlight($0)) } ?? .user
      )
    case .recorded(let action, let isOfEffect):
      .action(action.unboxed(as: Action.self), animation: nil, origin: .recording(isOfEffect: isOfEffect))
    }
  }

  /// The cause of a moment.
  public enum Cause {
    /// The session began.
    case start
    /// An action was reduced.
    case action(Action, animation: Animation?, origin: Origin)
    /// The clock moved.
    case clock
    /// A dependency was told what to answer.
    indirect case answer(DependencyAnswer)
  }

  /// The sender of an action.
  public enum Origin: Hashable, Sendable {
    /// The session's user.
    case user
    /// An effect.
    case effect(EffectInFlight)
    /// The recording of a store, in which the user or an effect sent it.
    case recording(isOfEffect: Bool)
  }

  /// The action that was reduced, if any.
  public var action: Action? { record.action?.unboxed(as: Action.self) }

  /// Whether nothing is in flight: only a new action can change anything.
  public var isQuiescent: Bool { record.isQuiescent }

  /// Whether all effects in flight wait. They may not in the middle of a turn, or where one was stopped.
  public var isAtRest: Bool { record.isAtRest }

  /// The effects in flight, in the order in which they were started.
  ///
  /// - Complexity: O(*k* log *k*) in the number of effects in flight.
  public var effects: [EffectInFlight] { record.effects }

  /// The effects that continue next, all at the same instant, in the order in which they do: in which they began to
  /// sleep.
  ///
  /// - Complexity: O(*k* log *k*) in the number of effects in flight.
  public var effectsDueNext: [EffectInFlight] { record.effectsDueNext }
}
