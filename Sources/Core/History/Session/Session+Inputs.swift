extension Session {
  /// Sends an action, and lets what follows at this virtual time follow.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - label: The words of the command that sent it.
  /// - Returns: The turn that was recorded.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be made again.
  @discardableResult
  public func send(_ action: Action, label: String? = nil) throws -> Turn<Action>? {
    try performTurn(label: label) { send(action) }
  }

  /// Moves the clock on. What is due on the way happens when it is due, one after the other.
  ///
  /// - Parameters:
  ///   - duration: How far; not negative.
  ///   - label: The words of the command.
  /// - Returns: The turn that was recorded, `nil` if nothing happened.
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
    // A duration traps when it overflows its 64 bits of seconds; this leaves the feature room for its own sums.
    let furthest = Duration.seconds(SessionError.furthestSeconds)
    guard duration <= furthest, now <= furthest - duration else { throw SessionError.durationTooLarge }
    return now + duration
  }

  /// Moves the clock on until nothing is in flight any more, or until ``momentLimit`` moments have been made, as with a
  /// timer that never ends.
  ///
  /// - Returns: The turn that was recorded, `nil` if nothing happened.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be made again.
  @discardableResult
  public func run(label: String? = nil) throws -> Turn<Action>? {
    try performTurn(label: label) { record(.run) }
  }

  /// Moves the clock on until exactly one action has been delivered.
  ///
  /// - Returns: The turn that was recorded, `nil` if nothing happened.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be made again.
  @discardableResult
  public func step(label: String? = nil) throws -> Turn<Action>? {
    try performTurn(label: label) { record(.step) }
  }

  /// Sends several actions as one turn. Each is chosen with the outcome of those before it in view.
  ///
  /// ```swift
  /// try session.turn { turn in
  ///   turn.send(.addTodoButtonTapped)
  ///   turn.send(.todos(.element(id: turn.state.todos[0].id, action: …)))
  /// }
  /// ```
  ///
  /// The state of a child that is made for an action, as for a `.push`, shares what the session's feature shares if it
  /// is made in `body`.
  ///
  /// - Parameters:
  ///   - label: The words of the command.
  ///   - body: Sends the actions.
  /// - Returns: The turn that was recorded, `nil` if nothing was sent.
  /// - Throws: What `body` throws, with what it had sent before recorded as a turn; or
  ///   ``SessionError/diverged(_:)`` if the past could not be made again.
  @discardableResult
  public func turn(label: String? = nil, _ body: (TurnScope) throws -> Void) throws -> Turn<Action>? {
    try performTurn(label: label) {
      try live.senderValues.whileCurrent { try body(TurnScope(session: self)) }
    }
  }

  /// Runs what sends many actions or moves the clock many times: each input takes a tenth less than by itself, as the
  /// session begins only once to listen for the issues that the feature reports.
  ///
  /// - Parameter body: Makes the inputs, each a turn of its own. Issues that it reports by itself go where they would go
  ///   without this.
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

    /// The state, with all that was sent so far.
    public var state: State { session.state }

    /// Sends an action as part of the turn; ignored once ``Session/Policy/isInterrupted`` has said so.
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
  /// In a what-if nothing more is processed after a stop, nor behind the part of a turn that is to be done again.
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
