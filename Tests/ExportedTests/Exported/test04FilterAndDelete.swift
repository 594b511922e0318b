// Exported from a session of todoshell: 17 moments in 1s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func test04FilterAndDelete() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // add Apples
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.description, "Apples"))))) {
    $0.todos[id: UUID(0)]?.description = "Apples"
  }

  // add Bread
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(1), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(1), action: .binding(.set(\.description, "Bread"))))) {
    $0.todos[id: UUID(1)]?.description = "Bread"
  }

  // add Cheese
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(2), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(2), action: .binding(.set(\.description, "Cheese"))))) {
    $0.todos[id: UUID(2)]?.description = "Cheese"
  }

  // toggle 0 2
  await store.send(.todos(.element(id: UUID(2), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(2)]?.isComplete = true
  }
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(0)]?.isComplete = true
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

  // delete 0
  await store.send(.delete([0])) {
    $0.todos.remove(id: UUID(2))
  }

  // filter active
  await store.send(.binding(.set(\.filter, .active))) {
    $0.filter = .active
  }

  // edit 0 Rye bread
  await store.send(
    .todos(.element(id: UUID(1), action: .binding(.set(\.description, "Rye bread"))))
  ) {
    $0.todos[id: UUID(1)]?.description = "Rye bread"
  }

  // filter all
  await store.send(.binding(.set(\.filter, .all))) {
    $0.filter = .all
  }

  // clear
  await store.send(.clearCompletedButtonTapped) {
    $0.todos.remove(id: UUID(0))
  }
}
