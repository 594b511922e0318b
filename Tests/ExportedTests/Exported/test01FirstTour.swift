// Exported from a session of todoshell: 9 moments in 1s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func test01FirstTour() async {
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

  // add "Bread, the dark one"
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(1), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(1), action: .binding(.set(\.description, "Bread, the dark one"))))
  ) {
    $0.todos[id: UUID(1)]?.description = "Bread, the dark one"
  }

  // edit 0 Bread
  await store.send(.todos(.element(id: UUID(1), action: .binding(.set(\.description, "Bread"))))) {
    $0.todos[id: UUID(1)]?.description = "Bread"
  }

  // toggle 0
  await store.send(.todos(.element(id: UUID(1), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(1)]?.isComplete = true
  }

  // advance 1s
  await clock.advance(by: .seconds(1))
  await store.receive(.sortCompletedTodos) {
    $0.todos.move(fromOffsets: [0], toOffset: 2)
  }
}
