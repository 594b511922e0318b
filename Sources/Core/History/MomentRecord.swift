/// What a session keeps of a moment, whatever the types of the state and of the actions: see ``Moment``.
class MomentRecord {
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

  enum Cause {
    case start
    case action(ErasedAction, animation: Animation?, sender: EffectRecord?)
    case clock
  }

  /// Records what the start is, or what an engine has come to.
  ///
  /// - Parameters:
  ///   - place: Where it is in the tree.
  ///   - number: Its number.
  ///   - parent: The moment before it.
  ///   - turn: The turn it belongs to.
  ///   - cause: What brought it about.
  ///   - issues: What was reported on the way to it.
  ///   - world: The world as it is at it.
  ///   - engine: The engine; `nil` for the start, at which nothing is in flight.
  fileprivate init(
    at place: Timeline.Place,
    number: Int,
    parent: Int?,
    turn: Int?,
    cause: Cause,
    issues: [SessionIssue],
    world: World.Snapshot,
    engine: EffectEngine?
  ) {
    self.place = place
    self.number = number
    self.parent = parent
    self.turn = turn
    self.cause = cause
    self.issues = issues
    self.world = world
    records = engine?.records ?? [:]
    effectCount = engine?.effectCount ?? 0
    let isReady = engine?.isReady ?? false
    isAtRest = !isReady
    isQuiescent = !isReady && records.isEmpty
  }

  /// The virtual time since the session's start.
  final var now: Duration { world.now }

  /// The state after it.
  ///
  /// - Precondition: It is a state of this type. If it is not kept, the session still lives.
  final func state<State>(as _: State.Type) -> State {
    unsafeDowncast(self, to: StateRecord<State>.self).state
  }

  /// Whether the state is kept, and need not be made again.
  var keepsState: Bool { true }

  /// Lets go of the state, which can be made again.
  func dropState() {}
}

/// A moment's record with the state after it.
final class StateRecord<State>: MomentRecord {
  private var kept: State?
  private let store: StateStore<State>

  fileprivate var state: State {
    guard let state = kept ?? store.remadeState(of: self) else {
      preconditionFailure("The state of moment \(number) is not kept, and its session is gone.")
    }
    return state
  }

  override var keepsState: Bool { kept != nil }

  override func dropState() {
    guard kept != nil else { return }
    kept = nil
    store.noteDropped()
  }

  /// The record of the start.
  init(start state: State, at place: Timeline.Place, world: World.Snapshot, in store: StateStore<State>) {
    kept = state
    self.store = store
    store.noteKept()
    super.init(
      at: place,
      number: 0,
      parent: nil,
      turn: nil,
      cause: .start,
      issues: [],
      world: world,
      engine: nil
    )
  }

  /// The record of what an engine has come to; see ``MomentRecord``.
  init<Action>(
    of engine: Engine<State, Action>,
    at place: Timeline.Place,
    number: Int,
    parent: Int,
    turn: Int,
    cause: MomentRecord.Cause,
    issues: [SessionIssue],
    world: World.Snapshot,
    in store: StateStore<State>
  ) {
    kept = engine.state
    self.store = store
    store.noteKept()
    super.init(
      at: place,
      number: number,
      parent: parent,
      turn: turn,
      cause: cause,
      issues: issues,
      world: world,
      engine: engine
    )
  }
}
