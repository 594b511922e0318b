/// What has been seen of a ``Claim/Response``: all that its verdict on what follows depends on.
enum Monitor: Hashable, Sendable {
  /// No trigger is unanswered.
  case idle
  /// The goal must be reached by a virtual time; `nil` for any time.
  case waiting(until: Duration?)
  /// Nothing that follows matters.
  case decided

  /// Whether the goal must be reached at any time.
  var isWaitingWithoutLimit: Bool { self == .waiting(until: nil) }

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

extension Claim.Response {
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
  ///   - isAtRestOnly: Whether conditions are judged only when nothing is in flight.
  ///   - answers: Receives which conditions had an answer.
  ///   - property: The position of the property.
  /// - Throws: The error that a condition throws.
  func advance(
    _ monitor: inout Monitor,
    to moment: AnySettledMoment,
    isAtRestOnly: Bool,
    asking answers: inout ConditionAnswers,
    of property: Int
  ) throws -> Judgement {
    if monitor == .decided { return .nothing }
    func isJudged(_ moment: AnySettledMoment) -> Bool { !isAtRestOnly || moment.isQuiescent }
    func reaches(_ moment: AnySettledMoment) throws -> Bool {
      try answers.ask(goal, of: property, isGoal: true, at: moment)
    }
    let met = trigger == nil ? Monitor.decided : .idle
    if let deadline = monitor.deadline, moment.now > deadline {
      // The state did not change between the settled moments, but the goal may depend on the time.
      guard let last = moment.earlier(at: deadline), isJudged(last),
        try last.moment.record.whileViewed({ try reaches(last) })
      else { return .late(deadline) }
      monitor = met
      return try advance(&monitor, to: moment, isAtRestOnly: isAtRestOnly, asking: &answers, of: property)
    }
    if isJudged(moment) {
      if monitor == .idle, let trigger, try !answers.ask(trigger, of: property, at: moment) {
        return .nothing
      }
      if try reaches(moment) {
        monitor = met
        return .met
      }
      if monitor == .idle { monitor = waiting(from: moment.now) }
      if let meanwhile, try !answers.ask(meanwhile, of: property, at: moment) { return .tooEarly }
    }
    // If nothing else is done at this instant, time passes, even if something in flight kept the goal from being judged.
    if let deadline = monitor.deadline, moment.now >= deadline, moment.letsTimePass { return .late(deadline) }
    return isJudged(moment) ? .pending : .nothing
  }
}
