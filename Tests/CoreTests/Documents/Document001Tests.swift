import Core
import Foundation
import Testing

@testable import TestSupport

/// What document 001 shows of `forEach`, the way it shows it.
enum Document001 {
  @Reducer
  struct Row {
    struct State: Identifiable {
      let id: UUID
      var title: String
      var isComplete = false
    }
    enum Action {
      case toggleComplete
      case titleChanged(String)
    }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .toggleComplete:
          state.isComplete.toggle()
          return .none
        case let .titleChanged(title):
          state.title = title
          return .none
        }
      }
    }
  }

  @Reducer
  struct TodoList {
    struct State {
      var rows: IdentifiedArrayOf<Row.State> = []
    }
    enum Action {
      case rows(IdentifiedActionOf<Row>)
      case addRowTapped
      case deleteRow(id: Row.State.ID)
    }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .rows:
          // Row actions are handled by forEach
          return .none
        case .addRowTapped:
          state.rows.append(Row.State(id: UUID(), title: ""))
          return .none
        case let .deleteRow(id):
          state.rows.remove(id: id)
          return .none
        }
      }
      .forEach(\.rows, action: \.rows) {
        Row()
      }
    }
  }
}

struct APIClient001: Sendable {
  var fetchItem: @Sendable (UUID) async throws -> String
}

extension APIClient001: TestDependencyKey {
  static let testValue = Self(fetchItem: unimplemented("APIClient.fetchItem"))
}

extension DependencyValues {
  var apiClient: APIClient001 {
    get { self[APIClient001.self] }
    set { self[APIClient001.self] = newValue }
  }
}

extension Document001 {
  @Reducer
  struct Item {
    struct State: Equatable, Identifiable {
      let id: UUID
      var name: String
      var isLoading = false
    }
    enum Action {
      case refresh
      case refreshResponse(Result<String, Error>)
    }
    @Dependency(\.apiClient) var apiClient
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .refresh:
          state.isLoading = true
          return .run { [id = state.id] send in
            let name = try await apiClient.fetchItem(id)
            await send(.refreshResponse(.success(name)))
          } catch: { error, send in
            await send(.refreshResponse(.failure(error)))
          }
        case let .refreshResponse(.success(name)):
          state.isLoading = false
          state.name = name
          return .none
        case .refreshResponse(.failure):
          state.isLoading = false
          return .none
        }
      }
    }
  }

  @Reducer
  struct ItemList {
    struct State: Equatable {
      var items: IdentifiedArrayOf<Item.State> = []
    }
    enum Action {
      case items(IdentifiedActionOf<Item>)
      case refreshAll
    }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .items:
          return .none
        case .refreshAll:
          // Send refresh action to all items
          return .merge(
            state.items.map { item in
              .send(.items(.element(id: item.id, action: .refresh)))
            }
          )
        }
      }
      .forEach(\.items, action: \.items) {
        Item()
      }
    }
  }
}

extension Document001 {
  @MainActor
  struct BasicListManagement {
    @Test
    func rowsAreAddedChangedAndDeleted() throws {
      let store = Store(initialState: TodoList.State()) {
        TodoList()
      }
      store.send(.addRowTapped)
      store.send(.addRowTapped)
      let id = try #require(store.rows.first?.id)
      store.send(.rows(.element(id: id, action: .titleChanged("Milk"))))
      store.send(.rows(.element(id: id, action: .toggleComplete)))
      #expect(store.rows[id: id]?.title == "Milk")
      #expect(store.rows[id: id]?.isComplete == true)
      store.send(.deleteRow(id: id))
      #expect(store.rows.count == 1)
      #expect(store.rows[id: id] == nil)
    }
  }

  struct NetworkEffects {
    struct Offline: Error, Equatable {}

    @Test
    func anItemIsRefreshed() async {
      let store = TestStore(initialState: ItemList.State(items: [Item.State(id: UUID(1), name: "")])) {
        ItemList()
      } withDependencies: {
        $0.apiClient.fetchItem = { id in "Item \(id.uuidString.suffix(1))" }
      }
      await store.send(.items(.element(id: UUID(1), action: .refresh))) {
        $0.items[id: UUID(1)]?.isLoading = true
      }
      await store.receive(\.items[id: UUID(1)].refreshResponse.success, "Item 1") {
        $0.items[id: UUID(1)]?.isLoading = false
        $0.items[id: UUID(1)]?.name = "Item 1"
      }
    }

    @Test
    func aFailureComesBackAsAnAction() async {
      let store = TestStore(initialState: ItemList.State(items: [Item.State(id: UUID(1), name: "Old")])) {
        ItemList()
      } withDependencies: {
        $0.apiClient.fetchItem = { _ in throw Offline() }
      }
      await store.send(\.items[id: UUID(1)].refresh) {
        $0.items[id: UUID(1)]?.isLoading = true
      }
      await store.receive(\.items[id: UUID(1)].refreshResponse.failure) {
        $0.items[id: UUID(1)]?.isLoading = false
      }
    }

    @Test
    func allItemsAreRefreshedInTheirOrder() async {
      let store = TestStore(
        initialState: ItemList.State(items: [
          Item.State(id: UUID(1), name: ""),
          Item.State(id: UUID(2), name: ""),
        ])
      ) {
        ItemList()
      } withDependencies: {
        $0.apiClient.fetchItem = { id in "Item \(id.uuidString.suffix(1))" }
      }
      await store.send(.refreshAll)
      await store.receive(\.items[id: UUID(1)].refresh) {
        $0.items[id: UUID(1)]?.isLoading = true
      }
      await store.receive(\.items[id: UUID(2)].refresh) {
        $0.items[id: UUID(2)]?.isLoading = true
      }
      await store.receive(\.items[id: UUID(1)].refreshResponse.success) {
        $0.items[0] = Item.State(id: UUID(1), name: "Item 1")
      }
      await store.receive(\.items[id: UUID(2)].refreshResponse.success) {
        $0.items[1] = Item.State(id: UUID(2), name: "Item 2")
      }
    }

    @Test
    func anEndpointThatTheTestDoesNotSetFailsIt() async {
      let issues = await issues {
        let store = TestStore(initialState: ItemList.State(items: [Item.State(id: UUID(1), name: "")])) {
          ItemList()
        }
        store.exhaustivity = .off
        await store.send(\.items[id: UUID(1)].refresh)
        await store.receive(\.items[id: UUID(1)].refreshResponse.failure)
      }
      #expect(issues.count == 1)
      #expect(issues.first?.contains("APIClient.fetchItem") == true)
    }
  }
}

extension Document001 {
  /// An element and its parent that both say when they ran.
  @Reducer
  struct Feature {
    @Reducer
    struct Element {
      struct State: Equatable, Identifiable {
        let id: Int
        var ticks = 0
      }
      enum Action {
        case remove
        case start
        case tick
      }
      @Dependency(\.continuousClock) var clock
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .remove:
            state.ticks = -1
            return .none
          case .start:
            return .run { send in
              for await _ in self.clock.timer(interval: .seconds(1)) {
                await send(.tick)
              }
            }
          case .tick:
            state.ticks += 1
            return .none
          }
        }
      }
    }

    struct State: Equatable {
      var items: IdentifiedArrayOf<Element.State> = [Element.State(id: 1), Element.State(id: 2)]
      var seen: [Int] = []
    }
    enum Action {
      case items(IdentifiedActionOf<Element>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        // This runs AFTER the child reducer
        switch action {
        case let .items(.element(id: id, action: .remove)):
          state.seen.append(state.items[id: id]?.ticks ?? 0)
          state.items.remove(id: id)
          return .none
        case .items:
          return .none
        }
      }
      .forEach(\.items, action: \.items) {
        Element()  // This runs FIRST
      }
    }
  }

  @MainActor
  struct OrderCancellationAndWarnings {
    @Test
    func theElementRunsBeforeTheParentRemovesIt() async {
      let store = TestStore(initialState: Feature.State()) {
        Feature()
      }
      await store.send(\.items[id: 1].remove) {
        $0.items.remove(id: 1)
        $0.seen = [-1]
      }
    }

    @Test
    func theEffectsOfARemovedElementAreCancelled() async {
      let clock = TestClock()
      let store = TestStore(initialState: Feature.State()) {
        Feature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(\.items[id: 1].start)
      let task = await store.send(\.items[id: 2].start)
      await clock.advance(by: .seconds(1))
      await store.receive(\.items[id: 1].tick) { $0.items[id: 1]?.ticks = 1 }
      await store.receive(\.items[id: 2].tick) { $0.items[id: 2]?.ticks = 1 }
      await store.send(\.items[id: 1].remove) {
        $0.items.remove(id: 1)
        $0.seen = [-1]
      }
      await clock.advance(by: .seconds(1))
      await store.receive(\.items[id: 2].tick) { $0.items[id: 2]?.ticks = 2 }
      await task.cancel()
    }

    @Test
    func anActionForAMissingElementIsARuntimeWarning() async throws {
      let issues = await issues {
        let store = TestStore(initialState: Feature.State()) {
          Feature()
        }
        await store.send(.items(.element(id: 9, action: .tick)))
      }
      let issue = try #require(issues.first)
      #expect(issues.count == 1)
      let first = try #require(issue.split(separator: "\n").first)
      #expect(
        first.contains(
          /^A "forEach" at ".*Document001Tests.swift:\d+" received an action for a missing element\.$/
        )
      )
      #expect(issue.contains("id: 9"))
      #expect(issue.contains("This can happen when:"))
    }
  }
}
