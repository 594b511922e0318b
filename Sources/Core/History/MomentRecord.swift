/// What a session keeps of a moment, whatever the types of the state and of the actions: see ``Moment``.
final class MomentRecord {
  let number: Int
  let parent: Int?
  let turn: Int?
  let cause: Cause
  let issues: [SessionIssue]
  let records: EffectRecords
  let effectCount: Int
  let world: World.Snapshot
  /// Whether nothing but a new action can change anything: the engine can be rebuilt from here.
  let isQuiescent: Bool
  /// Whether all effects in flight wait for something: none has sent an action that is still to be delivered.
  let isAtRest: Bool
  let place: Timeline.Place
  /// The state after it, as long as it is kept.
  private var kept: ErasedBox?
  private let states: StateStore

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
    self.world = world
    self.states = states
    self.records = records
    self.effectCount = effectCount
    self.isAtRest = isAtRest
    number = 0
    parent = nil
    turn = nil
    cause = .start
    issues = []
    isQuiescent = isAtRest && records.isEmpty
    kept = state
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
    states: StateStore
  ) {
    self.place = place
    self.world = world.snapshot
    self.states = states
    self.number = number
    self.parent = parent
    self.turn = turn
    self.cause = cause
    self.issues = issues
    records = engine.records
    effectCount = engine.effectCount
    isAtRest = !engine.isReady
    isQuiescent = isAtRest && records.isEmpty
    kept = engine.boxedState
    states.noteKept()
  }

  /// Records a moment of another record as the start of one.
  convenience init(startingFrom other: MomentRecord, in states: StateStore) {
    self.init(
      start: other.boxedState,
      at: Timeline.Place(branch: 0, depth: 0, turnCount: 0),
      world: other.world,
      records: other.records,
      effectCount: other.effectCount,
      isAtRest: other.isAtRest,
      in: states
    )
  }

  /// The virtual time since the session's start.
  var now: Duration { world.now }

  /// The state after it.
  ///
  /// - Precondition: It is a state of this type. If it is not kept, the session still lives.
  func state<State>(as _: State.Type) -> State { boxedState.unboxed(as: State.self) }

  private var boxedState: ErasedBox {
    guard let state = kept ?? states.remadeState(of: self) else {
      preconditionFailure("The state of moment \(number) is not kept, and its session is gone.")
    }
    return state
  }

  /// Whether the state is kept, and need not be made again.
  var keepsState: Bool { kept != nil }

  /// Lets go of the state, which can be made again.
  func dropState() {
    guard kept != nil else { return }
    kept = nil
    states.noteDropped()
  }
}
