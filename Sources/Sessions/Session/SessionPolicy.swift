/// Controls a session through callbacks before or during events. It has a single owner, such as a debugger; use
/// ``Session/observe(_:)`` to only watch events.
public struct SessionPolicy {
  /// Called before each change: before a turn begins, before a move, before a mark is set or removed. Throwing
  /// prevents the change. A command that makes several changes causes several calls. Use it to implement journals.
  public var willChange: () throws(SessionError) -> Void = {}
  /// Whether to stop after a moment. Called when all observers have seen the moment; the rest of the input stays in
  /// flight and continues with the next input. Use it to implement breakpoints and ^C.
  public var shouldStop: (AnyMoment) -> Bool = { _ in false }
  /// Whether to interrupt the current work. Called before each moment that is replayed, as for an input after a
  /// move, and between the actions of a turn once ``shouldStop`` has stopped one.
  public var isInterrupted: () -> Bool = { false }
  /// Replays a turn in a what-if by other means than its recorded inputs, such as its label, which may mean
  /// something else after different turns. It sends actions or moves the clock, and returns whether it could replay
  /// the turn; if not, the recorded inputs are processed again. An error is added to ``WhatIf/failures``.
  public var replay: (Turn<Any>) throws -> Bool = { _ in false }
  /// Describes actions in the session's messages.
  public var describeAction: (Any) -> String = { "\($0)" }
  /// Describes virtual times in the session's messages.
  public var describeTime: (Duration) -> String = { "\($0)" }

  /// Creates a policy that allows everything and never stops.
  public init() {}
}
