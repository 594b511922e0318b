import Sessions
import Core
import Testing

@testable import TestSupport

/// A child's effects end with it, whoever takes it away: also what runs around the reducer that embeds it.
struct DismissalFromOutsideTests {
  /// Each way to take children away behind the back of `ifLet` and `forEach`.
  private static let ways: [Outside.Action] = [
    .set(\.optional, nil), .set(\.presented, nil), .set(\.presented, Metronome.State(id: 9)),
    .set(\.rows, []),
    .set(\.path, []), .removeRow(1), .removeAll, .group(.set(\.presented, nil)), .group(.set(\.rows, [])),
    .replaceScreen(OutsideScreen.State(id: 9)), .set(\.nest, nil), .clearNest, .clearNestedRow,
    .set(\.mode, .off),
  ]

  private func start(_ send: (Outside.Action) throws -> Void) rethrows {
    for action in Outside.starts { try send(action) }
  }

  @Test(arguments: ways.indices) func theEffectsOfASessionEndWithTheAction(_ index: Int) throws {
    let way = Self.ways[index]
    let session = Session(initialState: Outside.State()) { Outside() }
    try start { try session.send($0) }
    #expect(session.effects.count == Outside.starts.count)
    try session.send(way)
    let expected = session.state.expectedEffectCount
    #expect(expected < Outside.starts.count && session.effects.count == expected, "\(way)")
    try session.advance(by: .seconds(2))
    #expect(session.moments.allSatisfy { $0.issues.isEmpty }, "\(way)")
    try session.undo(2)
    #expect(session.effects.count == Outside.starts.count, "\(way)")
    try session.redo()
    try session.advance(by: .seconds(1))
    #expect(session.effects.count == expected, "\(way)")
    #expect(try session.verify() == nil, "\(way)")
  }

  @Test(arguments: ways.indices) func theEffectsOfATestStoreEndWithTheAction(_ index: Int) async {
    let messages = await issues {
      let clock = TestClock()
      let store = TestStore(initialState: Outside.State()) {
        Outside()
      } withDependencies: {
        $0.continuousClock = clock
      }
      store.exhaustivity = .off
      for action in Outside.starts { await store.send(action) }
      await store.send(Self.ways[index])
      await clock.advance(by: .seconds(1))
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
      await store.finish()
    }
    #expect(messages == [], "\(Self.ways[index])")
  }

  @MainActor @Test(arguments: ways.indices) func theEffectsOfAStoreEndWithTheAction(_ index: Int) async {
    let messages = await issues {
      let clock = TestClock()
      let store = Store(initialState: Outside.State()) {
        Outside()
      } withDependencies: {
        $0.continuousClock = clock
      }
      for action in Outside.starts { store.send(action) }
      await clock.advance(by: .seconds(1))
      store.send(Self.ways[index])
      await clock.advance(by: .seconds(1))
      await clock.advance(by: .seconds(1))
    }
    #expect(messages == [], "\(Self.ways[index])")
  }

  @Test func anEffectOfAChildThatGoesWithItsActionNeverStarts() throws {
    let session = Session(initialState: Outside.State()) { Outside() }
    try session.send(.rows(.element(id: 1, action: .startAndAskToBeRemoved)))
    #expect(session.effects.isEmpty)
    #expect(session.state.rows.isEmpty)
  }

  /// On a stack another child under the same id is another child. In a list it is the same one with other values.
  @Test func anEffectOfAChildThatIsReplacedWithItsActionNeverStarts() throws {
    let session = Session(initialState: Outside.State()) { Outside() }
    try session.send(.path(.element(id: 0, action: .startAndAskToBeReplaced)))
    #expect(session.effects.isEmpty)
    #expect(session.state.path[id: 0]?.id == 9)
    try session.send(.path(.element(id: 0, action: .startAndAskToBeReplaced)))
    #expect(session.effects.count == 1, "the same child was put in its place")
  }

  @Test func whatIsPutBackInTheSameActionKeepsItsEffects() throws {
    let session = Session(initialState: Outside.State()) { Outside() }
    try start { try session.send($0) }
    try session.send(.putBack)
    #expect(session.effects.count == Outside.starts.count)
  }

  /// Two lists of one feature have children with the same ids, and effects with the same cancellation ids.
  @Test func childrenOfEqualFeaturesSideBySideAreKeptApart() throws {
    let session = Session(initialState: TwoGroups.State()) { TwoGroups() }
    for group in [TwoGroups.Action.left, TwoGroups.Action.right] {
      try session.send(group(.rows(.element(id: 1, action: .start))))
      try session.send(group(.presented(.presented(.start))))
    }
    try session.send(.left(.set(\.rows, [])))
    #expect(session.effects.count == 3)
    try session.send(.left(.presented(.presented(.stop))))
    #expect(session.effects.count == 2)
    try session.send(.right(.presented(.dismiss)))
    #expect(session.effects.count == 1)
    try session.advance(by: .seconds(1))
    #expect(session.state.right.rows[id: 1]?.ticks == 1)
    #expect(session.moments.allSatisfy { $0.issues.isEmpty })
  }

  /// What an action costs must not grow with what is in flight elsewhere: only what has changed is looked at.
  @Test func onlyTheChildrenThatChangedAreLookedAt() throws {
    let reads = CallCount()
    let session = Session(initialState: ManyRows.State()) { ManyRows(reads: reads) }
    for id in 0..<400 { try session.send(.rows(.element(id: id, action: .start))) }
    let before = reads.value
    for id in 0..<400 { try session.send(.rows(.element(id: id, action: .touch))) }
    #expect(session.effects.count == 400)
    #expect(reads.value - before <= 400 * 4)
  }
}

@Reducer
private struct Metronome {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var ticks = 0
  }

  enum Action: Equatable, Sendable { case start, stop, tick, startAndAskToBeRemoved }
  private enum CancelID { case timer }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start, .startAndAskToBeRemoved:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: CancelID.timer)
      case .stop:
        return .cancel(id: CancelID.timer)
      case .tick:
        state.ticks += 1
        return .none
      }
    }
  }
}

/// A feature that presents others in its turn.
@Reducer
private struct OutsideNest {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    let id = 0
    @Presents var child: Metronome.State? = Metronome.State(id: 1)
    var rows: IdentifiedArrayOf<Metronome.State> = [Metronome.State(id: 1)]
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case child(PresentationAction<Metronome.Action>)
    case rows(IdentifiedActionOf<Metronome>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$child, action: \.child) { Metronome() }
      .forEach(\.rows, action: \.rows) { Metronome() }
  }
}

/// A feature in a `Scope`, which takes its children away from around the reducer that embeds them.
@Reducer
private struct OutsideGroup {
  @ObservableState
  struct State: Equatable, Sendable {
    @Presents var presented: Metronome.State? = Metronome.State(id: 1)
    var rows: IdentifiedArrayOf<Metronome.State> = [Metronome.State(id: 1)]
  }

  @CasePathable
  enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case presented(PresentationAction<Metronome.Action>)
    case rows(IdentifiedActionOf<Metronome>)
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      EmptyReducer()
        .ifLet(\.$presented, action: \.presented) { Metronome() }
        .forEach(\.rows, action: \.rows) { Metronome() }
    }
    BindingReducer()
  }
}

/// A feature whose state may leave the case that has the children.
@Reducer
private struct OutsideMode {
  @ObservableState
  enum State: Equatable, Sendable {
    case on(OutsideGroup.State)
    case off
  }

  @CasePathable
  enum Action: Equatable, Sendable { case on(OutsideGroup.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.on, action: \.on) { OutsideGroup() }
  }
}

@Reducer
private struct OutsideScreen {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable { var id = 0 }
  enum Action: Equatable, Sendable { case start, tick, startAndAskToBeReplaced }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard action != .tick else { return .none }
      return .run { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
      }
    }
  }
}

@Reducer
private struct Outside {
  @ObservableState
  struct State: Equatable, Sendable {
    var optional: Metronome.State? = Metronome.State(id: 1)
    @Presents var presented: Metronome.State? = Metronome.State(id: 1)
    var rows: IdentifiedArrayOf<Metronome.State> = [Metronome.State(id: 1), Metronome.State(id: 2)]
    var path: StackState<OutsideScreen.State> = [OutsideScreen.State(id: 1)]
    var group = OutsideGroup.State()
    @Presents var nest: OutsideNest.State? = OutsideNest.State()
    var nests: IdentifiedArrayOf<OutsideNest.State> = [OutsideNest.State()]
    var mode = OutsideMode.State.on(OutsideGroup.State())

    /// How many effects are to be in flight, by which of the children are left that had one each.
    var expectedEffectCount: Int {
      [
        optional?.id == 1, presented?.id == 1, path.first?.id == 1, group.presented != nil,
        nest?.child != nil,
        mode.on != nil,
      ]
      .count { $0 } + rows.count + group.rows.count + (nest?.rows.count ?? 0)
        + nests.map(\.rows.count).reduce(0, +)
    }
  }

  @CasePathable
  enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case optional(Metronome.Action)
    case presented(PresentationAction<Metronome.Action>)
    case rows(IdentifiedActionOf<Metronome>)
    case path(StackActionOf<OutsideScreen>)
    case group(OutsideGroup.Action)
    case nest(PresentationAction<OutsideNest.Action>)
    case nests(IdentifiedActionOf<OutsideNest>)
    case mode(OutsideMode.Action)
    case removeRow(Int)
    case replaceScreen(OutsideScreen.State)
    case removeAll, putBack, clearNest, clearNestedRow
  }

  static var starts: [Action] {
    [
      .optional(.start), .presented(.presented(.start)), .rows(.element(id: 1, action: .start)),
      .rows(.element(id: 2, action: .start)), .path(.element(id: 0, action: .start)),
      .group(.presented(.presented(.start))), .group(.rows(.element(id: 1, action: .start))),
      .nest(.presented(.child(.presented(.start)))),
      .nest(.presented(.rows(.element(id: 1, action: .start)))),
      .nests(.element(id: 0, action: .rows(.element(id: 1, action: .start)))),
      .mode(.on(.presented(.presented(.start)))),
    ]
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.group, action: \.group) { OutsideGroup() }
    Scope(state: \.mode, action: \.mode) { OutsideMode() }
    CombineReducers {
      EmptyReducer()
        .ifLet(\.optional, action: \.optional) { Metronome() }
        .ifLet(\.$presented, action: \.presented) { Metronome() }
        .forEach(\.rows, action: \.rows) { Metronome() }
        .forEach(\.path, action: \.path) { OutsideScreen() }
        .ifLet(\.$nest, action: \.nest) { OutsideNest() }
        .forEach(\.nests, action: \.nests) { OutsideNest() }
    }
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .removeRow(let id):
        state.rows.remove(id: id)
      case .replaceScreen(let screen):
        state.path[id: 0] = screen
      case .removeAll:
        state.optional = nil
        state.presented = nil
        state.rows = []
        state.path.removeAll()
        state.group = OutsideGroup.State(presented: nil, rows: [])
        state.nest = nil
        state.nests = []
        state.mode = .off
      case .putBack:
        let rows = state.rows
        state.rows = []
        state.rows = rows
      case .clearNest:
        state.nest?.child = nil
        state.nest?.rows = []
      case .clearNestedRow:
        state.nests[id: 0]?.rows = []
      case .rows(.element(_, .startAndAskToBeRemoved)):
        state.rows = []
      case .path(.element(let id, .startAndAskToBeReplaced)):
        state.path[id: id] = OutsideScreen.State(id: 9)
      case .binding, .optional, .presented, .rows, .path, .group, .nest, .nests, .mode:
        break
      }
      return .none
    }
  }
}

@Reducer
private struct TwoGroups {
  @ObservableState
  struct State: Equatable, Sendable {
    var left = OutsideGroup.State()
    var right = OutsideGroup.State()
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case left(OutsideGroup.Action)
    case right(OutsideGroup.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { OutsideGroup() }
    Scope(state: \.right, action: \.right) { OutsideGroup() }
  }
}

/// Rows whose ids count how often they are read.
private struct ManyRows: Reducer {
  struct Row: Sendable {
    let number: Int
    let reads: CallCount
    var touches = 0
    var id: Int {
      reads.increment()
      return number
    }
  }

  struct State {
    var rows: IdentifiedArray<Int, Row> = IdentifiedArray(uniqueElements: [], id: \.id)
  }

  @CasePathable
  enum Action: Sendable {
    case rows(IdentifiedAction<Int, RowAction>)
  }

  enum RowAction: Sendable { case start, touch }

  let reads: CallCount

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      if state.rows.isEmpty {
        state.rows = IdentifiedArray(
          uniqueElements: (0..<400).map { Row(number: $0, reads: reads) },
          id: \.id
        )
      }
      return .none
    }
    CombineReducers {
      EmptyReducer().forEach(\.rows, action: \.rows) {
        Reduce { row, action in
          switch action {
          case .start: return .run { _ in try await neverEnds() }
          case .touch:
            row.touches += 1
            return .none
          }
        }
      }
    }
  }
}
