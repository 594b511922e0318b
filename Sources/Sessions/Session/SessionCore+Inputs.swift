extension SessionCore {
  /// Boxes an action, of the feature's type or as `Any`.
  func boxed<Action>(_ action: Action) -> ErasedAction {
    Action.self == Any.self ? live.engine.boxed(action) : TypedBox(action)
  }

  /// The virtual time after a duration from now.
  ///
  /// - Throws: ``SessionError/durationTooLarge``.
  func time(after duration: Duration) throws(SessionError) -> Duration {
    // A duration traps when it overflows its 64 bits of seconds; this leaves room for the feature's own arithmetic.
    let furthest = Duration.seconds(SessionError.furthestSeconds)
    guard duration <= furthest, now <= furthest - duration else { throw .durationTooLarge }
    return now + duration
  }

  /// Advances the clock as one turn, with an input for each instant at which something is due.
  ///
  /// - Parameter end: The time at which to stop; `nil` to stop when nothing is due.
  /// - Returns: Whether all of it was done, rather than stopped at the limit of moments.
  func advanceByInstants(to end: Duration?) throws -> Bool {
    let limit = timeline.moments.count + momentLimit
    var isWhole = true
    _ = try performTurn(label: nil) {
      while isWhole, let deadline = timeline.current.nextDeadline, end.map({ deadline < $0 }) ?? true {
        let count = timeline.moments.count
        guard count < limit else { return isWhole = false }
        isWhole = recordWhole(.advance(to: try time(after: max(deadline - now, .zero))))
        // The rest of a what-if makes no moments.
        if timeline.moments.count == count { isWhole = false }
      }
      if isWhole, let end { isWhole = recordWhole(.advance(to: end)) }
    }
    return isWhole
  }

  /// Records an input, and returns whether it was not stopped.
  private func recordWhole(_ input: Input<ErasedAction>) -> Bool {
    record(input)
    return !wasStopped && timeline.turns.last?.inputs.last?.isCutShort != true
  }

  @discardableResult
  func turn(label: String?, _ body: () throws -> Void) throws -> TurnRecord? {
    try performTurn(label: label) { try live.sender.whileCurrent(body) }
  }

  /// Makes an input that is part of the current turn; ignored once the policy interrupts it.
  func makeInTurn(_ input: Input<ErasedAction>) {
    if wasStopped, policy.isInterrupted() { return }
    record(input)
  }

  /// Performs an input as its own turn.
  func perform(_ input: Input<ErasedAction>, label: String? = nil) throws -> TurnRecord? {
    try performTurn(label: label) { record(input) }
  }

  /// Lets one of the effects that are due next continue before the others.
  func resume(effectAt position: Int, label: String? = nil) throws -> TurnRecord? {
    let count = timeline.current.effectsDueNext.count
    guard (0..<count).contains(position) else { throw SessionError.notDue(position, count: count) }
    return try perform(.resume(position), label: label)
  }

  func performTurn(label: String?, _ body: () throws -> Void) throws -> TurnRecord? {
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
    return record
  }

  /// Processes an input and records what follows.
  ///
  /// In a what-if, nothing more is processed after a stop, or beyond the part of a turn that is to be repeated.
  func record(_ input: Input<ErasedAction>) {
    if let trial, wasStopped || trial.replacement?.isComplete == true { return }
    let limit = trial?.replacement?.nextLimit() ?? InputLimit()
    let input = limit.time.map { input.limited(to: now + $0) } ?? input
    let first = timeline.moments.count
    let shouldStop = policy.shouldStop
    var isStopped = false
    let live = live
    var drive = Drive(now: now, firstMoment: first)
    issues.whileRecording {
      drive.run(input, on: live) { cause, silent in
        let record = append(cause)
        isStopped = shouldStop(Moment(record))
        let count = record.number + 1 - first
        return !isStopped && count + silent < momentLimit && count < limit.moments ?? .max
      }
    }
    wasStopped = isStopped
    timeline.endInput(
      input,
      first: first,
      isCutShort: drive.wasCutShort(input, on: live),
      limit: limit.moments
    )
  }

  private func append(_ cause: MomentRecord.Cause) -> MomentRecord {
    let (engine, clock) = (live.engine, live.clock)
    let (records, effectCount) = engine.flight
    let record = timeline.append { place in
      MomentRecord(
        engine.boxedState,
        records,
        effectCount: effectCount,
        now: clock.now.offset,
        generators: live.world.drawn,
        sleepers: clock.sleepers,
        shared: shared.snapshot,
        at: place,
        isAtRest: !engine.isReady,
        cause: cause,
        issues: issues.take(),
        cancelled: live.cancellations.take(),
        in: states
      )
    }
    if states.isFull { thinOut() }
    live.moment = record.number
    live.shared = record.shared
    if !isTryingOut { observers.notify(.recorded(Moment(record))) }
    return record
  }
}

extension Input {
  /// The input, unless it would move the clock beyond a time.
  fileprivate func limited(to time: Duration) -> Self {
    switch self {
    case .advance(let target): .advance(to: min(target, time))
    case .run: .advance(to: time)
    case .send, .replay, .answer, .step, .resume: self
    }
  }
}
