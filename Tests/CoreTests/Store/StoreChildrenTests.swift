import Core
import Testing

@testable import TestSupport

/// What it takes to keep the child stores of a store.
@MainActor
struct StoreChildrenTests {
  @Test func eachNewChildTakesTheSameWork() {
    let few = hashesPerChild(count: 200)
    let many = hashesPerChild(count: 2_000)
    #expect(many <= few + 2, "\(few) hashes for each of 200 children, \(many) for each of 2,000")
  }

  private func hashesPerChild(count: Int) -> Int {
    let hashes = CallCount()
    let rows = (0..<count).map { List.Row(id: List.ID(number: $0, hashes: hashes)) }
    let store = Store(initialState: List.State(rows: IdentifiedArray(uniqueElements: rows))) { List() }
    let before = hashes.value
    let children = Array(store.scope(state: \.rows, action: \.rows))
    return withExtendedLifetime(children) { (hashes.value - before) / count }
  }

  @Test func nothingIsKeptOfAChildThatIsGone() {
    weak var token: CallCount?
    let store = Store(initialState: List.State()) { List() }
    do {
      let id = List.ID(number: 0, hashes: CallCount())
      token = id.hashes
      store.send(.add(id))
      withExtendedLifetime(store.scope(state: \.rows, action: \.rows)[0]) {
        #expect(
          store.scope(state: \.rows, action: \.rows)[0] === store.scope(state: \.rows, action: \.rows)[0]
        )
      }
      store.send(.clear)
    }
    #expect(token == nil)
  }

  struct List: Reducer {
    struct ID: Hashable, Sendable {
      let number: Int
      let hashes: CallCount

      static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }

      func hash(into hasher: inout Hasher) {
        hashes.increment()
        hasher.combine(number)
      }
    }

    struct Row: Identifiable, Sendable {
      let id: ID
    }

    struct State {
      var rows: IdentifiedArrayOf<Row> = []
    }

    @CasePathable
    enum Action {
      case add(ID)
      case clear
      case rows(IdentifiedAction<ID, Never>)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let id): state.rows.append(Row(id: id))
      case .clear: state.rows.removeAll()
      case .rows: break
      }
      return .none
    }
  }
}
