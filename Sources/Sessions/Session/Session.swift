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
/// Travel is recorded too (``SessionBase/movements``), moments can be marked (``SessionBase/marks``), and the record can be
/// queried: ``Session/lastChange(of:upTo:in:isSame:)``, ``Session/firstMoment(in:where:)``. A what-if replays the line
/// with a change on a new branch: ``SessionBase/skip(turnOf:label:)``.
///
/// The session provides the feature's clocks, date, UUIDs and random numbers. They depend only on the seed, the epoch
/// and the inputs.
///
/// The idea is that of Elm's time-travel debugger and of Redux DevTools, extended to effects and time.
///
/// Not thread-safe: a session belongs to one thread.
///
/// A session adds the feature's types to a ``SessionBase``, which is compiled once for all features. Code
/// that works with any feature uses an ``AnySession``.
public final class Session<State, Action>: SessionBase {
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
    let world = World(
      epoch: epoch,
      generators: World.Generators(random: SplitMix64(seed: seed)),
      shared: SharedTracker()
    )
    let values = world.values(over: base, under: overrides)
    let (state, reducer) = values.whileCurrent { (initialState(), reducer()) }
    let feature = SessionFeature(
      stateType: State.self,
      actionType: Action.self,
      overrides: overrides,
      epoch: epoch,
      base: base,
      version: values.version,
      reducer: reducer
    ) {
      Engine<State, Action>(
        state: $0.unboxed(as: State.self),
        effectCount: $1,
        dependencies: $2,
        reducer: reducer
      )
    }
    // The generators may have been used to create the initial state.
    let standing = MomentRecord.Standing(state: TypedBox(state), world: world.snapshot)
    let states = StateStore()
    let start = MomentRecord(standing, isAtRest: true, in: states)
    // The same values that the reducer was created with, so that the values it captured need no comparison with
    // these.
    let live = feature.live(at: start, in: world, under: values)
    super.init(core: SessionCore(feature, live, from: start, in: states))
  }

  /// The same session with other types.
  ///
  /// - Parameter other: A session with the types of the feature, or any.
  package convenience init(_ other: SessionBase) { self.init(core: other.core) }

  required init(core: SessionCore) { super.init(core: core) }
}

/// The part of a ``Session`` that does not depend on the types of its feature.
public class SessionBase {
  let core: SessionCore

  required init(core: SessionCore) { self.core = core }
}

/// A session of any feature: its states and actions are `Any`.
public typealias AnySession = Session<Any, Any>
/// A moment of a session of any feature.
public typealias AnyMoment = Moment<Any, Any>

extension Session {
  /// The current moment.
  public var moment: Moment<State, Action> { Moment(core.timeline.current) }

  /// The state at the current moment.
  public var state: State { core.timeline.current.state(as: State.self) }
}

extension SessionBase {
  /// Controls the session: whether a change is allowed, where to stop, how to replay a turn.
  public var policy: SessionPolicy {
    get { core.policy }
    set { core.policy = newValue }
  }

  /// The maximum number of moments per input, so that effects that feed each other endlessly do not hang the session.
  public var momentLimit: Int {
    get { core.momentLimit }
    set { core.momentLimit = newValue }
  }

  /// Statistics on engine rebuilds after travel.
  public var rebuilds: SessionRebuilds { core.states.rebuilds }

  /// The virtual time at the current moment, since the start.
  public var now: Duration { core.timeline.current.now }

  /// The effects in flight at the current moment, in the order in which they were started.
  public var effects: [EffectInFlight] { core.timeline.current.effects }

  /// The effects in flight that wait for something other than the session's clock and shared values. Their wait ends
  /// outside of the session's control, so what follows cannot be rewound.
  public var escapedEffects: [EffectInFlight] {
    let record = core.timeline.current
    guard !record.records.isEmpty, record.isAtRest, record.sleepers.isEmpty,
      core.live.moment == record.number
    else { return [] }
    let waiting = core.live.engine.waitingEffects
    return record.effects.filter { !waiting.contains($0.id) }
  }

  /// The type of the feature's state.
  package var stateType: Any.Type { core.feature.stateType }

  /// The type of the feature's actions.
  package var actionType: Any.Type { core.feature.actionType }
}

/// The cost of travel: see ``SessionBase/rebuilds``.
public struct SessionRebuilds: Hashable, Sendable {
  /// The number of rebuilds.
  public internal(set) var count = 0
  /// The total number of moments replayed.
  public internal(set) var moments = 0
}
