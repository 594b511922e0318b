/// What a session keeps of a moment, independent of the state and action types: see ``Moment``.
final class MomentRecord {
  let place: Timeline.Place
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
  /// The number of effects started before and during it.
  let effectCount: Int
  /// The state of the generators of ids and random numbers.
  let generators: World.Generators
  // Not `ErasedBox?`: such a property starts as `nil`, so the initializer would have to change it.
  // Unchecked, like the following: every moment reads them, and code that changes them calls nothing that
  // reads them.
  /// The state after it, if kept.
  @exclusivity(unchecked) private var keptState: Optional<ErasedBox>
  /// The effects in flight and the sleepers, as long as the state is kept.
  @exclusivity(unchecked) private var keptRecords: EffectRecords
  @exclusivity(unchecked) private var keptSleepers: Sleepers<Duration>
  private let states: StateStore

  /// What an engine and its world are at a moment, which replaying the record can recreate.
  struct Standing {
    let state: ErasedBox
    /// The effects in flight.
    var records = EffectRecords()
    /// The number of effects started before.
    var effectCount = 0
    let world: World.Snapshot
  }

  enum Cause {
    /// A record began; with the moment before the turn at which it continues another record, if that matters.
    case start(after: MomentRecord?)
    case action(ErasedAction, animation: Animation?, sender: EffectRecord?)
    case clock
    // With more than six values in all cases together, copies of all causes would be slower.
    indirect case recorded(ErasedAction, isOfEffect: Bool)
    indirect case answer(DependencyAnswer)

    /// The action that was reduced, if any.
    var action: ErasedAction? {
      switch self {
      case .action(let action, _, _), .recorded(let action, _): action
      case .start, .clock, .answer: nil
      }
    }
  }

  /// Records a moment.
  ///
  /// - Parameters:
  ///   - state: The state after it. This and the following describe the engine and its world. They are passed
  ///     one by one, because taking them out of a standing would copy them.
  ///   - records: The effects in flight.
  ///   - effectCount: The number of effects started before and during it.
  ///   - now: The virtual time.
  ///   - generators: The state of the generators.
  ///   - sleepers: The sleepers on the clock.
  ///   - shared: The shared values.
  ///   - place: Its place in the tree.
  ///   - isAtRest: Whether all effects in flight wait for something.
  ///   - cause: Its cause.
  ///   - issues: The issues reported since the moment before it.
  ///   - cancelled: The effects that were cancelled.
  ///   - states: The store that recreates dropped states.
  init(
    _ state: ErasedBox,
    _ records: EffectRecords,
    effectCount: Int,
    now: Duration,
    generators: World.Generators,
    sleepers: Sleepers<Duration>,
    shared: SharedSnapshot,
    at place: Timeline.Place,
    isAtRest: Bool,
    cause: Cause,
    issues: [SessionIssue] = [],
    cancelled: [Cancellation.Entry] = [],
    in states: StateStore
  ) {
    self.place = place
    self.cause = cause
    self.issues = issues
    self.cancelled = cancelled
    self.states = states
    self.isAtRest = isAtRest
    self.now = now
    self.shared = shared
    // An effect that has ended may have left work scheduled for later.
    isQuiescent = isAtRest && records.isEmpty && sleepers.isEmpty
    self.effectCount = effectCount
    self.generators = generators
    (keptState, keptRecords, keptSleepers) = (state, records, sleepers)
    states.count += 1
  }

  /// Records the start of a record.
  convenience init(
    _ standing: Standing,
    isAtRest: Bool,
    after earlier: MomentRecord? = nil,
    in states: StateStore
  ) {
    let world = standing.world
    self.init(
      standing.state,
      standing.records,
      effectCount: standing.effectCount,
      now: world.now,
      generators: world.generators,
      sleepers: world.sleepers,
      shared: world.shared,
      at: .start,
      isAtRest: isAtRest,
      cause: .start(after: earlier),
      in: states
    )
  }

  /// Records a moment of another record as the start of a new one.
  ///
  /// - Parameter turns: How many turns one can look back from it.
  convenience init(startingFrom other: MomentRecord, after turns: Int = 0, in states: StateStore) {
    let before = turns > 0 ? other.beforeTurn : other
    let earlier =
      before === other ? nil : MomentRecord(startingFrom: before, after: turns - 1, in: states)
    self.init(other.standing, isAtRest: other.isAtRest, after: earlier, in: states)
  }

  var number: Int { place.number }
  var parent: Int? { place.parent }
  var turn: Int? { place.turn }
  /// The moment before its turn, or the moment itself at the start.
  var beforeTurn: MomentRecord {
    if case .start(let before?) = cause { return before }
    return turn.flatMap { states.session?.timeline.moment(beforeTurn: $0) } ?? self
  }

  /// The state after it.
  ///
  /// - Precondition: The state has this type, or the type is `Any`. If it was dropped, the session still exists.
  func state<State>(as _: State.Type) -> State { state.unboxed(as: State.self) }

  /// The state after it, in a box.
  var state: ErasedBox { keptState ?? standing.state }

  /// The effects in flight.
  var records: EffectRecords { isQuiescent || keepsState ? keptRecords : standing.records }

  /// The effects in flight, in the order in which they were started.
  var effects: [EffectInFlight] {
    let sleepers = sleepers.firstByEffect
    return records.values.map { EffectInFlight($0, sleeper: sleepers[$0.id]) }
  }

  /// The effects that continue next, in the order in which they do.
  var effectsDueNext: [EffectInFlight] {
    guard let next = nextDeadline else { return [] }
    return effects.filter { $0.deadline == next }.sorted { $0.continues(before: $1) }
  }

  /// The action that was reduced, if any.
  var action: ErasedAction? { cause.action }

  /// The sleepers on the clock.
  var sleepers: Sleepers<Duration> { isQuiescent || keepsState ? keptSleepers : standing.world.sleepers }

  /// The engine's standing at the moment.
  ///
  /// - Precondition: If it was dropped, the session still exists.
  var standing: Standing {
    if let keptState {
      let world = World.Snapshot(now: now, generators: generators, sleepers: keptSleepers, shared: shared)
      return Standing(state: keptState, records: keptRecords, effectCount: effectCount, world: world)
    }
    guard let standing = states.remade(record: self) else {
      preconditionFailure("The state of moment \(number) is not kept, and its session is gone.")
    }
    return standing
  }

  /// Whether the state is kept, rather than recreated on demand.
  var keepsState: Bool { keptState != nil }

  /// Drops the state and the rest of the standing, which can be recreated.
  func dropState() {
    guard keepsState else { return }
    (keptState, keptRecords, keptSleepers) = (nil, EffectRecords(), Sleepers())
    states.count -= 1
  }
}
