import Core
import Observation
import Testing

@testable import TestSupport

@Reducer
private struct Cell {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var title = ""
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }
  var body: some ReducerOf<Self> { BindingReducer() }
}

@Reducer
private struct Table {
  @ObservableState
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Cell.State> = [Cell.State(id: 1), Cell.State(id: 2)]
    var header = Cell.State(id: 0)
    var footer: Cell.State?
    var count = 0
  }
  enum Action {
    case rows(IdentifiedActionOf<Cell>)
    case header(Cell.Action)
    case footer(Cell.Action)
    case removeTapped(Int)
    case showFooterTapped(Bool)
    case countTapped
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.header, action: \.header) { Cell() }
    Reduce { state, action in
      switch action {
      case .removeTapped(let id): state.rows.remove(id: id)
      case .showFooterTapped(let isShown): state.footer = isShown ? Cell.State(id: 3) : nil
      case .countTapped: state.count += 1
      case .rows, .header, .footer: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Cell() }
    .ifLet(\.footer, action: \.footer) { Cell() }
  }
}

@MainActor
struct StoreScopeTests {
  private func makeStore() -> StoreOf<Table> { Store(initialState: Table.State()) { Table() } }

  @Test func aChildStoreIsTheSameForAsLongAsItIsHeld() {
    let store = makeStore()
    let header = store.scope(state: \.header, action: \.header)
    #expect(header === store.scope(state: \.header, action: \.header))
    #expect(header == store.scope(state: \.header, action: \.header))
    let first = store.scope(state: \.rows, action: \.rows)[0]
    #expect(first === store.scope(state: \.rows, action: \.rows)[0])
    #expect(first !== store.scope(state: \.rows, action: \.rows)[1])
  }

  @Test func aChildStoreIsNotKeptAlive() {
    let store = makeStore()
    weak let header = store.scope(state: \.header, action: \.header)
    #expect(header == nil)
  }

  @Test func aChildStoreSendsToTheParent() {
    let store = makeStore()
    store.scope(state: \.header, action: \.header).send(.set(\.title, "Header"))
    #expect(store.header.title == "Header")
    store.scope(state: \.rows, action: \.rows)[1].send(.set(\.title, "Two"))
    #expect(store.rows[id: 2]?.title == "Two")
  }

  @Test func anOptionalChildHasAStoreWhileItIsThere() {
    let store = makeStore()
    #expect(store.scope(state: \.footer, action: \.footer) == nil)
    store.send(.showFooterTapped(true))
    let footer = store.scope(state: \.footer, action: \.footer)
    footer?.send(.set(\.title, "Footer"))
    #expect(footer?.title == "Footer")
    store.send(.showFooterTapped(false))
    #expect(store.scope(state: \.footer, action: \.footer) == nil)
    #expect(footer?.title == "Footer", "A store that is still held shows what was there last.")
  }

  @Test func elementsHaveStoresInTheirOrder() {
    let store = makeStore()
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.map(\.state.id) == [1, 2])
    let second = rows[1]
    store.send(.removeTapped(1))
    #expect(store.scope(state: \.rows, action: \.rows).map(\.state.id) == [2])
    #expect(store.scope(state: \.rows, action: \.rows).first === second)
  }

  @Test func aChildOutlivesAStoreThatNobodyElseHolds() {
    var store: StoreOf<Table>? = makeStore()
    let header = store?.scope(state: \.header, action: \.header)
    store = nil
    header?.send(.set(\.title, "Header"))
    #expect(header?.title == "Header")
  }

  @Test func aReaderOfAChildIsNotToldOfItsSibling() {
    let store = makeStore()
    let rows = store.scope(state: \.rows, action: \.rows).map { $0 }
    let changes = CallCount()
    withObservationTracking {
      _ = rows[0].title
    } onChange: {
      changes.increment()
    }
    store.send(.header(.set(\.title, "Header")))
    #expect(changes.value == 0)
    store.send(.countTapped)
    #expect(changes.value == 0)
    rows[1].send(.set(\.title, "Two"))
    #expect(changes.value == 0)
    rows[0].send(.set(\.title, "One"))
    #expect(changes.value == 1)
  }

  @Test func observeRunsAgainWhenWhatItReadHasChanged() async {
    let store = makeStore()
    var seen: [Int] = []
    let token = observe { seen.append(store.count) }
    #expect(seen == [0])
    store.send(.countTapped)
    store.send(.countTapped)
    await mainActorIsFree()
    #expect(seen == [0, 2], "Changes that come together are seen together.")
    store.send(.header(.set(\.title, "Header")))
    await mainActorIsFree()
    #expect(seen == [0, 2])
    token.cancel()
    store.send(.countTapped)
    await mainActorIsFree()
    #expect(seen == [0, 2])
  }

  @Test func observeEndsWithItsToken() async {
    let store = makeStore()
    var seen: [Int] = []
    do {
      let token = observe { seen.append(store.count) }
      withExtendedLifetime(token) {}
    }
    store.send(.countTapped)
    await mainActorIsFree()
    #expect(seen == [0])
  }

  @Test func withStateReadsUnobserved() {
    let store = makeStore()
    let changes = CallCount()
    withObservationTracking {
      #expect(store.withState(\.count) == 0)
    } onChange: {
      changes.increment()
    }
    store.send(.countTapped)
    #expect(changes.value == 0)
  }

  @Test func aBindingReadsAndWrites() {
    let store = makeStore()
    let header = store.scope(state: \.header, action: \.header)
    let title = header.bindings.title
    title.wrappedValue = "a"
    #expect(title.wrappedValue == "a")
    header.title = "b"
    #expect(store.header.title == "b")
    title.animation(.spring).wrappedValue = "c"
    #expect(title.projectedValue.wrappedValue == "c")
  }

  @Test func aTestStoresBindingAssertsWhatItSets() async {
    let store = TestStore(initialState: Section.State()) { Section() }
    let title = store.bindings.title
    #expect(title.wrappedValue == "")
    title.wrappedValue = "a"
    #expect(title.wrappedValue == "a")
    // The same once more changes nothing, and is not expected to.
    title.wrappedValue = "a"
    await store.send(.set(\.title, "b")) { $0.title = "b" }
    #expect(title.wrappedValue == "b")
  }

  @Test func whatATestStoresBindingChangesBesidesIsReported() async {
    let issues = await issues {
      let store = TestStore(initialState: Section.State()) {
        Section()
        Reduce { state, _ in
          state.changes += 1
          return .none
        }
      }
      store.bindings.title.wrappedValue = "a"
      #expect(store.state == Section.State(title: "a", changes: 1))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("The state is not as expected") == true)
    #expect(issues.first?.contains("changes: 1") == true)
  }

  private func mainActorIsFree() async { await Task { @MainActor in }.value }
}

@Reducer
private struct Section {
  struct State: Equatable {
    var title = ""
    var changes = 0
  }
  enum Action: BindableAction { case binding(BindingAction<State>) }
  var body: some Reducer<State, Action> { BindingReducer() }
}
