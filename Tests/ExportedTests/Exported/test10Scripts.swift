// Exported from a session of todoshell: 18 moments in 1s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func test10Scripts() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // add "Chair 0"
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(
    .todos(.element(id: UUID(0), action: .binding(.set(\.description, "Chair 0"))))
  ) {
    $0.todos[id: UUID(0)]?.description = "Chair 0"
  }

  // add "Chair 1"
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(1), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(1), action: .binding(.set(\.description, "Chair 1"))))
  ) {
    $0.todos[id: UUID(1)]?.description = "Chair 1"
  }

  // add "Chair 2"
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(2), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(2), action: .binding(.set(\.description, "Chair 2"))))
  ) {
    $0.todos[id: UUID(2)]?.description = "Chair 2"
  }

  // add "Milk"
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(3), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(3), action: .binding(.set(\.description, "Milk"))))) {
    $0.todos[id: UUID(3)]?.description = "Milk"
  }

  // add "Brown eggs"
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(4), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(4), action: .binding(.set(\.description, "Brown eggs"))))
  ) {
    $0.todos[id: UUID(4)]?.description = "Brown eggs"
  }

  // add "Brown eggs"
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(5), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(5), action: .binding(.set(\.description, "Brown eggs"))))
  ) {
    $0.todos[id: UUID(5)]?.description = "Brown eggs"
  }

  // toggle 0
  await store.send(.todos(.element(id: UUID(5), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(5)]?.isComplete = true
  }

  // run
  await clock.advance(by: .seconds(1))
  await store.receive(.sortCompletedTodos) {
    $0.todos.move(fromOffsets: [0], toOffset: 6)
  }

  // clear
  await store.send(.clearCompletedButtonTapped) {
    $0.todos.remove(id: UUID(5))
  }

  // move 0 end
  await store.send(.move([0], 5)) {
    $0.todos.move(fromOffsets: [0], toOffset: 5)
  }

  // 1 effect is still in flight.
  await store.skipInFlightEffects()
}
