import Core

/// A list of todos that can be filtered and rearranged, and that moves completed todos to its end after a while.
@Reducer
struct Todos {
  @ObservableState
  struct State: Equatable, Sendable {
    var editMode: EditMode = .inactive
    var filter: Filter = .all
    var todos: IdentifiedArrayOf<Todo.State> = []

    /// The todos that pass the filter.
    var filteredTodos: IdentifiedArrayOf<Todo.State> {
      switch filter {
      case .active: todos.filter { !$0.isComplete }
      case .all: todos
      case .completed: todos.filter(\.isComplete)
      }
    }
  }

  enum Action: BindableAction, Equatable, Sendable {
    case addTodoButtonTapped
    case binding(BindingAction<State>)
    case clearCompletedButtonTapped
    case delete([Int])
    case move([Int], Int)
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
        state.todos.insert(Todo.State(id: uuid()), at: 0)
        return .none

      case .binding:
        return .none

      case .clearCompletedButtonTapped:
        state.todos.removeAll(where: \.isComplete)
        return .none

      case .delete(let indices):
        let filteredTodos = state.filteredTodos
        for index in indices where filteredTodos.indices.contains(index) {
          state.todos.remove(id: filteredTodos[index].id)
        }
        return .none

      case .move(let source, let destination):
        move(source, to: destination, in: &state)
        return .run { send in
          try await clock.sleep(for: .milliseconds(100))
          await send(.sortCompletedTodos)
        }

      case .sortCompletedTodos:
        state.todos.sort { $1.isComplete && !$0.isComplete }
        return .none

      case .todos(.element(id: _, action: .binding(\.isComplete))):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
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

  /// Moves todos of the filtered list, which may not be adjacent in the whole list.
  ///
  /// The original maps the offsets only if completed todos are shown, so that under `.active` it moves the wrong todos.
  private func move(_ source: [Int], to destination: Int, in state: inout State) {
    let shown = state.filteredTodos
    // Actions can be typed, so their offsets may be out of range.
    let source = source.filter(shown.indices.contains)
    let destination = min(max(destination, 0), shown.endIndex)
    guard state.filter != .all else {
      state.todos.move(fromOffsets: source, toOffset: destination)
      return
    }
    let wholeSource = source.compactMap { state.todos.index(id: shown[$0].id) }
    let wholeDestination =
      destination < shown.endIndex ? state.todos.index(id: shown[destination].id) : state.todos.endIndex
    state.todos.move(fromOffsets: wholeSource, toOffset: wholeDestination ?? destination)
  }
}
