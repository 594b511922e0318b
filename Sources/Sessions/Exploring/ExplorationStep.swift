/// A step that can be performed in a session: a command, an action, or a clock move. An ``ExplorationStep`` is made for the
/// types of a feature.
///
/// A class, because a step is copied with each attempt.
public class StepRecord {
  /// The text of the step. Steps with the same text do the same.
  public let text: String
  /// The group for counting and choosing steps, which is the name of the command.
  public let group: String
  /// The clock move, if it is nothing else.
  let move: ClockMove?
  /// Performs the step in a session. Returns whether it was completed, rather than stopped at the limit of moments.
  let body: (SessionBase) throws -> Bool

  init(_ text: String, group: String, move: ClockMove?, body: @escaping (SessionBase) throws -> Bool) {
    self.text = text
    self.group = group
    self.move = move
    self.body = body
  }

  /// Creates a step that moves the clock.
  ///
  /// - Parameters:
  ///   - text: The text of the step.
  ///   - group: The group to count it in.
  ///   - move: The clock move. Each instant at which something is due on the path is a moment of its own, even if
  ///     nothing but the effects in flight changes then.
  public required convenience init(_ text: String, group: String, move: ClockMove) {
    self.init(text, group: group, move: move) { try move.perform(in: $0.core) }
  }

  /// Performs the step, as in a replay of a finding.
  ///
  /// - Parameter session: A session of the feature that the step was made for.
  /// - Throws: Why it is impossible in the session's current state.
  public func perform(in session: SessionBase) throws { _ = try body(session) }
}

/// A step for a feature.
public final class ExplorationStep<State, Action>: StepRecord {
  /// Creates a step.
  ///
  /// - Parameters:
  ///   - text: The text of the step.
  ///   - group: The group to count it in; random sequences choose the group first, and then one of its steps.
  ///   - perform: Performs the step as one turn. Throws if it is impossible in the session's current state, which may
  ///     be one in which it was not offered: a shorter sequence is tried with the same steps. It should not move the
  ///     clock; use ``StepRecord/init(_:group:move:)`` for that.
  public convenience init(
    _ text: String,
    group: String,
    perform: @escaping (Session<State, Action>) throws -> Void
  ) {
    self.init(text, group: group, move: nil) { session in
      try perform(session.typed())
      return true
    }
  }
}

extension SessionBase {
  /// The session, whose types are these.
  func typed<State, Action>() -> Session<State, Action> {
    unsafeDowncast(self, to: Session<State, Action>.self)
  }
}

extension StepRecord {
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
  func perform(in core: SessionCore) throws -> Bool {
    switch self {
    case .step:
      _ = try core.perform(.step)
      return true
    case .resume(let position): return try core.resume(effectAt: position)?.isCutShort != true
    case .run: return try core.advanceByInstants(to: nil)
    case .advance(let duration): return try core.advanceByInstants(to: core.time(after: duration))
    }
  }
}
