import TodoShellSessions
import Core
import Testing

/// A feature that presents itself, to any depth, and a tree of itself.
@Reducer
private struct OutlineItem {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
    @Presents var opened: OutlineItem.State?
    var children: IdentifiedArrayOf<State> = []
  }

  indirect enum Action: Equatable, Sendable {
    case children(IdentifiedActionOf<OutlineItem>)
    case closeTapped
    case open(Int)
    case opened(PresentationAction<OutlineItem.Action>)
    case start
    case tick
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeTapped: return .run { _ in await dismiss() }
      case .open(let id):
        state.opened = State(id: id)
        return .none
      case .start:
        return .run { send in for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) } }
      case .tick:
        state.count += 1
        return .none
      case .children, .opened: return .none
      }
    }
    .ifLet(\.$opened, action: \.opened) { OutlineItem() }
    .forEach(\.children, action: \.children) { OutlineItem() }
  }
}

@MainActor
struct RecursiveFeatureTests {
  @Test func aFeaturePresentsItself() async {
    let clock = TestClock()
    let store = TestStore(initialState: OutlineItem.State(id: 0)) {
      OutlineItem()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.open(1)) { $0.opened = OutlineItem.State(id: 1) }
    await store.send(\.opened.open, 2) { $0.opened?.opened = OutlineItem.State(id: 2) }
    await store.send(\.opened.opened.start)
    await clock.advance(by: .seconds(1))
    await store.receive(\.opened.opened.tick) { $0.opened?.opened?.count = 1 }
    // The timer of the innermost ends with it.
    await store.send(\.opened.opened.closeTapped)
    await store.receive(\.opened.opened.dismiss) { $0.opened?.opened = nil }
    await store.send(.opened(.dismiss)) { $0.opened = nil }
  }

  @Test func aFeatureListsItself() async {
    let clock = TestClock()
    let inner = OutlineItem.State(id: 1, children: [OutlineItem.State(id: 2)])
    let store = TestStore(initialState: OutlineItem.State(id: 0, children: [inner])) {
      OutlineItem()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.children[id: 1].children[id: 2].start)
    await clock.advance(by: .seconds(2))
    await store.receive(\.children[id: 1].children[id: 2].tick) {
      $0.children[id: 1]?.children[id: 2]?.count = 1
    }
    await store.receive(\.children[id: 1].children[id: 2].tick) {
      $0.children[id: 1]?.children[id: 2]?.count = 2
    }
    await store.send(\.children[id: 1].open, 3) { $0.children[id: 1]?.opened = OutlineItem.State(id: 3) }
    await store.skipInFlightEffects()
  }

  @Test func aSessionTravelsThroughThem() throws {
    let session = Session(initialState: OutlineItem.State(id: 0)) { OutlineItem() }
    for depth in 0..<20 {
      let open = (0..<depth).reduce(OutlineItem.Action.open(depth)) { action, _ in .opened(.presented(action))
      }
      try session.send(open)
    }
    var deepest = session.state
    while let next = deepest.opened { deepest = next }
    #expect(deepest.id == 19)
  }
}
