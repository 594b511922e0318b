import IssueReporting

/// A session that stands where another one does, and can be put at any place that it has been to.
///
/// Nothing of it becomes part of the other session's record. The two have the same shared values, so the other one is not
/// to be used before ``end()``.
///
/// A place keeps the inputs that led to it from the place before. Where nothing is in flight, being put there takes an
/// engine and the state; otherwise the inputs since something was last not in flight are played again.
final class Probe<State, Action> {
  let session: Session<State, Action>
  /// Where the other session stands.
  private(set) var root: Place
  /// The shared values before anything was tried.
  private let before: SharedSnapshot
  /// The place that the session stands at, if nothing has been done there.
  private var current: Place?

  /// What the session has come to, and how.
  final class Place {
    /// The moment, as the start of a record of its own.
    let record: MomentRecord
    /// The place before.
    let origin: Place?
    fileprivate let legs: [Leg]
    /// How often something was done on the way from the root.
    let depth: Int
    /// What was done last.
    let step: ExplorationStep<State, Action>?
    /// What started the effects in flight.
    let flight: FlightLog

    fileprivate init(
      _ record: MomentRecord,
      from origin: Place?,
      by legs: [Leg],
      depth: Int = 0,
      step: ExplorationStep<State, Action>? = nil,
      flight: FlightLog = FlightLog()
    ) {
      self.record = record
      self.origin = origin
      self.legs = legs
      self.depth = depth
      self.step = step
      self.flight = flight
    }
  }

  /// An input, and how many moments followed from it.
  fileprivate struct Leg {
    let input: Input<ErasedAction>
    let isResumed: Bool
    let momentCount: Int
  }

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - other: The session from whose current moment on things are tried.
  ///   - momentLimit: How many moments an input may make.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight there could not be made again.
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

  /// Puts the shared values back to what they were.
  func end() {
    session.shared.restore(before)
  }

  /// Goes to a place.
  ///
  /// - Returns: Whether it came out as it was when the session was there first. If not, the feature uses something that
  ///   the session does not control.
  /// - Complexity: O(*n*) in the number of moments since something was last not in flight.
  func go(to place: Place) -> Bool {
    guard current !== place else { return true }
    var legs: [Leg] = []
    var start = place
    while !start.record.isQuiescent, let origin = start.origin {
      legs.insert(contentsOf: start.legs, at: 0)
      start = origin
    }
    session.shared.restore(start.record.shared)
    var live = session.engine(at: start.record)
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
    session.live.engine.shutDown()
    live.shared = session.shared.snapshot
    session.live = live
    session.timeline = Timeline { _ in place.record }
    current = place
    return isSame
  }

  /// What came of doing something.
  enum Result {
    case done
    /// It could not be done, for this reason.
    case refused(any Error)
    /// The past could not be replayed as it was.
    case diverged
  }

  /// Does something at the place that was gone to last.
  func perform(_ step: ExplorationStep<State, Action>) -> Result {
    let count = session.timeline.moments.count
    defer { if session.timeline.moments.count > count { current = nil } }
    do {
      try step.perform(session)
      return .done
    } catch SessionError.diverged {
      return .diverged
    } catch {
      return .refused(error)
    }
  }

  /// The place that the session has come to by a step.
  ///
  /// - Parameters:
  ///   - origin: The place where it was done.
  ///   - step: What was done.
  ///   - flight: What started the effects in flight.
  func place(
    after origin: Place,
    by step: ExplorationStep<State, Action>,
    flight: FlightLog
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
      flight: flight
    )
  }
}

extension Probe.Place {
  /// What was done from the root to here.
  var steps: [ExplorationStep<State, Action>] {
    Array(sequence(first: self, next: \.origin).compactMap(\.step).reversed())
  }
}

extension Probe.Leg {
  /// Plays the input again, up to where it ended.
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
  /// The inputs that made a path of moments from its first one.
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

  /// What can be said of a moment that came out differently only this once.
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
