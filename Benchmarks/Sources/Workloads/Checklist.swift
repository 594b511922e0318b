import TodoShellSessions
import Core

/// Todos whose check boxes start no effect, beside an effect that can be started: the costs can be told apart.
@Reducer
struct Checklist {
  @ObservableState
  struct State: Equatable, Sendable {
    var rung = 0
    var todos: IdentifiedArrayOf<Todo.State> = []
  }

  enum Action: Equatable, Sendable {
    case ring(after: Duration)
    case ringNow
    case rang
    case todos(IdentifiedActionOf<Todo>)
  }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .ring(let delay):
        return .run { send in
          try await clock.sleep(for: delay)
          await send(.rang)
        }
      case .ringNow:
        return .run { send in await send(.rang) }
      case .rang:
        state.rung += 1
        return .none
      case .todos:
        return .none
      }
    }
    .forEach(\.todos, action: \.todos) {
      Todo()
    }
  }
}

extension Checklist {
  /// A session in which nothing has happened.
  static func session(_ count: Int) -> Session<State, Action> {
    Session(initialState: State(todos: Lists.identified(count))) { Checklist() }
  }

  /// A store in which nothing has happened.
  @MainActor
  static func store(_ count: Int) -> Store<State, Action> {
    Store(initialState: State(todos: Lists.identified(count))) { Checklist() }
  }

  /// Actions that set or clear check boxes.
  static func toggles(_ number: Int, below count: Int) -> [Action] {
    Lists.ids(number, below: count).enumerated().map { index, id in
      .todos(.element(id: id, action: .binding(.set(\.isComplete, index.isMultiple(of: 2)))))
    }
  }
}
