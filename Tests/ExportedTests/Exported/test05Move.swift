// Exported from a session of todoshell: 18 moments in 1.2s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func test05Move() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // add Three
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.description, "Three"))))) {
    $0.todos[id: UUID(0)]?.description = "Three"
  }

  // add Two
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(1), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(1), action: .binding(.set(\.description, "Two"))))) {
    $0.todos[id: UUID(1)]?.description = "Two"
  }

  // add One
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(2), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(2), action: .binding(.set(\.description, "One"))))) {
    $0.todos[id: UUID(2)]?.description = "One"
  }

  // move 0 end
  await store.send(.move([0], 3)) {
    $0.todos.move(fromOffsets: [0], toOffset: 3)
  }

  // run
  await clock.advance(by: .milliseconds(100))
  await store.receive(.sortCompletedTodos)

  // toggle 0
  await store.send(.todos(.element(id: UUID(1), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(1)]?.isComplete = true
  }

  // toggle 2
  await store.send(.todos(.element(id: UUID(2), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(2)]?.isComplete = true
  }

  // run
  await clock.advance(by: .seconds(1))
  await store.receive(.sortCompletedTodos) {
    $0.todos.move(fromOffsets: [0], toOffset: 2)
  }

  // filter completed
  await store.send(.binding(.set(\.filter, .completed))) {
    $0.filter = .completed
  }

  // move 1 0
  await store.send(.move([1], 0)) {
    $0.todos.move(fromOffsets: [1], toOffset: 3)
  }

  // run
  await clock.advance(by: .milliseconds(100))
  await store.receive(.sortCompletedTodos)
}
