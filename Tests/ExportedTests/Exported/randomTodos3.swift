// Exported from a session of todoshell: 31 moments in 2.8s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func randomTodos3() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // advance 400ms
  await clock.advance(by: .milliseconds(400))

  // advance 400ms
  await clock.advance(by: .milliseconds(400))

  // sort
  await store.send(.sortCompletedTodos)

  // add Todo 6
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.description, "Todo 6"))))) {
    $0.todos[id: UUID(0)]?.description = "Todo 6"
  }

  // toggle all
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(0)]?.isComplete = true
  }

  // toggle all
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, false))))) {
    $0.todos[id: UUID(0)]?.isComplete = false
  }

  // toggle all
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(0)]?.isComplete = true
  }

  // toggle all
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, false))))) {
    $0.todos[id: UUID(0)]?.isComplete = false
  }

  // move 0 end
  await store.send(.move([0], 1))

  // filter all
  await store.send(.binding(.set(\.filter, .all)))

  // add Todo 16
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(1), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(1), action: .binding(.set(\.description, "Todo 16"))))
  ) {
    $0.todos[id: UUID(1)]?.description = "Todo 16"
  }

  // run
  await clock.advance(by: .milliseconds(100))
  await store.receive(.sortCompletedTodos)
  await clock.advance(by: .milliseconds(900))
  await store.receive(.sortCompletedTodos)

  // filter active
  await store.send(.binding(.set(\.filter, .active))) {
    $0.filter = .active
  }

  // toggle 1
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(0)]?.isComplete = true
  }

  // move 0 end
  await store.send(.move([0], 1)) {
    $0.todos.move(fromOffsets: [0], toOffset: 2)
  }

  // move 0 end
  await store.send(.move([0], 1))

  // run
  await clock.advance(by: .milliseconds(100))
  await store.receive(.sortCompletedTodos) {
    $0.todos.move(fromOffsets: [0], toOffset: 2)
  }
  await store.receive(.sortCompletedTodos)
  await clock.advance(by: .milliseconds(900))
  await store.receive(.sortCompletedTodos)

  // toggle all
  await store.send(.todos(.element(id: UUID(1), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(1)]?.isComplete = true
  }

  // add Todo 29
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(2), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(2), action: .binding(.set(\.description, "Todo 29"))))
  ) {
    $0.todos[id: UUID(2)]?.description = "Todo 29"
  }

  // toggle all
  await store.send(.todos(.element(id: UUID(2), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(2)]?.isComplete = true
  }

  // 1 effect is still in flight.
  await store.skipInFlightEffects()
}
