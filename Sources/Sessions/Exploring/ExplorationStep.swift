/// A step that can be performed in a session: a command, an action, or a clock move.
public struct ExplorationStep<State, Action> {
  let record: StepRecord

  /// The text of the step. Steps with the same text do the same.
  public var text: String { record.text }
  /// The group for counting and choosing steps, which is the name of the command.
  public var group: String { record.group }
  /// The clock move, if it is nothing else.
  var move: ClockMove? { record.move }

  init(_ record: StepRecord) { self.record = record }

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - text: The text of the step.
  ///   - group: The group to count it in; random sequences choose the group first, and then one of its steps.
  ///   - perform: Performs the step as one turn. Throws if it is impossible in the session's current state, which may
  ///     be one in which it was not offered: a shorter sequence is tried with the same steps. It should not move the
  ///     clock; use ``init(_:group:move:)`` for that.
  public init(
    _ text: String,
    group: String,
    perform: @escaping (Session<State, Action>) throws -> Void
  ) {
    record = StepRecord(text, group, nil) { session in
      try perform(unsafeDowncast(session, to: Session<State, Action>.self))
      return true
    }
  }

  /// Creates a step that moves the clock.
  ///
  /// - Parameters:
  ///   - text: The text of the step.
  ///   - group: The group to count it in.
  ///   - move: The clock move. Each instant at which something is due on the path is a moment of its own, even if
  ///     nothing but the effects in flight changes then.
  public init(_ text: String, group: String, move: ClockMove) {
    record = StepRecord(text, group, move) { session in
      try move.perform(in: unsafeDowncast(session, to: Session<State, Action>.self))
    }
  }

  /// Performs the step, as in a replay of a finding.
  ///
  /// - Throws: Why it is impossible in the session's current state.
  public func perform(in session: Session<State, Action>) throws { _ = try record.body(session) }
}

/// What a step is, independent of the state and action types. A class, because a step is copied with each attempt.
final class StepRecord {
  let text: String
  let group: String
  let move: ClockMove?
  /// Performs the step in a session. Returns whether it was completed, rather than stopped at the limit of moments.
  let body: (AnyObject) throws -> Bool

  init(_ text: String, _ group: String, _ move: ClockMove?, _ body: @escaping (AnyObject) throws -> Bool) {
    self.text = text
    self.group = group
    self.move = move
    self.body = body
  }
}

extension ExplorationStep {
  /// Advances the clock by a duration; see ``Session/advance(by:label:)``.
  ///
  /// - Parameters:
  ///   - duration: The time to advance by.
  ///   - text: The text of the step.
  public static func advance(by duration: Duration, text: String) -> Self {
    Self(text, group: "advance", move: .advance(by: duration))
  }

  /// Lets one of the effects that are due next continue before the others; see ``Session/resume(effectAt:label:)``.
  public static func resume(_ position: Int) -> Self {
    Self("step \(position)", group: "step", move: .resume(position))
  }

  /// Advances the clock until nothing is in flight; see ``Session/run(label:)``.
  public static var run: Self { Self("run", group: "run", move: .run) }
}

/// A move of a session's clock.
public enum ClockMove: Hashable, Sendable {
  /// By a duration.
  case advance(by: Duration)
  /// Until nothing is in flight.
  case run
  /// Until one action has been delivered.
  case step
  /// To the next instant at which an effect is due, where one of those due continues before the others.
  case resume(Int)

  /// Moves a session's clock as one turn, from one instant at which something is due to the next.
  ///
  /// - Returns: Whether all of it was done, rather than stopped at the session's limit of moments.
  func perform<State, Action>(in session: Session<State, Action>) throws -> Bool {
    switch self {
    case .step:
      try session.step()
      return true
    case .resume(let position): return try session.resume(effectAt: position)?.isCutShort != true
    case .run: return try session.core.advanceByInstants(to: nil)
    case .advance(let duration):
      return try session.core.advanceByInstants(to: session.core.time(after: duration))
    }
  }
}
