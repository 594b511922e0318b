/// What has been seen of a ``Property/Response``: all that its verdict on what follows depends on.
enum Monitor: Hashable, Sendable {
  /// No trigger is unanswered.
  case idle
  /// The goal must be reached by a virtual time; `nil` for any time.
  case waiting(until: Duration?)
  /// Nothing that follows matters.
  case decided

  /// Whether the goal must be reached at any time.
  var isWaitingWithoutLimit: Bool {
    if case .waiting(nil) = self { true } else { false }
  }

  /// The time by which the goal must be reached.
  var deadline: Duration? {
    if case .waiting(let deadline) = self { deadline } else { nil }
  }

  /// Adds it to a digest, with its deadline as the time that remains.
  func add(to digest: inout Digest, now: Duration) {
    switch self {
    case .idle: digest.add(0)
    case .waiting(nil): digest.add(1)
    case .waiting(let deadline?):
      digest.add(2)
      digest.add(deadline - now)
    case .decided: digest.add(3)
    }
  }
}

extension Property.Response {
  /// What a settled moment means for a response.
  enum Judgement: Equatable {
    case nothing
    /// The goal must still be reached.
    case pending
    /// The goal is reached, at the trigger or after it.
    case met
    /// The goal was not reached by this time.
    case late(Duration)
    /// What must hold until the goal does not.
    case tooEarly
  }

  /// The monitor before anything has been judged.
  func monitor(at start: Duration) -> Monitor {
    trigger == nil ? waiting(from: start) : .idle
  }

  private func waiting(from start: Duration) -> Monitor {
    // The sum of longer ones might overflow.
    .waiting(until: limit.map { start + min($0, .seconds(SessionError.furthestSeconds)) })
  }

  /// Advances a monitor to a settled moment.
  ///
  /// - Parameters:
  ///   - monitor: The monitor of the settled moment before it.
  ///   - moment: The settled moment.
  ///   - isJudged: Whether the conditions are judged; if not, only time passes.
  ///   - holds: Evaluates a condition, or the goal.
  /// - Throws: The error that a condition throws.
  func advance(
    _ monitor: inout Monitor,
    to moment: SettledMoment<State, Action>,
    isJudged: Bool,
    holds: (Property.Condition, _ isGoal: Bool) throws -> Bool
  ) throws -> Judgement {
    if monitor == .decided { return .nothing }
    // The state did not change between the settled moments, so the goal was missed at the deadline, not now.
    if let deadline = monitor.deadline, moment.now > deadline { return .late(deadline) }
    guard isJudged else { return .nothing }
    let wasIdle = monitor == .idle
    if wasIdle {
      guard let trigger, try holds(trigger, false) else { return .nothing }
    }
    if try holds(goal, true) {
      monitor = trigger == nil ? .decided : .idle
      return .met
    }
    if wasIdle { monitor = waiting(from: moment.now) }
    if let meanwhile, try !holds(meanwhile, false) { return .tooEarly }
    // If nothing else is done at this instant, time passes.
    if let deadline = monitor.deadline, moment.now >= deadline, moment.letsTimePass { return .late(deadline) }
    return .pending
  }
}
