/// A session that starts where another one stands, and can return to any place that it has visited.
///
/// It does not change the other session's record. Both use the same shared values, so the other session must not be
/// used before ``end()``.
///
/// A place stores the inputs that lead to it from the previous place. If nothing is in flight, returning to it takes
/// only an engine and the state; otherwise, the inputs since nothing was in flight are replayed.
final class SessionCopy<State, Action> {
  let session: Session<State, Action>
  /// The place where the other session stands.
  let root: Place
  /// The shared values before anything was tried.
  private let before: SharedSnapshot
  /// The session's current place, unless something has been done there.
  private var current: Place?

  /// A state that a session has reached, and how. Any copy of the same session can go there.
  final class Place {
    /// The moment, as the start of a new record.
    let record: MomentRecord
    /// The last moment on the path here at which nothing was in flight.
    fileprivate let start: MomentRecord
    /// The inputs since then.
    fileprivate let chain: InputChain?
    /// The number of steps from the root.
    let depth: Int
    /// What is known about it besides the record.
    let standing: ExplorationStanding
    /// Its number in the order in which places were found.
    var number = 0
    /// Whether one of the shortest paths to it ends with a clock move.
    var endsWithMove = false

    fileprivate init(
      _ record: MomentRecord,
      after origin: Place? = nil,
      by inputs: [PathInput],
      depth: Int = 0,
      standing: ExplorationStanding = ExplorationStanding()
    ) {
      self.record = record
      let isStart = record.isQuiescent || origin == nil
      start = isStart ? record : origin?.start ?? record
      chain = isStart ? nil : InputChain(inputs, after: origin?.chain)
      self.depth = depth
      self.standing = standing
    }

    fileprivate init(_ other: Place, _ standing: ExplorationStanding) {
      (record, start, chain, depth) = (other.record, other.start, other.chain, other.depth)
      self.standing = standing
    }
  }

  /// Creates a copy.
  ///
  /// - Parameters:
  ///   - other: The session whose current moment to start from.
  ///   - momentLimit: The maximum number of moments per input.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight there could not be reproduced.
  init(from other: Session<State, Action>, momentLimit: Int) throws(SessionError) {
    before = other.core.shared.snapshot
    let path = other.core.pathFromQuiescence(to: other.core.timeline.current.number)
    session = Session(core: SessionCore(of: other.core, from: other.core.timeline.moments[path[0]]))
    session.momentLimit = min(momentLimit, other.momentLimit)
    let start = Place(session.core.timeline.current, by: [])
    if path.count > 1 {
      let record = MomentRecord(startingFrom: other.core.timeline.current, in: session.core.states)
      root = Place(record, after: start, by: other.core.inputs(of: path))
    } else {
      root = start
    }
    guard go(to: root) else {
      end()
      throw SessionError.diverged(try other.verify() ?? other.core.unexplainedDivergence)
    }
  }

  /// Restores the shared values.
  func end() {
    session.core.shared.restore(before)
  }

  /// Goes to a place.
  ///
  /// - Returns: Whether it was reproduced as before. If not, the feature depends on something outside of the
  ///   session's control.
  func go(to place: Place) -> Bool {
    guard current !== place else { return true }
    session.core.shared.restore(place.start.shared)
    var live = restarted(at: place.start) ?? session.core.engine(at: place.start)
    var isSame = true
    if let inputs = place.chain?.all {
      withIssueReporters([session.core.issues]) {
        for input in inputs { input.play(in: live.engine, live.world.clock) }
      }
      _ = session.core.issues.take()
      _ = live.cancellations.take()
      isSame =
        live.world.clock.now.offset == place.record.now
        && live.engine.records.numbers == place.record.records.numbers
        && live.engine.boxedState.isEqual(to: place.record.standing.state)
    }
    if live.engine !== session.core.live.engine { session.core.live.engine.shutDown() }
    live.shared = session.core.shared.snapshot
    session.core.live = live
    session.core.timeline = Timeline(start: place.record)
    current = place
    return isSame
  }

  /// The engine at a moment at which nothing is in flight, if it can be used again: creating another one takes longer
  /// than most steps.
  private func restarted(at moment: MomentRecord) -> LiveEngine? {
    // Shared values are found through the world that they were created in.
    guard session.core.shared.isUnused else { return nil }
    var live = session.core.live
    let isClear = withIssueReporters([session.core.issues]) { live.engine.clear() }
    _ = session.core.issues.take()
    _ = live.cancellations.take()
    guard isClear, live.world.clock.sleepers.isEmpty else { return nil }
    live.world.restart(at: moment.world)
    live.engine.restart(state: moment.standing.state, effectCount: moment.standing.effectCount)
    live.moment = moment.number
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
  }

  /// Performs a step at the current place.
  func perform(_ step: ExplorationStep<State, Action>) -> Result {
    let count = session.core.timeline.moments.count
    defer { if session.core.timeline.moments.count > count { current = nil } }
    do {
      return try step.body(session) ? .done : .stopped
    } catch SessionError.diverged {
      return .diverged
    } catch {
      return .refused(error)
    }
  }

  /// The place that a step has led to.
  ///
  /// - Parameters:
  ///   - origin: The place where the step was performed.
  ///   - standing: What is known about it besides the record.
  func place(after origin: Place, _ standing: ExplorationStanding) -> Place {
    let inputs = session.core.timeline.turns.flatMap(\.inputs).map {
      PathInput(input: $0.input, isResumed: false, moments: $0.moments)
    }
    return Place(
      MomentRecord(startingFrom: session.core.timeline.current, in: session.core.states),
      after: origin,
      by: inputs,
      depth: origin.depth + 1,
      standing: standing
    )
  }
}

/// The inputs of a step, after those of the steps before it.
private final class InputChain {
  let inputs: [PathInput]
  private var previous: InputChain?

  init(_ inputs: [PathInput], after previous: InputChain?) {
    self.inputs = inputs
    self.previous = previous
  }

  /// All inputs, the first one first.
  var all: [PathInput] {
    var parts = [inputs]
    var chain = previous
    while let part = chain {
      parts.append(part.inputs)
      chain = part.previous
    }
    return parts.reversed().flatMap(\.self)
  }

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

extension SessionCopy.Place {
  /// The same place, of which more is known.
  func with(_ standing: ExplorationStanding) -> SessionCopy.Place { SessionCopy.Place(self, standing) }
}

extension PathInput {
  /// Replays the input up to where it ended.
  fileprivate func play(in engine: EffectEngine, _ clock: VirtualClock<Duration>) {
    var rest = moments.count
    var drive = Drive<Never>(
      engine: engine,
      clock: clock,
      now: clock.now.offset,
      firstMoment: moments.lowerBound
    )
    drive.run(input, isResumed: isResumed) { _ in
      rest -= 1
      return rest > 0
    }
  }
}

extension SessionCore {
  /// A divergence of which only the moment is known, because it occurred only once.
  fileprivate var unexplainedDivergence: Divergence {
    let moment = timeline.current
    return Divergence(
      moment: moment.number,
      recorded: "the state at \(moment.now)",
      replayed: "a different one",
      difference: nil
    )
  }
}
