// Exported from a session of todoshell: 16 moments in 2.4s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func randomTodos4() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // mode active
  await store.send(.binding(.set(\.editMode, .active))) {
    $0.editMode = .active
  }

  // add Todo 8
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.description, "Todo 8"))))) {
    $0.todos[id: UUID(0)]?.description = "Todo 8"
  }

  // mode active
  await store.send(.binding(.set(\.editMode, .active)))

  // advance 1s
  await clock.advance(by: .seconds(1))

  // toggle 0
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(0)]?.isComplete = true
  }

  // advance 1s
  await clock.advance(by: .seconds(1))
  await store.receive(.sortCompletedTodos)

  // add Todo 25
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(1), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(1), action: .binding(.set(\.description, "Todo 25"))))
  ) {
    $0.todos[id: UUID(1)]?.description = "Todo 25"
  }

  // move 0 end
  await store.send(.move([0], 2)) {
    $0.todos.move(fromOffsets: [0], toOffset: 2)
  }

  // advance 400ms
  await clock.advance(by: .milliseconds(100))
  await store.receive(.sortCompletedTodos) {
    $0.todos.move(fromOffsets: [0], toOffset: 2)
  }
  await clock.advance(by: .milliseconds(300))

  // mode active
  await store.send(.binding(.set(\.editMode, .active)))
}
