extension SessionCore {
  /// Rebuilds the engine at the current moment, if necessary.
  ///
  /// - Throws: ``SessionError/diverged(_:)`` if the record could not be reproduced, or ``SessionError/interrupted``.
  ///   The session is then unchanged.
  func makeEngineLive() throws(SessionError) {
    guard live.moment != timeline.current.number else {
      // The engine's shared values may come from a replay, and are then distinct from the recorded ones.
      return shared.restore(live.shared)
    }
    let path = pathFromQuiescence(to: timeline.current.number)
    let (replayed, failure) = replay(path, observe: checkInterruption)
    if let failure {
      replayed.engine.shutDown()
      shared.restore(timeline.current.shared)
      throw failure
    }
    states.rebuilds.count += 1
    states.rebuilds.moments += path.count - 1
    shared.restoreMissing(from: timeline.current.shared)
    adopt(replayed)
    live.moment = timeline.current.number
  }

  /// Goes on with an engine in which the past was replayed.
  func adopt(_ replayed: LiveEngine) {
    if replayed !== live { live.engine.shutDown() }
    live = replayed
    live.shared = shared.snapshot
  }

  /// The path to a moment from its nearest ancestor at which nothing was in flight and whose state is kept.
  func pathFromQuiescence(to moment: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = moment
    while let number = next {
      path.append(number)
      let record = timeline.moments[number]
      next = record.isQuiescent && record.keepsState ? nil : record.parent
    }
    return path.reversed()
  }

  /// Replays a path, without its first moment, in a new engine, and compares it with the record.
  ///
  /// - Parameters:
  ///   - reporter: Receives the issues.
  ///   - observe: Called for each replayed moment, with the engine at that point.
  /// - Returns: The engine, and the failure that ended the replay early, if any.
  func replay(
    _ path: [Int],
    reportingTo reporter: IssueCollector? = nil,
    observe: (MomentRecord, LiveEngine) throws(SessionError) -> Void
  ) -> (engine: LiveEngine, failure: SessionError?) {
    let start = timeline.moments[path[0]]
    shared.restore(start.shared)
    let replayed = feature.live(at: start)
    var failure: SessionError?
    _ = replay(inputs(of: path), in: replayed, reportingTo: reporter) { number, cause in
      let record = timeline.moments[number]
      do throws(SessionError) {
        try check(cause, in: replayed, against: record)
        try observe(record, replayed)
      } catch {
        failure = error
      }
      return failure == nil
    }
    return (replayed, failure)
  }

  /// Replays inputs without reporting: how any engine returns to a moment at which something is in flight. The shared
  /// values are then as that engine left them.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - replayed: An engine that stands where they begin.
  ///   - reporter: Receives the issues, which are dropped; the session's own reporter by default, because effects
  ///     keep the reporters that they were started with.
  ///   - observe: Called with the number and cause of each moment; without a cause if it was not reached again. Returns
  ///     whether to continue.
  /// - Returns: Whether all of them were replayed.
  func replay(
    _ inputs: [PathInput],
    in replayed: LiveEngine,
    reportingTo reporter: IssueCollector? = nil,
    observe: (Int, MomentRecord.Cause?) -> Bool
  ) -> Bool {
    let reporter = reporter ?? issues
    defer {
      _ = reporter.take()
      _ = replayed.cancellations.take()
    }
    return reporter.whileRecording {
      inputs.allSatisfy { part in
        // Effects can refer to shared values. Such effects are valid only in the states that they themselves led to.
        if let start = part.start, shared.isUnused {
          // There are effects that were not there: the next one would get the number of one of them.
          if replayed.engine.flight.effectCount > start.effectCount { return false }
          replayed.put(start.standing)
        }
        var (next, goesOn) = (part.moments.lowerBound, true)
        var drive = Drive(now: replayed.clock.now.offset, firstMoment: next)
        drive.run(part.input, on: replayed, isResumed: part.isResumed) { cause, _ in
          goesOn = observe(next, cause)
          next += 1
          return goesOn && next < part.moments.upperBound
        }
        return goesOn && (next >= part.moments.upperBound || observe(next, nil))
      }
    }
  }

  /// The inputs that made the moments of a path, without its first moment.
  func inputs(of path: [Int]) -> [PathInput] {
    var inputs: [PathInput] = []
    var index = 1
    while index < path.count {
      let part = timeline.input(of: path[index])
      let count = path[index...].prefix { part.moments.contains($0) }.count
      let isResumed = path[index] > part.moments.lowerBound
      let moments = path[index]..<path[index] + count
      inputs.append(PathInput(input: part.input, isResumed: isResumed, moments: moments))
      index += count
    }
    return inputs
  }

  func checkInterruption(_: MomentRecord, _: LiveEngine) throws(SessionError) {
    if policy.isInterrupted() { throw .interrupted }
  }

  private func check(
    _ cause: MomentRecord.Cause?,
    in replayed: LiveEngine,
    against recorded: MomentRecord
  ) throws(SessionError) {
    guard let cause else { throw .diverged(divergence(at: recorded)) }
    let now = replayed.clock.now.offset
    let state = replayed.engine.boxedState
    let (isSameState, difference) = SharedScope.comparing(
      recorded.sharedView,
      SharedView(shared.snapshot)
    ) { () -> (Bool, String?) in
      guard recorded.keepsState, !recorded.state.isEqual(to: state) else { return (true, nil) }
      return (false, diff(recorded.state.contents, state.contents))
    }
    var isSame = now == recorded.now && isSameState
    switch (cause, recorded.cause) {
    case (.clock, .clock): break
    case (.answer(let answer), .answer(let old)): isSame = isSame && answer == old
    case (.action(let action, _, _), .action(let old, _, _)),
      (.recorded(let action, _), .recorded(let old, _)):
      isSame = isSame && action.isEqual(to: old)
    default: isSame = false
    }
    guard !isSame else { return }
    throw .diverged(
      divergence(at: recorded, replayed: (cause, now), difference: difference)
    )
  }

  /// - Parameter replayed: The other event; `nil` if there was none, or only the state was different.
  func divergence(
    at recorded: MomentRecord,
    replayed: (cause: MomentRecord.Cause, now: Duration)? = nil,
    difference: String? = nil
  ) -> Divergence {
    Divergence(
      moment: recorded.number,
      recorded: event(recorded.cause, at: recorded.now),
      replayed: replayed.map { event($0.cause, at: $0.now) } ?? "nothing",
      difference: difference
    )
  }

  private func event(_ cause: MomentRecord.Cause, at now: Duration) -> String {
    let text =
      switch cause {
      case .start, .clock: "the clock"
      case .action(let action, _, _), .recorded(let action, _): policy.describeAction(action.contents)
      case .answer(let answer): "the answer \(answer)"
      }
    return "\(text) at \(policy.describeTime(now))"
  }
}

/// An input, and those of the moments that it made that are on a path.
struct PathInput {
  let input: Input<ErasedAction>
  /// Whether earlier moments of the input precede them.
  let isResumed: Bool
  let moments: Range<Int>
  /// The moment whose state to put back before it; `nil` to continue from the state that the inputs before it led to.
  var start: MomentRecord?
}

/// The objects in states. They must not change after the moment at which they first appeared, because a copy of a state
/// refers to the same objects.
struct StateObjects {
  private var known: [ObjectIdentifier: (object: AnyObject, name: String, text: String)] = [:]

  mutating func note(_ state: ErasedBox) {
    // Most states contain none, which their type says.
    guard Shape.of(state.valueType).has(.objects) else { return }
    var pending = [Peek(state.contents)]
    while let contents = pending.popLast().map({ Contents(of: $0) }) {
      if case .object(let object, let name) = contents.form {
        guard known[ObjectIdentifier(object)] == nil else { continue }
        known[ObjectIdentifier(object)] = (object, name, String(customDumping: object))
      }
      pending += (0..<contents.children.count).map { contents.children[$0].peek }
    }
  }

  /// The class of an object that has changed: the innermost one, whose text is the shortest.
  var changed: String? {
    known.values.filter { String(customDumping: $0.object) != $0.text }.min { $0.text.count < $1.text.count }?
      .name
  }
}
