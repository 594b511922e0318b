// Exported from a session of todoshell: 7 moments in 800ms of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func randomTodos2() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // advance 400ms
  await clock.advance(by: .milliseconds(400))

  // clear
  await store.send(.clearCompletedButtonTapped)

  // add Todo 7
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.description, "Todo 7"))))) {
    $0.todos[id: UUID(0)]?.description = "Todo 7"
  }

  // filter completed
  await store.send(.binding(.set(\.filter, .completed))) {
    $0.filter = .completed
  }

  // advance 400ms
  await clock.advance(by: .milliseconds(400))
}
