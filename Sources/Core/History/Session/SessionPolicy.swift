/// What controls a session, without its types: see ``Session/Policy``.
struct SessionPolicy {
  var willChange: () throws(SessionError) -> Void = {}
  var shouldStop: (MomentRecord) -> Bool = { _ in false }
  var isInterrupted: () -> Bool = { false }
  var replay: (TurnRecord) throws -> Bool = { _ in false }
  var describeAction: (ErasedAction) -> String = { "\($0.contents)" }
  var describeTime: (Duration) -> String = { "\($0)" }
}

extension Session {
  /// Controls a session through callbacks before or during events. It has a single owner, such as a debugger; use
  /// ``observe(_:)`` to only watch events.
  public struct Policy {
    var erased: SessionPolicy

    /// Called before each change: before a turn begins, before a move, before a mark is set or removed. Throwing
    /// prevents the change. A command that makes several changes causes several calls. Use it to implement journals.
    public var willChange: () throws(SessionError) -> Void {
      get { erased.willChange }
      set { erased.willChange = newValue }
    }

    /// Whether to stop after a moment. Called when all observers have seen the moment; the rest of the input stays in
    /// flight and continues with the next input. Use it to implement breakpoints and ^C.
    public var shouldStop: (Moment<State, Action>) -> Bool {
      get { { [shouldStop = erased.shouldStop] in shouldStop($0.record) } }
      set { erased.shouldStop = { newValue(Moment($0)) } }
    }

    /// Whether to interrupt the current work. Called before each moment that is replayed, as for an input after a
    /// move, and between the actions of a turn once ``shouldStop`` has stopped one.
    public var isInterrupted: () -> Bool {
      get { erased.isInterrupted }
      set { erased.isInterrupted = newValue }
    }

    /// Replays a turn in a what-if by other means than its recorded inputs, such as its label, which may mean
    /// something else after different turns. It sends actions or moves the clock, and returns whether it could replay
    /// the turn; if not, the recorded inputs are processed again. An error is added to ``WhatIf/failures``.
    public var replay: (Turn<Action>) throws -> Bool {
      get { { [replay = erased.replay] in try replay($0.record) } }
      set { erased.replay = { try newValue(Turn($0)) } }
    }

    /// Describes actions in the session's messages.
    public var describeAction: (Action) -> String {
      get { { [describeAction = erased.describeAction] in describeAction(TypedBox($0)) } }
      set { erased.describeAction = { newValue($0.unboxed(as: Action.self)) } }
    }

    /// Describes virtual times in the session's messages.
    public var describeTime: (Duration) -> String {
      get { erased.describeTime }
      set { erased.describeTime = newValue }
    }

    /// Creates a policy that allows everything and never stops.
    public init() { self.init(erased: SessionPolicy()) }

    init(erased: SessionPolicy) { self.erased = erased }
  }
}
