// Exported from a session of todoshell: 7 moments in 1s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func randomTodos1() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // add Todo 7
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.description, "Todo 7"))))) {
    $0.todos[id: UUID(0)]?.description = "Todo 7"
  }

  // filter all
  await store.send(.binding(.set(\.filter, .all)))

  // mode active
  await store.send(.binding(.set(\.editMode, .active))) {
    $0.editMode = .active
  }

  // mode active
  await store.send(.binding(.set(\.editMode, .active)))

  // advance 1s
  await clock.advance(by: .seconds(1))
}
