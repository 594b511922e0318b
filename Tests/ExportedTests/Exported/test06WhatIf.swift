// Exported from a session of todoshell: 6 moments in 0s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func test06WhatIf() async {
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

  // add Bread
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(1), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(1), action: .binding(.set(\.description, "Bread"))))) {
    $0.todos[id: UUID(1)]?.description = "Bread"
  }

  // toggle 0
  await store.send(.todos(.element(id: UUID(1), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(1)]?.isComplete = true
  }

  // 1 effect is still in flight.
  await store.skipInFlightEffects()
}
