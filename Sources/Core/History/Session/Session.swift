import Foundation

/// A feature under a microscope: every action is recorded, time moves by command, and the past can be visited and
/// left in another direction.
///
/// ```swift
/// let session = Session(initialState: Todos.State()) { Todos() }
/// try session.send(.addTodoButtonTapped)
/// try session.advance(by: .seconds(1))
/// try session.undo()          // the clock is back, and what had fired is armed again
/// ```
///
/// The record is a tree of ``Moment``s, grouped in ``Turn``s. Moving through it moves a pointer, and nothing runs. The
/// next input makes the engine again as it was: it starts from the nearest moment at which nothing was in flight and
/// plays the recorded inputs up to the current one, silently. The replay is checked against the record; where they
/// differ, a dependency is not under the session's control, and the input is refused with the first difference.
///
/// Moving is recorded too (``Session/movements``), moments can have names (``Session/marks``), and the record answers
/// questions: ``Session/lastChange(of:in:isSame:)``, ``Session/firstMoment(in:where:)``. What would have been is found
/// out on a branch of its own: ``Session/skip(turnOf:label:)``.
///
/// The feature takes the clocks, the date, UUIDs and random numbers from the session. They are functions of the seed,
/// the epoch and the inputs alone.
///
/// The idea is that of Elm's time-travel debugger and of Redux DevTools, extended to effects and time.
///
/// Not thread-safe: a session belongs to one thread.
public final class Session<State, Action> {
  /// What decides: whether something may change, where to stop, how to replay a turn.
  public var policy = Policy()

  /// How many moments a single input may make before it is stopped, so that effects that feed each other without end
  /// do not hang the session.
  public var momentLimit = 100_000

  /// How often the engine was made again after a move, and how many moments were played for it.
  public internal(set) var rebuilds = Rebuilds()

  /// The cost of moving: see ``Session/rebuilds``.
  public struct Rebuilds: Hashable, Sendable {
    /// How often the engine was made again.
    public internal(set) var count = 0
    /// How many moments were played again for that, in all.
    public internal(set) var moments = 0
  }

  var timeline: Timeline
  /// The states of the moments.
  let states: StateStore
  let feature: Feature
  /// The engine, and the moment that it stands at.
  var live: Live
  let observers = Observers()
  var isPerforming = false
  /// The what-if that what is recorded is part of.
  var trial: Trial?
  /// Whether the last input was stopped by ``Policy/shouldStop``, or in a what-if any.
  var wasStopped = false
  var markedMoments: [String: Int] = [:]
  var journal = Journal()
  let issues = IssueCollector()
  /// Records the shared values, which are those of the current moment.
  let shared: SharedTracker

  /// What it takes to make an engine.
  struct Feature {
    let reducer: any Reducer<State, Action>
    let base: DependencyValues
    let overrides: DependencyValues
    let epoch: Date

    /// An engine that stands at a moment at which nothing is in flight.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - world: What the engine takes time and chance from.
    ///   - made: The dependencies that the world has been made into before, if it has.
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

  /// An engine and the world that it takes time and chance from.
  struct Live {
    let engine: Engine<State, Action>
    /// The effects that were cancelled since the last moment.
    let cancellations: CancellationLog
    let world: World
    /// What holds while the actions of a turn are made: the session's dependencies and shared values, which the state
    /// of a child in an action may use.
    ///
    /// Not its generators of ids and of chance: the record could not tell what is taken from them here.
    let senderValues: DependencyValues
    var moment: Int
    /// The shared values as they were when the engine was used last.
    var shared: SharedSnapshot
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - initialState: The state at the start.
  ///   - seed: Decides the random numbers that the feature is given.
  ///   - epoch: The date at the start; by default the beginning of the year 2001, UTC.
  ///   - reducer: The feature.
  ///   - updateDependencies: Sets dependencies. The clocks, the date, UUIDs and random numbers are the session's
  ///     unless set here; what is set here is not rewound.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    seed: UInt64 = 0,
    epoch: Date = Date(timeIntervalSinceReferenceDate: 0),
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    var base = DependencyValues.current.withFreshDefaults()
    base.context = .preview
    var overrides = DependencyValues().withFreshDefaults()
    overrides.context = .preview
    updateDependencies(&overrides)
    let shared = SharedTracker()
    let world = World(epoch: epoch, seed: seed, shared: shared)
    let values = world.values(over: base, under: overrides)
    let (state, reducer) = values.whileCurrent { (initialState(), reducer()) }
    feature = Feature(reducer: reducer, base: base, overrides: overrides, epoch: epoch)
    // The generators may have been used to make the initial state.
    let snapshot = world.snapshot
    let states = StateStore()
    timeline = Timeline { MomentRecord(start: TypedBox(state), at: $0, world: snapshot, in: states) }
    self.states = states
    // The very values that the reducer was made under: what it captured of them need not be compared with these.
    live = feature.live(at: timeline.current, in: world, under: values)
    self.shared = shared
    states.remake = { [weak self] in self?.remakeStates(around: $0) ?? [:] }
  }

  /// Creates a session whose record begins with a moment of another one at which nothing is in flight.
  ///
  /// Both have the same shared values, so that only one can be used at a time.
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

  /// The effects in flight that wait for something other than the session's clock and its
  /// shared values. Whatever ends that wait is outside
  /// of the session's control, so what follows cannot be rewound.
  public var escapedEffects: [EffectInFlight] {
    let record = timeline.current
    guard !record.records.isEmpty, record.isAtRest, record.world.sleepers.isEmpty,
      live.moment == record.number
    else { return [] }
    let waiting = live.engine.waitingEffects
    return moment.effects.filter { !waiting.contains($0.id) }
  }
}
