/// What a session keeps of a moment, independent of the state and action types: see ``Moment``.
final class MomentRecord {
  let number: Int
  let parent: Int?
  let turn: Int?
  let cause: Cause
  let issues: [SessionIssue]
  /// The effects cancelled during it.
  let cancelled: [Cancellation.Entry]
  /// The virtual time since the session's start.
  let now: Duration
  /// The shared values.
  let shared: SharedSnapshot
  /// Whether only a new action can change anything, so that the engine can be rebuilt from here.
  let isQuiescent: Bool
  /// Whether all effects in flight wait for something: no action is pending.
  let isAtRest: Bool
  /// The number of moments since the last one whose state is kept permanently.
  var distance: Int32 = 0
  let place: Timeline.Place
  /// The state after it, and everything else that an engine continues from, if kept.
  private var kept: Standing?
  private let states: StateStore

  /// The engine's state at a moment, which replaying the record can recreate.
  final class Standing {
    let state: ErasedBox
    /// The effects in flight.
    let records: EffectRecords
    /// The number of effects started before.
    let effectCount: Int
    let generators: World.Generators
    let sleepers: Sleepers<Duration>

    init(
      state: ErasedBox,
      records: EffectRecords,
      effectCount: Int,
      generators: World.Generators,
      sleepers: Sleepers<Duration>
    ) {
      self.state = state
      self.records = records
      self.effectCount = effectCount
      self.generators = generators
      self.sleepers = sleepers
    }

    /// Captures an engine's standing.
    convenience init(_ engine: EffectEngine, in world: World.Snapshot) {
      self.init(
        state: engine.boxedState,
        records: engine.records,
        effectCount: engine.effectCount,
        generators: world.generators,
        sleepers: world.sleepers
      )
    }
  }

  enum Cause {
    case start
    case action(ErasedAction, animation: Animation?, sender: EffectRecord?)
    case clock
  }

  /// Records the start.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - place: Its place in the tree.
  ///   - world: A snapshot of the world.
  ///   - records: The effects in flight.
  ///   - effectCount: The number of effects started before.
  ///   - isAtRest: Whether all effects in flight wait for something.
  ///   - states: The store that recreates dropped states.
  init(
    start state: ErasedBox,
    at place: Timeline.Place,
    world: World.Snapshot,
    records: EffectRecords = EffectRecords(),
    effectCount: Int = 0,
    isAtRest: Bool = true,
    in states: StateStore
  ) {
    self.place = place
    now = world.now
    shared = world.shared
    self.states = states
    self.isAtRest = isAtRest
    number = 0
    parent = nil
    turn = nil
    cause = .start
    issues = []
    cancelled = []
    isQuiescent = isAtRest && records.isEmpty && world.sleepers.isEmpty
    kept = Standing(
      state: state,
      records: records,
      effectCount: effectCount,
      generators: world.generators,
      sleepers: world.sleepers
    )
    states.noteKept()
  }

  /// Records an engine's current standing.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - world: The world of the engine.
  ///   - place: Its place in the tree.
  ///   - number: Its number.
  ///   - parent: The moment before it.
  ///   - turn: The turn that it belongs to.
  ///   - cause: Its cause.
  ///   - issues: The issues reported since the moment before it.
  ///   - cancelled: The effects that were cancelled.
  ///   - states: The store that recreates dropped states.
  init(
    of engine: EffectEngine,
    in world: World,
    at place: Timeline.Place,
    number: Int,
    parent: Int,
    turn: Int,
    cause: Cause,
    issues: [SessionIssue],
    cancelled: [Cancellation.Entry],
    states: StateStore
  ) {
    let world = world.snapshot
    let standing = Standing(engine, in: world)
    self.place = place
    now = world.now
    shared = world.shared
    self.states = states
    self.number = number
    self.parent = parent
    self.turn = turn
    self.cause = cause
    self.issues = issues
    self.cancelled = cancelled
    isAtRest = !engine.isReady
    // An effect that has ended may have left work scheduled for later.
    isQuiescent = isAtRest && standing.records.isEmpty && world.sleepers.isEmpty
    kept = standing
    states.noteKept()
  }

  /// Records a moment of another record as the start of a new one.
  convenience init(startingFrom other: MomentRecord, in states: StateStore) {
    self.init(
      start: other.standing.state,
      at: Timeline.Place(branch: 0, depth: 0, turnCount: 0),
      world: other.world,
      records: other.standing.records,
      effectCount: other.standing.effectCount,
      isAtRest: other.isAtRest,
      in: states
    )
  }

  /// The state after it.
  ///
  /// - Precondition: The state has this type, or the type is `Any`. If it was dropped, the session still exists.
  func state<State>(as _: State.Type) -> State { standing.state.unboxed(as: State.self) }

  /// The effects in flight.
  var records: EffectRecords { isQuiescent ? EffectRecords() : standing.records }

  /// The effects in flight, in the order in which they were started.
  var effects: [EffectInFlight] {
    let sleepers = world.sleepers.firstByEffect
    return records.values.map { EffectInFlight($0, sleeper: sleepers[$0.id]) }
  }

  /// The effects that continue next, all at the same instant, in the order in which they do.
  var effectsDueNext: [EffectInFlight] {
    guard let next = nextDeadline else { return [] }
    return effects.filter { $0.deadline == next }.sorted { $0.continues(before: $1) }
  }

  /// The action that was reduced, if any.
  var action: ErasedAction? {
    if case .action(let action, _, _) = cause { action } else { nil }
  }

  /// A snapshot of the world at the moment.
  var world: World.Snapshot {
    let standing = standing
    return World.Snapshot(
      now: now,
      generators: standing.generators,
      sleepers: standing.sleepers,
      shared: shared
    )
  }

  /// The engine's standing at the moment.
  ///
  /// - Precondition: If it was dropped, the session still exists.
  var standing: Standing {
    guard let standing = kept ?? states.remade(record: self) else {
      preconditionFailure("The state of moment \(number) is not kept, and its session is gone.")
    }
    return standing
  }

  /// Whether the state is kept, rather than recreated on demand.
  var keepsState: Bool { kept != nil }

  /// Drops the state and the rest of the standing, which can be recreated.
  func dropState() {
    guard kept != nil else { return }
    kept = nil
    states.noteDropped()
  }
}
