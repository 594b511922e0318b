import Core
import Foundation
import Testing

// A feature that contains itself.

@Reducer
struct NestedRows {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: UUID
    var name = ""
    var rows: IdentifiedArrayOf<State> = []
  }

  enum Action: Sendable {
    case addRowButtonTapped
    case nameTextFieldChanged(String)
    case onDelete(IndexSet)
    indirect case rows(IdentifiedActionOf<NestedRows>)
  }

  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addRowButtonTapped:
        state.rows.append(State(id: uuid()))
        return .none
      case .nameTextFieldChanged(let name):
        state.name = name
        return .none
      case .onDelete(let indexSet):
        state.rows.remove(atOffsets: indexSet)
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { Self() }
  }
}

@MainActor
struct RecursionTests {
  @Test func rowsOfRows() async {
    let store = TestStore(initialState: NestedRows.State(id: UUID(99))) {
      NestedRows()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addRowButtonTapped) { $0.rows = [NestedRows.State(id: UUID(0))] }
    await store.send(\.rows[id: UUID(0)].addRowButtonTapped) {
      $0.rows[id: UUID(0)]?.rows = [NestedRows.State(id: UUID(1))]
    }
    await store.send(\.rows[id: UUID(0)].rows[id: UUID(1)].nameTextFieldChanged, "Blob") {
      $0.rows[0].rows[0].name = "Blob"
    }
    await store.send(.rows(.element(id: UUID(0), action: .onDelete([0])))) { $0.rows[0].rows = [] }
  }

  @Test func storesOfRowsOfRows() {
    let store = Store(initialState: NestedRows.State(id: UUID(99))) {
      NestedRows()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    store.send(.addRowButtonTapped)
    for row in store.scope(state: \.rows, action: \.rows) {
      row.send(.addRowButtonTapped)
      for inner in row.scope(state: \.rows, action: \.rows) { inner.send(.nameTextFieldChanged("inner")) }
    }
    #expect(store.rows[0].rows[0].name == "inner")
  }
}
