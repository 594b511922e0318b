// Exported from a session of todoshell: 4 moments in 0s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func test09Explore() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // add Milk
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.description, "Milk"))))) {
    $0.todos[id: UUID(0)]?.description = "Milk"
  }

  // toggle 0
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(0)]?.isComplete = true
  }

  // 1 effect is still in flight.
  await store.skipInFlightEffects()
}
