import Core
import Foundation
import Testing

/// What document 000 shows, the way it shows it: the Todos example and its tests.
///
/// The two types that the document takes from SwiftUI are the only things that are declared here beyond it.
enum Document000 {
  typealias LocalizedStringKey = String

  enum EditMode: Equatable {
    case inactive
    case transient
    case active
  }

  enum Filter: LocalizedStringKey, CaseIterable, Hashable {
    case all = "All"
    case active = "Active"
    case completed = "Completed"
  }

  @Reducer
  struct Todo {
    @ObservableState
    struct State: Equatable, Identifiable {
      let id: UUID
      var description = ""
      var isComplete = false
    }

    enum Action: BindableAction, Sendable {
      case binding(BindingAction<State>)
    }

    var body: some Reducer<State, Action> {
      BindingReducer()
    }
  }

  @Reducer
  struct Todos {
    @ObservableState
    struct State: Equatable {
      var editMode: EditMode = .inactive
      var filter: Filter = .all
      var todos: IdentifiedArrayOf<Todo.State> = []

      var filteredTodos: IdentifiedArrayOf<Todo.State> {
        switch filter {
        case .active: return self.todos.filter { !$0.isComplete }
        case .all: return self.todos
        case .completed: return self.todos.filter(\.isComplete)
        }
      }
    }

    enum Action: BindableAction, Sendable {
      case addTodoButtonTapped
      case binding(BindingAction<State>)
      case clearCompletedButtonTapped
      case delete(IndexSet)
      case move(IndexSet, Int)
      case sortCompletedTodos
      case todos(IdentifiedActionOf<Todo>)
    }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.uuid) var uuid
    private enum CancelID { case todoCompletion }

    var body: some Reducer<State, Action> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .addTodoButtonTapped:
          state.todos.insert(Todo.State(id: self.uuid()), at: 0)
          return .none

        case .binding:
          return .none

        case .clearCompletedButtonTapped:
          state.todos.removeAll(where: \.isComplete)
          return .none

        case .delete(let indexSet):
          let filteredTodos = state.filteredTodos
          for index in indexSet {
            state.todos.remove(id: filteredTodos[index].id)
          }
          return .none

        case .move(var source, var destination):
          if state.filter == .completed {
            source = IndexSet(
              source
                .map { state.filteredTodos[$0] }
                .compactMap { state.todos.index(id: $0.id) }
            )
            destination =
              (destination < state.filteredTodos.endIndex
                ? state.todos.index(id: state.filteredTodos[destination].id)
                : state.todos.endIndex)
              ?? destination
          }

          state.todos.move(fromOffsets: source, toOffset: destination)

          return .run { send in
            try await self.clock.sleep(for: .milliseconds(100))
            await send(.sortCompletedTodos)
          }

        case .sortCompletedTodos:
          state.todos.sort { $1.isComplete && !$0.isComplete }
          return .none

        case .todos(.element(id: _, action: .binding(\.isComplete))):
          return .run { send in
            try await self.clock.sleep(for: .seconds(1))
            await send(.sortCompletedTodos, animation: .default)
          }
          .cancellable(id: CancelID.todoCompletion, cancelInFlight: true)

        case .todos:
          return .none
        }
      }
      .forEach(\.todos, action: \.todos) {
        Todo()
      }
    }
  }
}

extension Document000 {
  struct TheTestsOfTheDocument {
    @Test
    func testAddTodo() async {
      let store = TestStore(initialState: Todos.State()) {
        Todos()
      } withDependencies: {
        $0.uuid = .incrementing
      }

      await store.send(.addTodoButtonTapped) {
        $0.todos = [
          Todo.State(id: UUID(0))
        ]
      }
    }

    @Test
    func testCompleteTodo() async {
      let store = TestStore(
        initialState: Todos.State(
          todos: [
            Todo.State(id: UUID(0), description: "Milk")
          ]
        )
      ) {
        Todos()
      } withDependencies: {
        // The document omits it, but a clock without an override is reported.
        $0.continuousClock = ImmediateClock()
      }

      await store.send(.todos(.element(id: UUID(0), action: .binding(\.isComplete)))) {
        $0.todos[id: UUID(0)]?.isComplete = true
      }

      await store.receive(\.sortCompletedTodos) {
        // Completed todos moved to bottom
      }
    }
  }

  @MainActor
  struct TheListOfTodos {
    let clock = TestClock()

    private func makeStore(_ todos: Todo.State..., filter: Filter = .all) -> TestStoreOf<Todos> {
      TestStore(
        initialState: Todos.State(filter: filter, todos: IdentifiedArray(uniqueElements: todos))
      ) {
        Todos()
      } withDependencies: {
        $0.continuousClock = self.clock
        $0.uuid = .incrementing
      }
    }

    private func todo(_ number: Int, _ isComplete: Bool = false) -> Todo.State {
      Todo.State(id: UUID(number), description: "", isComplete: isComplete)
    }

    @Test
    func todosAreAddedInFront() async {
      let store = makeStore()
      await store.send(.addTodoButtonTapped) {
        $0.todos.insert(Todo.State(id: UUID(0), description: "", isComplete: false), at: 0)
      }
      await store.send(.addTodoButtonTapped) {
        $0.todos = [
          Todo.State(id: UUID(1), description: "", isComplete: false),
          Todo.State(id: UUID(0), description: "", isComplete: false),
        ]
      }
    }

    @Test
    func aTodoIsEdited() async {
      let store = makeStore(todo(0))
      await store.send(\.todos[id: UUID(0)].binding.description, "Learn Core") {
        $0.todos[id: UUID(0)]?.description = "Learn Core"
      }
      await store.send(.todos(.element(id: UUID(0), action: .set(\.description, "Test Core")))) {
        $0.todos[id: UUID(0)]?.description = "Test Core"
      }
    }

    @Test
    func aCompletedTodoMovesToTheEndAfterASecond() async {
      let store = makeStore(todo(0), todo(1))
      await store.send(\.todos[id: UUID(0)].binding.isComplete, true) {
        $0.todos[id: UUID(0)]?.isComplete = true
      }
      await clock.advance(by: .seconds(1))
      await store.receive(\.sortCompletedTodos) {
        $0.todos = [$0.todos[1], $0.todos[0]]
      }
    }

    @Test
    func anotherCompletionBeginsTheSecondAnew() async {
      let store = makeStore(todo(0), todo(1))
      await store.send(.todos(.element(id: UUID(0), action: .set(\.isComplete, true)))) {
        $0.todos[id: UUID(0)]?.isComplete = true
      }
      await clock.advance(by: .milliseconds(500))
      await store.send(.todos(.element(id: UUID(0), action: .set(\.isComplete, false)))) {
        $0.todos[id: UUID(0)]?.isComplete = false
      }
      await clock.advance(by: .milliseconds(500))
      await clock.advance(by: .milliseconds(500))
      await store.receive(\.sortCompletedTodos)
    }

    @Test
    func completedTodosAreCleared() async {
      let store = makeStore(todo(0), todo(1, true))
      await store.send(.clearCompletedButtonTapped) {
        $0.todos = [$0.todos[0]]
      }
    }

    @Test
    func aTodoIsDeleted() async {
      let store = makeStore(todo(0), todo(1), todo(2))
      await store.send(.delete([1])) {
        $0.todos = [$0.todos[0], $0.todos[2]]
      }
    }

    @Test
    func whatIsDeletedIsWhatTheFilterShows() async {
      let store = makeStore(todo(0), todo(1, true), todo(2), todo(3, true), filter: .completed)
      await store.send(.delete([1])) {
        $0.todos.remove(id: UUID(3))
      }
    }

    @Test
    func aTodoIsMoved() async {
      let store = makeStore(todo(0), todo(1), todo(2))
      await store.send(.move([0], 2)) {
        $0.todos = [$0.todos[1], $0.todos[0], $0.todos[2]]
      }
      await clock.advance(by: .milliseconds(100))
      await store.receive(\.sortCompletedTodos)
    }

    @Test
    func aTodoIsMovedWhereCompletedOnesAreShown() async {
      let store = makeStore(
        todo(0),
        todo(1, true),
        todo(2),
        todo(3, true),
        filter: .completed
      )
      await store.send(.move([0], 2)) {
        $0.todos = [$0.todos[0], $0.todos[2], $0.todos[3], $0.todos[1]]
      }
      await clock.advance(by: .milliseconds(100))
      await store.receive(\.sortCompletedTodos)
    }

    @Test
    func theFilterAndTheEditModeAreBindings() async {
      let store = makeStore(todo(0), todo(1, true))
      await store.send(\.binding.filter, .completed) {
        $0.filter = .completed
      }
      #expect(store.state.filteredTodos.ids == [UUID(1)])
      await store.send(.binding(.set(\.filter, .active))) {
        $0.filter = .active
      }
      #expect(store.filteredTodos.map(\.id) == [UUID(0)])
      await store.send(.set(\.editMode, .active)) {
        $0.editMode = .active
      }
    }

    @Test
    func aStoreOfTheShownTodosReachesEachOfThem() {
      let store = Store(initialState: Todos.State(filter: .completed, todos: [todo(0), todo(1, true)])) {
        Todos()
      }
      let shown = store.scope(state: \.filteredTodos, action: \.todos).map { $0 }
      #expect(shown.map(\.state.id) == [UUID(1)])
      @Bindable var todo = shown[0]
      $todo.description.wrappedValue = "Milk"
      todo.description = "Milk and honey"
      #expect(store.todos[id: UUID(1)]?.description == "Milk and honey")
    }
  }
}
