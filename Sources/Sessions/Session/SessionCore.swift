/// A session without its types: everything that a ``Session`` does.
///
/// It is compiled once, in this module, whatever the number of features. A feature's types are known to the
/// ``SessionFeature``, which creates engines, and to the faces: a ``Session``, a ``Moment`` or a ``Turn`` converts what is
/// in the boxes.
final class SessionCore {
  // Unchecked: what changes one of the following calls nothing that reads it. A command reads them thirty times, and the checks
  // of these accesses would take 5 % of an edit.
  @exclusivity(unchecked) var policy = SessionPolicy()
  @exclusivity(unchecked) var momentLimit = 100_000
  @exclusivity(unchecked) var timeline: Timeline
  /// The engine, and the moment at which it stands.
  @exclusivity(unchecked) var live: LiveEngine
  /// The what-if in progress, if any.
  @exclusivity(unchecked) var trial: Trial?
  @exclusivity(unchecked) var movements: [Movement] = []
  @exclusivity(unchecked) var marks: [String: Int] = [:]
  @exclusivity(unchecked) var isPerforming = false
  /// Whether the last input was stopped by the policy; in a what-if, whether any input was.
  @exclusivity(unchecked) var wasStopped = false
  /// The states of the moments.
  let states: StateStore
  let feature: SessionFeature
  let observers = SessionObservers()
  let issues = IssueCollector()
  /// Tracks the shared values, which are those of the current moment.
  let shared: SharedTracker

  /// Creates a session whose record begins with a moment.
  init(_ feature: SessionFeature, _ live: LiveEngine, from start: MomentRecord, in states: StateStore) {
    (self.feature, self.live, self.states) = (feature, live, states)
    timeline = Timeline(start: start)
    shared = start.shared.tracker
    states.session = self
  }

  /// Creates a session whose record begins with a moment of another session at which nothing is in flight.
  ///
  /// Both use the same shared values, so only one can be used at a time.
  convenience init(of other: SessionCore, from moment: MomentRecord) {
    let states = StateStore()
    let start = MomentRecord(startingFrom: moment, in: states)
    self.init(other.feature, other.feature.live(at: start), from: start, in: states)
    momentLimit = other.momentLimit
    policy.describeAction = other.policy.describeAction
  }

  deinit {
    states.session = nil
    live.engine.shutDown()
  }

  var now: Duration { timeline.current.now }
}

/// The parts needed to create an engine.
struct SessionFeature {
  let stateType: Any.Type
  let actionType: Any.Type
  let overrides: DependencyValues
  let epoch: Date
  let base: DependencyValues
  /// The version of the dependencies that the reducer was created with.
  let version: Int
  /// The feature.
  let reducer: any Reducer
  let makeEngine: (ErasedBox, _ effectCount: Int, DependencyValues) -> EffectEngine

  /// Creates an engine that stands at a moment at which nothing is in flight.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - world: The world of the engine; by default a new one as of the moment.
  ///   - made: The dependencies already derived from the world, if any.
  func live(
    at moment: MomentRecord,
    in world: World? = nil,
    under made: DependencyValues? = nil
  ) -> LiveEngine {
    let world =
      world
      ?? World(
        epoch: epoch,
        clock: VirtualClock(now: VirtualInstant(offset: moment.now)),
        generators: moment.generators,
        shared: moment.shared.tracker
      )
    var values = made ?? world.values(over: base, under: overrides)
    if made == nil { values.version = version }
    var senderValues = base.merging(overrides)
    senderValues.shareValues(with: values)
    let engine = makeEngine(moment.state, moment.effectCount, values)
    return LiveEngine(engine, in: world, sending: TaskContext(senderValues), at: moment)
  }
}

/// An engine and its world.
///
/// A class, because an exploration reads it several times per step, and a copy would count references to all its parts.
final class LiveEngine {
  let engine: EffectEngine
  /// The effects that were cancelled since the last moment.
  let cancellations: CancellationLog
  let world: World
  /// The context in which the actions of a turn are created, even if an effect drives the session: the session's dependencies
  /// and shared values, which a child's state in an action may use.
  ///
  /// The generators of ids and random numbers are excluded, because the record could not tell what was taken from
  /// them here.
  let sender: TaskContext
  // Unchecked, like everything that a session keeps.
  @exclusivity(unchecked) var moment: Int
  /// The shared values when the engine was last used.
  @exclusivity(unchecked) var shared: SharedSnapshot

  init(_ engine: EffectEngine, in world: World, sending sender: TaskContext, at moment: MomentRecord) {
    self.engine = engine
    cancellations = CancellationLog(clock: world.clock)
    engine.cancellations = cancellations
    self.world = world
    self.sender = sender
    self.moment = moment.number
    shared = moment.shared
  }

  /// Goes to a state, with the effects that are in flight.
  func put(_ standing: MomentRecord.Standing) {
    world.restore(standing.world)
    engine.restart(state: standing.state, effectCount: standing.effectCount)
  }

  var standing: MomentRecord.Standing {
    let (records, effectCount) = engine.flight
    return MomentRecord.Standing(
      state: engine.boxedState,
      records: records,
      effectCount: effectCount,
      world: world.snapshot
    )
  }
}
