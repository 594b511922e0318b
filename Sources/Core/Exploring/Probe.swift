import IssueReporting

/// A session that starts where another one stands, and can return to any place that it has visited.
///
/// It does not change the other session's record. Both use the same shared values, so the other session must not be
/// used before ``end()``.
///
/// A place stores the inputs that lead to it from the previous place. If nothing is in flight, returning to it takes
/// only an engine and the state; otherwise, the inputs since nothing was in flight are replayed.
final class Probe<State, Action> {
  let session: Session<State, Action>
  /// The place where the other session stands.
  private(set) var root: Place
  /// The shared values before anything was tried.
  private let before: SharedSnapshot
  /// The session's current place, unless something has been done there.
  private var current: Place?

  /// A state that the session has reached, and how.
  final class Place {
    /// The moment, as the start of a new record.
    let record: MomentRecord
    /// The previous place.
    let origin: Place?
    fileprivate let legs: [Leg]
    /// The number of steps from the root.
    let depth: Int
    /// The last step.
    let step: ExplorationStep<State, Action>?
    /// What is known about it besides the record.
    let standing: ExplorationStanding
    /// Its number in the order in which places were found.
    let number: Int

    fileprivate init(
      _ record: MomentRecord,
      from origin: Place?,
      by legs: [Leg],
      depth: Int = 0,
      step: ExplorationStep<State, Action>? = nil,
      standing: ExplorationStanding = ExplorationStanding(),
      number: Int = 0
    ) {
      self.record = record
      self.origin = origin
      self.legs = legs
      self.depth = depth
      self.step = step
      self.standing = standing
      self.number = number
    }
  }

  /// An input, and the number of moments that it caused.
  fileprivate struct Leg {
    let input: Input<ErasedAction>
    let isResumed: Bool
    let momentCount: Int
  }

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - other: The session whose current moment to start from.
  ///   - momentLimit: The maximum number of moments per input.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight there could not be reproduced.
  init(from other: Session<State, Action>, momentLimit: Int) throws(SessionError) {
    before = other.shared.snapshot
    let path = other.pathFromQuiescence(to: other.timeline.current.number)
    session = Session(of: other, from: other.timeline.moments[path[0]])
    session.momentLimit = min(momentLimit, other.momentLimit)
    root = Place(session.timeline.current, from: nil, by: [])
    if path.count > 1 {
      let record = MomentRecord(startingFrom: other.timeline.current, in: session.states)
      root = Place(record, from: root, by: other.legs(of: path))
    }
    guard go(to: root) else {
      end()
      throw SessionError.diverged(try other.verify() ?? other.unexplainedDivergence)
    }
  }

  /// Notes what is known about the root.
  func begin(with standing: ExplorationStanding) {
    root = root.with(standing)
    current = nil
  }

  /// Restores the shared values.
  func end() {
    session.shared.restore(before)
  }

  /// Goes to a place.
  ///
  /// - Returns: Whether it was reproduced as before. If not, the feature depends on something outside of the
  ///   session's control.
  /// - Complexity: O(*n*) in the number of moments since nothing was in flight.
  func go(to place: Place) -> Bool {
    guard current !== place else { return true }
    var legs: [Leg] = []
    var start = place
    while !start.record.isQuiescent, let origin = start.origin {
      legs.insert(contentsOf: start.legs, at: 0)
      start = origin
    }
    session.shared.restore(start.record.shared)
    var live = restarted(at: start.record) ?? session.engine(at: start.record)
    var isSame = true
    if !legs.isEmpty {
      withIssueReporters([session.issues]) { for leg in legs { leg.play(in: live.engine, live.world.clock) } }
      _ = session.issues.take()
      _ = live.cancellations.take()
      isSame =
        live.world.clock.now.offset == place.record.now
        && live.engine.records.numbers == place.record.records.numbers
        && areEqual(live.engine.state, place.record.state(as: State.self))
    }
    if live.engine !== session.live.engine { session.live.engine.shutDown() }
    live.shared = session.shared.snapshot
    session.live = live
    session.timeline = Timeline { _ in place.record }
    current = place
    return isSame
  }

  /// The engine at a moment at which nothing is in flight, if it can be used again: creating another one takes longer
  /// than most steps.
  private func restarted(at moment: MomentRecord) -> Session<State, Action>.Live? {
    // Shared values are found through the world that they were created in.
    guard session.shared.isUnused else { return nil }
    var live = session.live
    let isClear = withIssueReporters([session.issues]) { live.engine.clear() }
    _ = session.issues.take()
    _ = live.cancellations.take()
    guard isClear, live.world.clock.sleepers.isEmpty else { return nil }
    live.world.restart(at: moment.world)
    live.engine.restart(state: moment.state(as: State.self), effectCount: moment.standing.effectCount)
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
    let count = session.timeline.moments.count
    defer { if session.timeline.moments.count > count { current = nil } }
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
  ///   - step: The step.
  ///   - standing: What is known about it besides the record.
  ///   - number: Its number.
  func place(
    after origin: Place,
    by step: ExplorationStep<State, Action>,
    _ standing: ExplorationStanding,
    number: Int
  ) -> Place {
    let legs = session.timeline.turns.flatMap(\.inputs).map {
      Leg(input: $0.input, isResumed: false, momentCount: $0.moments.count)
    }
    return Place(
      MomentRecord(startingFrom: session.timeline.current, in: session.states),
      from: origin,
      by: legs,
      depth: origin.depth + 1,
      step: step,
      standing: standing,
      number: number
    )
  }
}

/// What an exploration knows about a place besides its record.
struct ExplorationStanding {
  /// The origins of the effects in flight.
  var flight = FlightLog()
  /// What each property that needs one has seen.
  var monitors: [Monitor] = []
  /// The digest of the state, without the monitors.
  var digest: UInt64 = 0
  /// The digest that also differs between states that count as the same.
  var variant: UInt64 = 0
}

extension Probe.Place {
  /// The same place, of which more is known.
  fileprivate func with(_ standing: ExplorationStanding) -> Probe.Place {
    Probe.Place(record, from: origin, by: legs, depth: depth, step: step, standing: standing, number: number)
  }

  /// The steps from the root to here.
  var steps: [ExplorationStep<State, Action>] {
    Array(sequence(first: self, next: \.origin).compactMap(\.step).reversed())
  }
}

extension Probe.Leg {
  /// Replays the input up to where it ended.
  fileprivate func play(in engine: EffectEngine, _ clock: VirtualClock<Duration>) {
    var rest = momentCount
    var drive = Drive<Never>(
      engine: engine,
      clock: clock,
      now: clock.now.offset,
      firstMoment: 0
    )
    drive.run(input, isResumed: isResumed) { _ in
      rest -= 1
      return rest > 0
    }
  }
}

extension Session {
  /// The inputs that made the moments of a path.
  fileprivate func legs(of path: [Int]) -> [Probe<State, Action>.Leg] {
    var legs: [Probe<State, Action>.Leg] = []
    var index = 1
    while index < path.count {
      let part = timeline.input(of: path[index])
      let rest = path[index...].prefix { part.moments.contains($0) }
      let isResumed = path[index] > part.moments.lowerBound
      legs.append(
        Probe<State, Action>.Leg(input: part.input, isResumed: isResumed, momentCount: rest.count)
      )
      index = rest.endIndex
    }
    return legs
  }

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
