/// A session that starts where another one stands, and can return to any place that it has visited.
///
/// It does not change the other session's record. Both use the same shared values, so the other session must not be
/// used before ``end()``.
///
/// A place stores the steps that lead to it from the last place at which nothing was in flight. If the effects in flight
/// are still those of the place, returning to it only restores the state. Otherwise, the steps that started those effects
/// are replayed, each from the state in which it was performed.
///
/// Its work on a `GuardedThread` is a *trial*. If the feature traps, the session is abandoned with the thread, and
/// the trial is repeated in a new session without the step that traps.
final class SessionCopy {
  // Unchecked, here and below: every step reads them, and code that changes them calls nothing that reads
  // them.
  /// The session, of the other one's type.
  @exclusivity(unchecked) var session: SessionBase
  var core: SessionCore { session.core }
  /// The place where the other session stands.
  let root: ExplorationPlace
  /// The shared values before anything was tried.
  private let before: SharedSnapshot
  /// The session's current place, unless something has been done there.
  private var current: ExplorationPlace?
  /// The step after which the engine has had the same effects in flight; `nil` for none.
  private var flight: ChainedStep?
  /// Whether that is known.
  private var isFlightKnown = false
  /// Creates another session that starts at the same moment.
  private let restarted: () -> SessionBase
  /// The number of steps that were begun in the current trial.
  @exclusivity(unchecked) private var begun = 0
  /// The traps of the current trial, by the number of steps that had been begun. After one at 0, nothing is done.
  @exclusivity(unchecked) private var traps: [Int: Trap] = [:]

  /// How many turns one can look back from a place.
  private let lookback: Int

  /// Creates a copy.
  ///
  /// - Parameters:
  ///   - other: The session to start from.
  ///   - moment: The moment to start from; by default the current one.
  ///   - momentLimit: The maximum number of moments per input.
  ///   - lookback: How many turns the steps' checks look back.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight there could not be reproduced.
  init(
    from other: SessionBase,
    at moment: Int? = nil,
    momentLimit: Int,
    lookback: Int = 0
  ) throws(SessionError) {
    before = other.core.shared.snapshot
    self.lookback = lookback
    let moment = other.core.timeline.moments[moment ?? other.core.timeline.current.number]
    let path = other.core.pathFromQuiescence(to: moment.number)
    restarted = {
      let core = SessionCore(of: other.core, from: other.core.timeline.moments[path[0]])
      core.momentLimit = min(momentLimit, other.momentLimit)
      return type(of: other).init(core: core)
    }
    session = restarted()
    let record = MomentRecord(startingFrom: moment, after: lookback, in: session.core.states)
    root =
      path.count > 1
      ? ExplorationPlace(
        record,
        after: ExplorationPlace(session.core.timeline.current),
        by: other.core.inputs(of: path)
      )
      : ExplorationPlace(record)
    guard go(to: root) else {
      end()
      throw .diverged(
        try other.verify()
          ?? other.core.divergence(at: moment, replayed: (moment.cause, moment.now), difference: "")
      )
    }
  }

  /// Restores the shared values.
  func end() {
    core.shared.restore(before)
  }

  /// Runs a closure in which the feature may trap.
  ///
  /// - Parameter body: Begins by going to a place, and has no other lasting effects.
  func trial<R>(_ body: @escaping () -> R) -> R {
    beginTrial()
    while true {
      switch GuardedThread.run(body) {
      case .success(let result): return result
      case .failure(let trap): repeatTrial(after: trap)
      }
    }
  }

  /// Begins a trial without known traps.
  func beginTrial() { (begun, traps) = (0, [:]) }

  /// Prepares to repeat the current trial, of which only the trap is kept.
  func repeatTrial(after trap: Trap) {
    // A step that is left out cannot trap again, unless the feature depends on something outside of the session's
    // control.
    traps[traps[begun] == nil ? begun : 0] = trap
    // The thread was changing the session, so it cannot even be released.
    _ = Unmanaged.passRetained(session)
    session = restarted()
    (current, flight, isFlightKnown, begun) = (nil, nil, false, 0)
  }

  /// Why a place was not reproduced.
  var obstacle: ExplorationFault { traps[0].map(ExplorationFault.trap) ?? .divergence }

  /// Goes to a place.
  ///
  /// - Returns: Whether it was reproduced as before. If not, the feature depends on something outside of the
  ///   session's control, or traps there.
  func go(to place: ExplorationPlace) -> Bool {
    if traps[0] != nil { return false }
    // A step can have set marks, or travelled, even where it has led to no other place.
    (core.marks, core.movements) = ([:], [])
    guard current !== place else { return true }
    var isSame = true
    if !core.shared.isUnused {
      isSame = replay(place.last?.all ?? [], to: place.record)
    } else {
      if !isFlightKnown || flight !== place.flight { isSame = makeFlight(of: place) }
      core.live.put(place.record.standing)
      if place.flight == nil { core.live.clock.restart(at: place.record.now) }
    }
    core.live.moment = place.record.number
    core.timeline.restart(at: place.record)
    (current, flight, isFlightKnown) = (place, place.flight, isSame && core.shared.isUnused)
    return isSame
  }

  /// Makes the effects in flight those of a place.
  private func makeFlight(of place: ExplorationPlace) -> Bool {
    guard let last = place.flight, let end = last.end else { return replay([], to: place.record) }
    let steps = last.all.filter { $0.end != nil }
    let first = end.records.numbers.first ?? 0
    let start = steps.lastIndex { step in
      step.inputs[0].start.map { $0.isAtRest && $0.effectCount < first } ?? false
    }
    // An effect that has ended can have left something behind, such as the rest of a sequence.
    return replay(Array(steps[(start ?? 0)...]), to: end) || replay(steps, to: end)
  }

  /// Replays steps in an engine with nothing else in flight.
  ///
  /// - Returns: Whether they led to the moment.
  private func replay(_ steps: [ChainedStep], to end: MomentRecord) -> Bool {
    let inputs = steps.flatMap(\.inputs)
    let start = inputs.first?.start ?? end
    core.shared.restore(start.shared)
    let live = restarted(at: start) ?? core.feature.live(at: start)
    let isSame = core.replay(inputs, in: live) { _, _ in true }
    core.adopt(live)
    if steps.isEmpty { return true }
    let (now, then) = (live.standing, end.standing)
    return isSame && now.world.now == then.world.now && now.world.generators == then.world.generators
      && now.world.sleepers.values.map(\.deadline) == then.world.sleepers.values.map(\.deadline)
      && now.records.numbers == then.records.numbers && now.state.isEqual(to: then.state)
  }

  /// The engine at a moment at which nothing is in flight, if it can be used again: creating another one takes longer
  /// than most steps.
  private func restarted(at moment: MomentRecord) -> LiveEngine? {
    // Shared values are found through the world that they were created in.
    guard core.shared.isUnused else { return nil }
    let live = core.live
    let isClear = core.issues.whileRecording { live.engine.clear() }
    _ = core.issues.take()
    _ = live.cancellations.take()
    guard isClear, live.clock.sleepers.isEmpty else { return nil }
    live.clock.restart(at: moment.now)
    live.put(moment.standing)
    return live
  }

  /// The result of a step.
  enum Result {
    case done
    /// The step was stopped at the limit of moments.
    case stopped
    /// The step is impossible, for the given reason.
    case refused(any Error)
    /// The past could not be reproduced.
    case diverged
    /// The step traps.
    case trapped(Trap)
  }

  /// Performs a step at the current place.
  func perform(_ step: StepRecord) -> Result {
    begun += 1
    if let trap = traps[begun] ?? traps[0] { return .trapped(trap) }
    let count = core.timeline.moments.count
    let live = core.live
    let (records, sleepers, jobs) = (live.engine.flight.records, live.clock.sleepers, live.engine.jobCount)
    defer {
      if core.timeline.moments.count > count {
        current = nil
        isFlightKnown =
          isFlightKnown && live.engine === core.live.engine && live.engine.jobCount == jobs
          && keepsFlight(of: records, sleepers)
      }
    }
    do {
      return try step.body(session) ? .done : .stopped
    } catch SessionError.diverged {
      return .diverged
    } catch {
      return .refused(error)
    }
  }

  /// Whether the latest step, in which no effect ran, was an action that started and cancelled nothing.
  ///
  /// - Parameters:
  ///   - records: The effects that were in flight before it.
  ///   - sleepers: The sleepers before it.
  private func keepsFlight(of records: EffectRecords, _ sleepers: Sleepers<Duration>) -> Bool {
    let moments = core.timeline.moments
    guard moments.count == 2, moments.allSatisfy(\.isAtRest), case .action(_, _, nil) = moments[1].cause
    else { return false }
    let (before, after) = (moments[0], moments[1])
    return core.shared.isUnused && after.now == before.now && after.effectCount == before.effectCount
      && after.sleepers.numbers == sleepers.numbers
      // A throttled effect that waits replaces the record.
      && after.records.values.elementsEqual(records.values, by: ===)
  }

  /// The place that a step has led to.
  ///
  /// - Parameters:
  ///   - origin: The place where the step was performed.
  ///   - turn: The number of its first turn since the session went to a place.
  ///   - standing: What is known about it besides the record.
  func place(after origin: ExplorationPlace, sinceTurn turn: Int = 0, _ standing: ExplorationStanding)
    -> ExplorationPlace
  {
    let inputs = core.timeline.turns[turn...].flatMap(\.inputs).map {
      PathInput(input: $0.input, isResumed: false, moments: $0.moments)
    }
    return ExplorationPlace(
      MomentRecord(
        startingFrom: core.timeline.current,
        after: lookback - 1,
        in: core.states
      ),
      after: origin,
      by: inputs,
      keepsFlight: isFlightKnown,
      depth: origin.depth + 1,
      standing: standing
    )
  }
}

/// A state that a session has reached, and how. Any copy of the same session can go there.
final class ExplorationPlace {
  /// The moment, as the start of a new record.
  let record: MomentRecord
  /// The last step on the path here, unless nothing is in flight.
  fileprivate let last: ChainedStep?
  /// The last of these steps that changed what is in flight.
  fileprivate let flight: ChainedStep?
  /// The number of steps from the root.
  let depth: Int
  /// What is known about it besides the record.
  var standing: ExplorationStanding
  /// Its number in the order in which places were found.
  var number = 0
  /// Whether one of the shortest paths to it ends with a clock move.
  var endsWithMove = false

  fileprivate init(
    _ record: MomentRecord,
    after origin: ExplorationPlace? = nil,
    by inputs: [PathInput] = [],
    keepsFlight: Bool = false,
    depth: Int = 0,
    standing: ExplorationStanding = ExplorationStanding()
  ) {
    self.record = record
    var inputs = inputs
    let keepsFlight = keepsFlight || inputs.isEmpty
    if !keepsFlight { inputs[0].start = origin?.record }
    last =
      record.isQuiescent
      ? nil : origin.map { ChainedStep(inputs, keepsFlight ? nil : record, after: $0.last) }
    flight = keepsFlight ? origin?.flight : last
    self.depth = depth
    self.standing = standing
  }
}

/// A step after which something is in flight, after those before it.
private final class ChainedStep {
  let inputs: [PathInput]
  /// The moment after it, if it changed what is in flight.
  let end: MomentRecord?
  private var previous: ChainedStep?

  init(_ inputs: [PathInput], _ end: MomentRecord?, after previous: ChainedStep?) {
    self.inputs = inputs
    self.end = end
    self.previous = previous
  }

  /// All steps, the first one first.
  var all: [ChainedStep] { sequence(first: self, next: \.previous).reversed() }

  deinit {
    // One by one: a chain that releases the one before it, and so on, would need a deep stack.
    while isKnownUniquelyReferenced(&previous) { previous = previous?.previous }
  }
}

/// What an exploration knows about a place besides its record.
struct ExplorationStanding {
  /// What each property that needs one has seen.
  var monitors: [Monitor] = []
  /// The digest of the state, without the monitors.
  var digest: UInt64 = 0
  /// The digest that also differs between states that count as the same.
  var variant: UInt64 = 0
}
