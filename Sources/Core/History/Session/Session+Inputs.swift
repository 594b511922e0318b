extension Session {
  /// Sends an action, and processes everything that follows at the current virtual time.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - label: The text of the command that sent it.
  /// - Returns: The turn that was recorded.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func send(_ action: Action, label: String? = nil) throws -> Turn<Action>? {
    try performTurn(label: label) { send(action) }
  }

  /// Advances the clock. Whatever is due on the way happens at its time and in order.
  ///
  /// - Parameters:
  ///   - duration: The time to advance by; not negative.
  ///   - label: The text of the command.
  /// - Returns: The turn that was recorded, or `nil` if nothing happened.
  /// - Throws: ``SessionError/negativeDuration``, ``SessionError/durationTooLarge``, or
  ///   ``SessionError/diverged(_:)``.
  @discardableResult
  public func advance(by duration: Duration, label: String? = nil) throws -> Turn<Action>? {
    guard duration >= .zero else { throw SessionError.negativeDuration }
    let target = try time(after: duration)
    return try performTurn(label: label) { record(.advance(to: target)) }
  }

  /// The virtual time after a duration from now.
  ///
  /// - Throws: ``SessionError/durationTooLarge``.
  func time(after duration: Duration) throws(SessionError) -> Duration {
    // A duration traps when it overflows its 64 bits of seconds; this leaves room for the feature's own arithmetic.
    let furthest = Duration.seconds(SessionError.furthestSeconds)
    guard duration <= furthest, now <= furthest - duration else { throw SessionError.durationTooLarge }
    return now + duration
  }

  /// Advances the clock until nothing is in flight, or until ``momentLimit`` moments have been made, for example by
  /// an endless timer.
  ///
  /// - Returns: The turn that was recorded, or `nil` if nothing happened.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func run(label: String? = nil) throws -> Turn<Action>? {
    try performTurn(label: label) { record(.run) }
  }

  /// Advances the clock until exactly one action has been delivered.
  ///
  /// - Returns: The turn that was recorded, or `nil` if nothing happened.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func step(label: String? = nil) throws -> Turn<Action>? {
    try performTurn(label: label) { record(.step) }
  }

  /// Advances the clock to the next deadline, and lets one of the effects due then continue before the others, until it
  /// waits again. Everything that follows from it at that time happens; the other effects remain due.
  ///
  /// - Parameters:
  ///   - position: The position of the effect in ``Moment/effectsDueNext``.
  ///   - label: The text of the command.
  /// - Returns: The turn that was recorded, or `nil` if nothing happened.
  /// - Throws: ``SessionError/notDue(_:count:)``, or ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func resume(effectAt position: Int, label: String? = nil) throws -> Turn<Action>? {
    let count = moment.effectsDueNext.count
    guard (0..<count).contains(position) else { throw SessionError.notDue(position, count: count) }
    return try performTurn(label: label) { record(.resume(position)) }
  }

  /// Sends several actions as one turn. Each can depend on the outcome of those before it.
  ///
  /// ```swift
  /// try session.turn { turn in
  ///   turn.send(.addTodoButtonTapped)
  ///   turn.send(.todos(.element(id: turn.state.todos[0].id, action: …)))
  /// }
  /// ```
  ///
  /// The state of a child that is created for an action, as for a `.push`, uses the session's shared values if it is
  /// created in `body`.
  ///
  /// - Parameters:
  ///   - label: The text of the command.
  ///   - body: Sends the actions.
  /// - Returns: The turn that was recorded, or `nil` if nothing was sent.
  /// - Throws: What `body` throws, in which case the actions sent before are still recorded as a turn; or
  ///   ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func turn(label: String? = nil, _ body: (TurnScope) throws -> Void) throws -> Turn<Action>? {
    try performTurn(label: label) {
      try live.senderValues.whileCurrent { try body(TurnScope(session: self)) }
    }
  }

  /// Runs an operation that sends many actions or moves the clock many times. Each input takes about a tenth less
  /// time, because the session starts to collect the feature's issues only once.
  ///
  /// - Parameter body: Makes the inputs, each its own turn. Issues that it reports itself are reported as usual.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
    try issues.whileWatching(body)
  }

  private func performTurn(label: String?, _ body: () throws -> Void) throws -> Turn<Action>? {
    precondition(!isPerforming, "A session takes one turn at a time.")
    try makeEngineLive()
    try policy.willChange()
    isPerforming = true
    timeline.beginTurn(
      label: label,
      original: trial?.replacement?.turn,
      isPart: trial?.replacement?.isPart ?? false
    )
    var failure: (any Error)?
    do { try body() } catch { failure = error }
    let record = timeline.endTurn()
    isPerforming = false
    if let failure { throw failure }
    guard let record else { return nil }
    return Turn(record)
  }

  /// Sends the actions of one turn; see ``Session/turn(label:_:)``.
  public struct TurnScope {
    fileprivate let session: Session

    /// The state, with the actions sent so far applied.
    public var state: State { session.state }

    /// Sends an action as part of the turn; ignored once ``Session/Policy/isInterrupted`` returns `true`.
    public func send(_ action: Action) {
      if session.wasStopped, session.policy.isInterrupted() { return }
      session.send(action)
    }
  }

  private func send(_ action: Action) {
    record(.send(live.engine.boxed(action)))
  }

  /// Processes an input and records what follows.
  ///
  /// In a what-if, nothing more is processed after a stop, or beyond the part of a turn that is to be repeated.
  func record(_ input: Input<ErasedAction>) {
    if let trial {
      guard !wasStopped, trial.replacement?.isComplete != true else { return }
    } else {
      wasStopped = false
    }
    let limit = trial?.replacement?.nextLimit()
    let first = timeline.moments.count
    var drive = Drive<Never>(
      engine: live.engine,
      clock: live.world.clock,
      now: now,
      firstMoment: first
    )
    issues.whileRecording {
      drive.run(input) { step in
        let record = append(step)
        wasStopped = policy.shouldStop(Moment(record))
        return !wasStopped && record.number + 1 - first < min(momentLimit, limit ?? .max)
      }
    }
    timeline.endInput(input, first: first, isCutShort: drive.wasCutShort(input), limit: limit)
  }

  private func append(_ step: DriveStep) -> MomentRecord {
    let record = timeline.append(
      live.engine,
      in: live.world,
      cause: step.cause,
      issues: issues.take(),
      cancelled: live.cancellations.take(),
      states: states
    )
    if states.isFull { thinOut() }
    live.moment = record.number
    live.shared = record.shared
    if !isTryingOut { observers.notify(.recorded(Moment(record))) }
    return record
  }
}

extension DriveStep {
  fileprivate var cause: MomentRecord.Cause {
    switch self {
    case .clock: .clock
    case .delivered(let delivery):
      .action(delivery.action, animation: delivery.animation, sender: delivery.effect?.record)
    }
  }
}
