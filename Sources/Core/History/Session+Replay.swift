import IssueReporting

extension Session {
  /// Makes the engine stand at the current moment.
  ///
  /// - Throws: ``SessionError/diverged(_:)`` if what is recorded could not be made again. The session is as before.
  /// - Complexity: O(*n*) in the number of moments since something was last not in flight.
  func makeEngineLive() throws(SessionError) {
    guard live.moment != timeline.current.number else {
      // What it holds may have been made by a replay, and is not that which the record holds.
      return shared.restore(live.shared)
    }
    let path = pathFromQuiescence()
    shared.restore(timeline.moments[path[0]].world.shared)
    let replayed = engine(at: timeline.moments[path[0]])
    // Effects keep the reporters that they were started with, so the replay has the session's own; what it reports
    // again is dropped.
    let result = withIssueReporters([issues]) {
      Result { () throws(SessionError) in try replay(path, in: replayed) }
    }
    _ = issues.take()
    if case .failure(let error) = result {
      replayed.engine.shutDown()
      shared.restore(timeline.current.world.shared)
      throw error
    }
    shared.restoreMissing(from: timeline.current.world.shared)
    live.engine.shutDown()
    live = replayed
    live.moment = timeline.current.number
    live.shared = shared.snapshot
  }

  /// The moments from the nearest ancestor at which nothing was in flight to the current one.
  private func pathFromQuiescence() -> [Int] {
    var path: [Int] = []
    var next: Int? = timeline.current.number
    while let number = next {
      path.append(number)
      next = timeline.moments[number].isQuiescent ? nil : timeline.moments[number].parent
    }
    return path.reversed()
  }

  private func engine(at moment: Moment<State, Action>) -> Live {
    let world = World(epoch: feature.epoch, snapshot: moment.world)
    let engine = Engine(
      state: moment.state,
      effectCount: moment.effectCount,
      dependencies: world.values(over: feature.base, under: feature.overrides),
      reducer: feature.reducer
    )
    return Live(engine: engine, world: world, moment: moment.number, shared: moment.world.shared)
  }

  private func replay(_ path: [Int], in replayed: Live) throws(SessionError) {
    var index = 1
    while index < path.count {
      let (input, moments) = timeline.input(of: path[index])
      let rest = path[index...].prefix { moments.contains($0) }
      try replay(
        input,
        isResumed: rest[index] > moments.lowerBound,
        expecting: rest,
        after: path[index - 1],
        in: replayed
      )
      index = rest.endIndex
    }
  }

  private func replay(
    _ input: Input<Action>,
    isResumed: Bool,
    expecting moments: ArraySlice<Int>,
    after previous: Int,
    in replayed: Live
  ) throws(SessionError) {
    var expected = moments
    var drive = Drive<SessionError>(
      engine: replayed.engine,
      clock: replayed.world.clock,
      now: timeline.moments[previous].now,
      nextMoment: { moments[moments.startIndex + $0] },
      observe: { [self] step throws(SessionError) in
        try check(step, in: replayed, against: timeline.moments[expected.removeFirst()])
        return !expected.isEmpty
      }
    )
    try drive.run(input.erased, isResumed: isResumed)
    guard let missing = expected.first else { return }
    throw SessionError.diverged(
      Divergence(moment: missing, recorded: timeline.moments[missing].summary, replayed: "nothing")
    )
  }

  private func check(
    _ step: DriveStep,
    in replayed: Live,
    against recorded: Moment<State, Action>
  ) throws(SessionError) {
    let now = replayed.world.clock.now.offset
    let isSameState = SharedScope.comparing(SharedView(shared.snapshot), recorded.sharedView) {
      areEqual(replayed.engine.state, recorded.state)
    }
    var isSame = now == recorded.now && isSameState
    switch (step, recorded.cause) {
    case (.clock, .clock): break
    case (.delivered(let delivery), .action(let action, _, _)):
      isSame = isSame && areEqual(delivery.action.unboxed(as: Action.self), action)
    default: isSame = false
    }
    guard !isSame else { return }
    throw SessionError.diverged(
      Divergence(
        moment: recorded.number,
        recorded: recorded.summary,
        replayed: summary(of: step, at: now, isSameState: isSameState)
      )
    )
  }

  private func summary(of step: DriveStep, at now: Duration, isSameState: Bool) -> String {
    let state = isSameState ? "" : " with another state"
    return switch step {
    case .clock: "the clock at \(now)\(state)"
    case .delivered(let delivery): "\(delivery.action.unboxed(as: Action.self)) at \(now)\(state)"
    }
  }
}

extension Moment {
  fileprivate var summary: String {
    action.map { "\($0) at \(now)" } ?? "the clock at \(now)"
  }
}
