/// What a session keeps of a moment, whatever the types of the state and of the actions: see ``Moment``.
final class MomentRecord {
  let number: Int
  let parent: Int?
  let turn: Int?
  let cause: Cause
  let issues: [SessionIssue]
  /// The effects that were cancelled in the course of it.
  let cancelled: [Cancellation.Entry]
  /// The virtual time since the session's start.
  let now: Duration
  /// The shared values.
  let shared: SharedSnapshot
  /// Whether nothing but a new action can change anything: the engine can be rebuilt from here.
  let isQuiescent: Bool
  /// Whether all effects in flight wait for something: none has sent an action that is still to be delivered.
  let isAtRest: Bool
  /// How many moments lie between it and the last one whose state is kept for good.
  var distance: Int32 = 0
  let place: Timeline.Place
  /// The state after it, and everything else that an engine continues from, as long as that is kept.
  private var kept: Standing?
  private let states: StateStore

  /// Where an engine stands: what replaying the record can make again.
  final class Standing {
    let state: ErasedBox
    /// The effects in flight.
    let records: EffectRecords
    /// How many effects were started before.
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

    /// Where an engine stands.
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
  ///   - state: The state at the start.
  ///   - place: Where it is in the tree.
  ///   - world: The world as it is at it.
  ///   - records: The effects in flight.
  ///   - effectCount: How many effects were started before.
  ///   - isAtRest: Whether all effects in flight wait for something.
  ///   - states: Where states come from that are not kept.
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

  /// Records what an engine has come to.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - world: What the engine takes time and chance from.
  ///   - place: Where it is in the tree.
  ///   - number: Its number.
  ///   - parent: The moment before it.
  ///   - turn: The turn it belongs to.
  ///   - cause: What brought it about.
  ///   - issues: What was reported on the way to it.
  ///   - cancelled: The effects that were cancelled.
  ///   - states: Where states come from that are not kept.
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
    // Work may be scheduled for later by an effect that has ended.
    isQuiescent = isAtRest && standing.records.isEmpty && world.sleepers.isEmpty
    kept = standing
    states.noteKept()
  }

  /// Records a moment of another record as the start of one.
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
  /// - Precondition: It is a state of this type. If it is not kept, the session still lives.
  func state<State>(as _: State.Type) -> State { standing.state.unboxed(as: State.self) }

  /// The effects in flight.
  var records: EffectRecords { isQuiescent ? EffectRecords() : standing.records }

  /// The world as it is at the moment.
  var world: World.Snapshot {
    let standing = standing
    return World.Snapshot(
      now: now,
      generators: standing.generators,
      sleepers: standing.sleepers,
      shared: shared
    )
  }

  /// Where an engine stands at the moment.
  ///
  /// - Precondition: If it is not kept, the session still lives.
  var standing: Standing {
    guard let standing = kept ?? states.remade(record: self) else {
      preconditionFailure("The state of moment \(number) is not kept, and its session is gone.")
    }
    return standing
  }

  /// Whether the state is kept, and need not be made again.
  var keepsState: Bool { kept != nil }

  /// Lets go of the state and of what goes with it, which can be made again.
  func dropState() {
    guard kept != nil else { return }
    kept = nil
    states.noteDropped()
  }
}
