/// A session without its types: everything that a ``Session`` does.
///
/// It is compiled once, in this module, whatever the number of features. A feature's types are known to the
/// ``SessionFeature``, which creates engines, and to the faces: a ``Session``, a ``Moment`` or a ``Turn`` converts what is
/// in the boxes.
final class SessionCore {
  var momentLimit = 100_000
  var rebuilds = SessionRebuilds()
  // Unchecked: what changes one of the following calls nothing that reads it. A command reads them thirty times, and the checks
  // of these accesses would take 5 % of an edit.
  @exclusivity(unchecked) var policy = SessionPolicy()
  @exclusivity(unchecked) var timeline: Timeline
  /// The engine, and the moment at which it stands.
  @exclusivity(unchecked) var live: LiveEngine
  /// The what-if in progress, if any.
  @exclusivity(unchecked) var trial: Trial?
  @exclusivity(unchecked) var movements: [Movement] = []
  @exclusivity(unchecked) var marks: [String: Int] = [:]
  @exclusivity(unchecked) var isPerforming = false
  /// The states of the moments.
  let states: StateStore
  let feature: SessionFeature
  let observers = SessionObservers()
  /// Whether the last input was stopped by the policy; in a what-if, whether any input was.
  var wasStopped = false
  let issues = IssueCollector()
  /// Tracks the shared values, which are those of the current moment.
  let shared: SharedTracker

  // Cross-module optimization would expose to other modules the properties that this function sets.
  @_semantics("optimize.no.crossmodule")
  init<State, Action, R: Reducer<State, Action>>(
    initialState: () -> State,
    seed: UInt64,
    epoch: Date,
    reducer: () -> R,
    withDependencies updateDependencies: (inout DependencyValues) -> Void
  ) {
    var base = DependencyValues.current.withFreshDefaults()
    base.context = .preview
    var overrides = base.withoutOverrides
    overrides.context = .preview
    overrides.set(updateDependencies)
    let shared = SharedTracker()
    let world = World(
      epoch: epoch,
      generators: World.Generators(random: SplitMix64(seed: seed)),
      shared: shared
    )
    let values = world.values(over: base, under: overrides)
    let (state, reducer) = values.whileCurrent { (initialState(), reducer()) }
    feature = SessionFeature(reducer, version: values.version, base: base, overrides: overrides, epoch: epoch)
    // The generators may have been used to create the initial state.
    states = StateStore()
    let standing = MomentRecord.Standing(state: TypedBox(state), world: world.snapshot)
    timeline = Timeline(start: MomentRecord(standing, at: .start, isAtRest: true, in: states))
    // The same values that the reducer was created with, so that the values it captured need no comparison with
    // these.
    live = feature.live(at: timeline.current, in: world, under: values)
    self.shared = shared
    // Not weak references: the first of these makes each later retain of the session three times as slow.
    states.remake = { [unowned self] in remakeStates(around: $0) }
    states.beforeTurn = { [unowned self] in timeline.moment(beforeTurn: $0) }
  }

  /// Creates a session whose record begins with a moment of another session at which nothing is in flight.
  ///
  /// Both use the same shared values, so only one can be used at a time.
  init(of other: SessionCore, from moment: MomentRecord) {
    feature = other.feature
    states = StateStore()
    let start = MomentRecord(startingFrom: moment, in: states)
    timeline = Timeline(start: start)
    live = feature.live(at: start, in: World(epoch: feature.epoch, snapshot: start.world))
    shared = other.shared
    momentLimit = other.momentLimit
    policy.describeAction = other.policy.describeAction
    states.beforeTurn = { [unowned self] in timeline.moment(beforeTurn: $0) }
  }

  /// Restarts the record in a state.
  func begin(in state: ErasedBox) {
    precondition(timeline.moments.count == 1, "A session begins once.")
    let standing = MomentRecord.Standing(state: state, world: live.world.snapshot)
    timeline = Timeline(start: MomentRecord(standing, at: .start, isAtRest: true, in: states))
    live.engine.restart(state: state, effectCount: 0)
  }

  deinit {
    (states.remake, states.beforeTurn) = ({ _ in [:] }, { _ in nil })
    live.engine.shutDown()
  }

  var moment: MomentRecord { timeline.current }

  var now: Duration { timeline.current.now }

  var escapedEffects: [EffectInFlight] {
    let record = timeline.current
    guard !record.records.isEmpty, record.isAtRest, record.world.sleepers.isEmpty,
      live.moment == record.number
    else { return [] }
    let waiting = live.engine.waitingEffects
    return record.effects.filter { !waiting.contains($0.id) }
  }
}

/// The parts needed to create an engine.
final class SessionFeature {
  let stateType: Any.Type
  let actionType: Any.Type
  let overrides: DependencyValues
  let epoch: Date
  let base: DependencyValues
  private let defaults: DefaultValues
  /// The version of the dependencies that the reducer was created with.
  private let version: Int
  /// The feature.
  let reducer: any Reducer
  /// The live values of dependencies that were used, because their keys have no preview values.
  var liveDependencies: [String] { defaults.liveNames }
  /// The dependencies that the feature declares and whose live values cannot be refused.
  var onlyLiveDependencies: [String] {
    DeclaredDependencies.onlyLive(in: reducer, under: base.merging(overrides))
  }
  private let makeEngine: (ErasedBox, _ effectCount: Int, DependencyValues) -> EffectEngine

  init<State, Action>(
    _ reducer: some Reducer<State, Action>,
    version: Int,
    base: DependencyValues,
    overrides: DependencyValues,
    epoch: Date
  ) {
    stateType = State.self
    actionType = Action.self
    self.reducer = reducer
    self.version = version
    self.base = base
    defaults = base.defaults
    self.overrides = overrides
    self.epoch = epoch
    makeEngine = { state, effectCount, dependencies in
      Engine<State, Action>(
        state: state.unboxed(as: State.self),
        effectCount: effectCount,
        dependencies: dependencies,
        reducer: reducer
      )
    }
  }

  /// Creates an engine that stands at a moment at which nothing is in flight.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - world: The world of the engine.
  ///   - made: The dependencies already derived from the world, if any.
  func live(at moment: MomentRecord, in world: World, under made: DependencyValues? = nil) -> LiveEngine {
    var values = made ?? world.values(over: base, under: overrides)
    if made == nil { values.version = version }
    var senderValues = base.merging(overrides)
    senderValues.sharedWorld = values.sharedWorld
    let engine = makeEngine(moment.state, moment.effectCount, values)
    return LiveEngine(engine, in: world, senderValues: senderValues, at: moment)
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
  /// The dependencies while the actions of a turn are created: the session's dependencies and shared values, which
  /// a child's state in an action may use.
  ///
  /// The generators of ids and random numbers are excluded, because the record could not tell what was taken from
  /// them here.
  let senderValues: DependencyValues
  // Unchecked, like everything that a session keeps.
  @exclusivity(unchecked) var moment: Int
  /// The shared values when the engine was last used.
  @exclusivity(unchecked) var shared: SharedSnapshot

  init(_ engine: EffectEngine, in world: World, senderValues: DependencyValues, at moment: MomentRecord) {
    self.engine = engine
    cancellations = CancellationLog(clock: world.clock)
    engine.cancellations = cancellations
    self.world = world
    self.senderValues = senderValues
    self.moment = moment.number
    shared = moment.shared
  }

  var standing: MomentRecord.Standing {
    MomentRecord.Standing(
      state: engine.boxedState,
      records: engine.records,
      effectCount: engine.effectCount,
      world: world.snapshot
    )
  }
}
