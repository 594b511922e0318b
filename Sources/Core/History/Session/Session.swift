/// Runs a feature under observation: every action is recorded, time moves only by command, and the past can be
/// visited and branched from.
///
/// ```swift
/// let session = Session(initialState: Todos.State()) { Todos() }
/// try session.send(.addTodoButtonTapped)
/// try session.advance(by: .seconds(1))
/// try session.undo()          // the clock is back, and what had fired is armed again
/// ```
///
/// The record is a tree of ``Moment``s, grouped in ``Turn``s. Travel only moves a pointer; nothing runs. The next
/// input rebuilds the engine: it starts from the nearest moment at which nothing was in flight and replays the
/// recorded inputs up to the current moment, silently. The replay is checked against the record. If they differ, a
/// dependency is not under the session's control, and the input is refused with the first difference.
///
/// Travel is recorded too (``Session/movements``), moments can be marked (``Session/marks``), and the record can be
/// queried: ``Session/lastChange(of:in:isSame:)``, ``Session/firstMoment(in:where:)``. A what-if replays the line
/// with a change on a new branch: ``Session/skip(turnOf:label:)``.
///
/// The session provides the feature's clocks, date, UUIDs and random numbers. They depend only on the seed, the epoch
/// and the inputs.
///
/// The idea is that of Elm's time-travel debugger and of Redux DevTools, extended to effects and time.
///
/// Not thread-safe: a session belongs to one thread.
public final class Session<State, Action> {
  /// Controls the session: whether a change is allowed, where to stop, how to replay a turn.
  public var policy = Policy()

  /// The maximum number of moments per input, so that effects that feed each other endlessly do not hang the session.
  public var momentLimit = 100_000

  /// Statistics on engine rebuilds after travel.
  public internal(set) var rebuilds = Rebuilds()

  /// The cost of travel: see ``Session/rebuilds``.
  public struct Rebuilds: Hashable, Sendable {
    /// The number of rebuilds.
    public internal(set) var count = 0
    /// The total number of moments replayed.
    public internal(set) var moments = 0
  }

  var timeline: Timeline
  /// The states of the moments.
  let states: StateStore
  let feature: Feature
  /// The engine, and the moment at which it stands.
  var live: Live
  let observers = Observers()
  var isPerforming = false
  /// The what-if in progress, if any.
  var trial: Trial?
  /// Whether the last input was stopped by ``Policy/shouldStop``; in a what-if, whether any input was.
  var wasStopped = false
  var markedMoments: [String: Int] = [:]
  var journal = Journal()
  let issues = IssueCollector()
  /// Tracks the shared values, which are those of the current moment.
  let shared: SharedTracker

  /// The parts needed to create an engine.
  struct Feature {
    let reducer: any Reducer<State, Action>
    let base: DependencyValues
    let overrides: DependencyValues
    let epoch: Date

    /// Creates an engine that stands at a moment at which nothing is in flight.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - world: The world of the engine.
    ///   - made: The dependencies already derived from the world, if any.
    func live(at moment: MomentRecord, in world: World, under made: DependencyValues? = nil) -> Live {
      let values = made ?? world.values(over: base, under: overrides)
      var senderValues = base.merging(overrides)
      senderValues.sharedWorld = values.sharedWorld
      let engine = Engine(
        state: moment.state(as: State.self),
        effectCount: moment.standing.effectCount,
        dependencies: values,
        reducer: reducer
      )
      let cancellations = CancellationLog(clock: world.clock)
      engine.cancellations = cancellations
      return Live(
        engine: engine,
        cancellations: cancellations,
        world: world,
        senderValues: senderValues,
        moment: moment.number,
        shared: moment.shared
      )
    }
  }

  /// An engine and its world.
  struct Live {
    let engine: Engine<State, Action>
    /// The effects that were cancelled since the last moment.
    let cancellations: CancellationLog
    let world: World
    /// The dependencies while the actions of a turn are created: the session's dependencies and shared values, which
    /// a child's state in an action may use.
    ///
    /// The generators of ids and random numbers are excluded, because the record could not tell what was taken from
    /// them here.
    let senderValues: DependencyValues
    var moment: Int
    /// The shared values when the engine was last used.
    var shared: SharedSnapshot
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - seed: The seed of the feature's random numbers.
  ///   - epoch: The date at the start; the beginning of 2001, UTC, by default.
  ///   - reducer: The feature.
  ///   - updateDependencies: Sets dependencies. The clocks, the date, UUIDs and random numbers are the session's
  ///     unless set here. Dependencies set here are not rewound.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    seed: UInt64 = 0,
    epoch: Date = Date(timeIntervalSinceReferenceDate: 0),
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    var base = DependencyValues.current.withFreshDefaults()
    base.context = .preview
    var overrides = base.withoutOverrides
    overrides.context = .preview
    overrides.set(updateDependencies)
    let shared = SharedTracker()
    let world = World(epoch: epoch, seed: seed, shared: shared)
    let values = world.values(over: base, under: overrides)
    let (state, reducer) = values.whileCurrent { (initialState(), reducer()) }
    feature = Feature(reducer: reducer, base: base, overrides: overrides, epoch: epoch)
    // The generators may have been used to create the initial state.
    let snapshot = world.snapshot
    let states = StateStore()
    timeline = Timeline { MomentRecord(start: TypedBox(state), at: $0, world: snapshot, in: states) }
    self.states = states
    // The same values that the reducer was created with, so that the values it captured need no comparison with
    // these.
    live = feature.live(at: timeline.current, in: world, under: values)
    self.shared = shared
    states.remake = { [weak self] in self?.remakeStates(around: $0) ?? [:] }
  }

  /// Creates a session whose record begins with a moment of another session at which nothing is in flight.
  ///
  /// Both use the same shared values, so only one can be used at a time.
  init(of other: Session, from moment: MomentRecord) {
    feature = other.feature
    states = StateStore()
    let start = MomentRecord(startingFrom: moment, in: states)
    timeline = Timeline { _ in start }
    live = feature.live(at: start, in: World(epoch: feature.epoch, snapshot: start.world))
    shared = other.shared
    momentLimit = other.momentLimit
    policy.describeAction = other.policy.describeAction
  }

  deinit {
    live.engine.shutDown()
  }
}

extension Session {
  /// The current moment.
  public var moment: Moment<State, Action> { Moment(timeline.current) }

  /// The state at the current moment.
  public var state: State { timeline.current.state(as: State.self) }

  /// The virtual time at the current moment, since the start.
  public var now: Duration { timeline.current.now }

  /// The effects in flight at the current moment, in the order in which they were started.
  public var effects: [EffectInFlight] { moment.effects }

  /// The effects in flight that wait for something other than the session's clock and shared values. Their wait ends
  /// outside of the session's control, so what follows cannot be rewound.
  public var escapedEffects: [EffectInFlight] {
    let record = timeline.current
    guard !record.records.isEmpty, record.isAtRest, record.world.sleepers.isEmpty,
      live.moment == record.number
    else { return [] }
    let waiting = live.engine.waitingEffects
    return moment.effects.filter { !waiting.contains($0.id) }
  }
}
