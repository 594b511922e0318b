import Core
import TodoShellSessions
import Testing

@testable import TestSupport

/// A child's effects end with it if `ifLet` or `forEach` sees it go. What a reducer outside of them removes keeps its effects,
/// as in the reference: a presented child until the operator runs again.
struct RemovedChildTests {
  /// Each way to remove children in a reducer that `ifLet` and `forEach` run.
  private static let ways: [Family.Action] = [
    .set(\.optional, nil), .set(\.presented, nil), .set(\.presented, Metronome.State(id: 9)),
    .set(\.rows, []),
    .set(\.path, []), .removeRow(1), .removeAll, .group(.set(\.presented, nil)), .group(.set(\.rows, [])),
    .replaceScreen(Screen.State(id: 9)), .set(\.nest, nil), .set(\.nests, []),
  ]

  private func start(_ send: (Family.Action) throws -> Void) rethrows {
    for action in Family.starts { try send(action) }
  }

  @Test(arguments: ways.indices) func theEffectsOfASessionEndWithTheAction(_ index: Int) throws {
    let way = Self.ways[index]
    let session = Session(initialState: Family.State()) { Family() }
    try start { try session.send($0) }
    #expect(session.effects.count == Family.starts.count)
    try session.send(way)
    let expected = session.state.expectedEffectCount
    #expect(expected < Family.starts.count && session.effects.count == expected, "\(way)")
    try session.advance(by: .seconds(2))
    #expect(session.moments.allSatisfy { $0.issues.isEmpty }, "\(way)")
    try session.undo(2)
    #expect(session.effects.count == Family.starts.count, "\(way)")
    try session.redo()
    try session.advance(by: .seconds(1))
    #expect(session.effects.count == expected, "\(way)")
    #expect(try session.verify() == nil, "\(way)")
  }

  @Test(arguments: ways.indices) func theEffectsOfATestStoreEndWithTheAction(_ index: Int) async {
    let messages = await issues {
      let clock = TestClock()
      let store = TestStore(initialState: Family.State()) {
        Family()
      } withDependencies: {
        $0.continuousClock = clock
      }
      store.exhaustivity = .off
      for action in Family.starts { await store.send(action) }
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
      let store = Store(initialState: Family.State()) {
        Family()
      } withDependencies: {
        $0.continuousClock = clock
      }
      for action in Family.starts { store.send(action) }
      await clock.advance(by: .seconds(1))
      store.send(Self.ways[index])
      await clock.advance(by: .seconds(1))
      await clock.advance(by: .seconds(1))
    }
    #expect(messages == [], "\(Self.ways[index])")
  }

  @Test func anEffectOfAChildThatGoesWithItsActionNeverStarts() throws {
    let session = Session(initialState: Family.State()) { Family() }
    try session.send(.rows(.element(id: 1, action: .startAndAskToBeRemoved)))
    #expect(session.effects.isEmpty)
    #expect(session.state.rows.isEmpty)
  }

  /// On a stack another child under the same id is another child. In a list it is the same one with other values.
  @Test func anEffectOfAChildThatIsReplacedWithItsActionNeverStarts() throws {
    let session = Session(initialState: Family.State()) { Family() }
    try session.send(.path(.element(id: 0, action: .startAndAskToBeReplaced)))
    #expect(session.effects.isEmpty)
    #expect(session.state.path[id: 0]?.id == 9)
    try session.send(.path(.element(id: 0, action: .startAndAskToBeReplaced)))
    #expect(session.effects.count == 1, "the same child was put in its place")
  }

  @Test func whatIsPutBackInTheSameActionKeepsItsEffects() throws {
    let session = Session(initialState: Family.State()) { Family() }
    try start { try session.send($0) }
    try session.send(.putBack)
    #expect(session.effects.count == Family.starts.count)
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

  /// Children of children are removed outside of the operators that embed them.
  @Test(arguments: [.clearNest, .clearNestedRow, .clearGroup, .set(\.mode, .off)] as [Family.Action])
  fileprivate func theEffectsOfAChildThatAnOuterReducerRemovesContinue(_ way: Family.Action) throws {
    let session = Session(initialState: Family.State()) { Family() }
    try start { try session.send($0) }
    try session.send(way)
    #expect(session.state.expectedEffectCount < Family.starts.count)
    #expect(session.effects.count == Family.starts.count)
    try session.advance(by: .seconds(1))
    #expect(
      session.moments.flatMap(\.issues).count == Family.starts.count - session.state.expectedEffectCount
    )
    #expect(try session.verify() == nil)
  }

  @Test func theEffectsOfAPresentedChildThatWasRemovedOutsideEndWhenTheOperatorRunsNext() throws {
    let session = Session(initialState: Around.State()) { Around() }
    for action in [Around.Action.presented(.presented(.start)), .path(.element(id: 0, action: .start))] {
      try session.send(action)
    }
    try session.send(.removeBefore)
    #expect(session.effects.isEmpty, "the operators run after the reducer that removed them")
    try session.undo()
    try session.send(.removeAfter)
    #expect(session.effects.count == 2, "the operators ran before the reducer that removed them")
    try session.send(.nothing)
    #expect(session.effects.isEmpty)
    try session.undo(2)
    try session.send(.replaceAfter)
    #expect(session.effects.count == 2)
    try session.send(.presented(.presented(.start)))
    #expect(session.effects.count == 1, "only that of the new child is left")
    try session.advance(by: .seconds(1))
    #expect(session.state.presented?.ticks == 1)
    #expect(session.moments.allSatisfy { $0.issues.isEmpty })
    #expect(try session.verify() == nil)
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
private struct Nest {
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

/// A feature in a `Scope`.
@Reducer
private struct Group {
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
    BindingReducer()
      .ifLet(\.$presented, action: \.presented) { Metronome() }
      .forEach(\.rows, action: \.rows) { Metronome() }
  }
}

/// A feature whose state may leave the case that has the children.
@Reducer
private struct Mode {
  @ObservableState
  enum State: Equatable, Sendable {
    case on(Group.State)
    case off
  }

  @CasePathable
  enum Action: Equatable, Sendable { case on(Group.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.on, action: \.on) { Group() }
  }
}

@Reducer
private struct Screen {
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
private struct Family {
  @ObservableState
  struct State: Equatable, Sendable {
    var optional: Metronome.State? = Metronome.State(id: 1)
    @Presents var presented: Metronome.State? = Metronome.State(id: 1)
    var rows: IdentifiedArrayOf<Metronome.State> = [Metronome.State(id: 1), Metronome.State(id: 2)]
    var path: StackState<Screen.State> = [Screen.State(id: 1)]
    var group = Group.State()
    @Presents var nest: Nest.State? = Nest.State()
    var nests: IdentifiedArrayOf<Nest.State> = [Nest.State()]
    var mode = Mode.State.on(Group.State())

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
    case path(StackActionOf<Screen>)
    case group(Group.Action)
    case nest(PresentationAction<Nest.Action>)
    case nests(IdentifiedActionOf<Nest>)
    case mode(Mode.Action)
    case removeRow(Int)
    case replaceScreen(Screen.State)
    case removeAll, putBack, clearNest, clearNestedRow, clearGroup
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
    Scope(state: \.group, action: \.group) { Group() }
    Scope(state: \.mode, action: \.mode) { Mode() }
    CombineReducers {
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
          state.nest = nil
          state.nests = []
        case .clearGroup:
          state.group = Group.State(presented: nil, rows: [])
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
          state.path[id: id] = Screen.State(id: 9)
        case .binding, .optional, .presented, .rows, .path, .group, .nest, .nests, .mode:
          break
        }
        return .none
      }
    }
    .ifLet(\.optional, action: \.optional) { Metronome() }
    .ifLet(\.$presented, action: \.presented) { Metronome() }
    .forEach(\.rows, action: \.rows) { Metronome() }
    .forEach(\.path, action: \.path) { Screen() }
    .ifLet(\.$nest, action: \.nest) { Nest() }
    .forEach(\.nests, action: \.nests) { Nest() }
  }
}

/// Children that are removed by reducers before and after those that embed them.
@Reducer
private struct Around {
  @ObservableState
  struct State: Equatable, Sendable {
    @Presents var presented: Metronome.State? = Metronome.State(id: 1)
    var path: StackState<Screen.State> = [Screen.State(id: 1)]
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case presented(PresentationAction<Metronome.Action>)
    case path(StackActionOf<Screen>)
    case removeBefore, removeAfter, replaceAfter, nothing
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard action == .removeBefore else { return .none }
      state.presented = nil
      state.path.removeAll()
      return .none
    }
    EmptyReducer()
      .ifLet(\.$presented, action: \.presented) { Metronome() }
      .forEach(\.path, action: \.path) { Screen() }
    Reduce { state, action in
      guard action == .removeAfter || action == .replaceAfter else { return .none }
      state.presented = action == .removeAfter ? nil : Metronome.State(id: 2)
      state.path.removeAll()
      return .none
    }
  }
}

@Reducer
private struct TwoGroups {
  @ObservableState
  struct State: Equatable, Sendable {
    var left = Group.State()
    var right = Group.State()
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case left(Group.Action)
    case right(Group.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Group() }
    Scope(state: \.right, action: \.right) { Group() }
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
