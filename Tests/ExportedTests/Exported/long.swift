// Exported from a session of todoshell: 104 moments in 1s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func long() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }
  await longPart1(store, clock)
  await longPart2(store, clock)
  await longPart3(store, clock)
}

private func longPart1(_ store: TestStore<Todos.State, Todos.Action>, _ clock: TestClock<Duration>) async {
  // add Todo 0
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(.todos(.element(id: UUID(0), action: .binding(.set(\.description, "Todo 0"))))) {
    $0.todos[id: UUID(0)]?.description = "Todo 0"
  }

  // add Todo 1
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(1), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(1), action: .binding(.set(\.description, "Todo 1"))))) {
    $0.todos[id: UUID(1)]?.description = "Todo 1"
  }

  // add Todo 2
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(2), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(2), action: .binding(.set(\.description, "Todo 2"))))) {
    $0.todos[id: UUID(2)]?.description = "Todo 2"
  }

  // add Todo 3
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(3), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(3), action: .binding(.set(\.description, "Todo 3"))))) {
    $0.todos[id: UUID(3)]?.description = "Todo 3"
  }

  // add Todo 4
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(4), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(4), action: .binding(.set(\.description, "Todo 4"))))) {
    $0.todos[id: UUID(4)]?.description = "Todo 4"
  }

  // add Todo 5
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(5), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(5), action: .binding(.set(\.description, "Todo 5"))))) {
    $0.todos[id: UUID(5)]?.description = "Todo 5"
  }

  // add Todo 6
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(6), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(6), action: .binding(.set(\.description, "Todo 6"))))) {
    $0.todos[id: UUID(6)]?.description = "Todo 6"
  }

  // add Todo 7
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(7), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(7), action: .binding(.set(\.description, "Todo 7"))))) {
    $0.todos[id: UUID(7)]?.description = "Todo 7"
  }

  // add Todo 8
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(8), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(8), action: .binding(.set(\.description, "Todo 8"))))) {
    $0.todos[id: UUID(8)]?.description = "Todo 8"
  }

  // add Todo 9
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(9), description: "", isComplete: false), at: 0)
  }
  await store.send(.todos(.element(id: UUID(9), action: .binding(.set(\.description, "Todo 9"))))) {
    $0.todos[id: UUID(9)]?.description = "Todo 9"
  }

  // add Todo 10
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(10), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(10), action: .binding(.set(\.description, "Todo 10"))))
  ) {
    $0.todos[id: UUID(10)]?.description = "Todo 10"
  }

  // add Todo 11
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(11), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(11), action: .binding(.set(\.description, "Todo 11"))))
  ) {
    $0.todos[id: UUID(11)]?.description = "Todo 11"
  }

  // add Todo 12
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(12), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(12), action: .binding(.set(\.description, "Todo 12"))))
  ) {
    $0.todos[id: UUID(12)]?.description = "Todo 12"
  }

  // add Todo 13
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(13), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(13), action: .binding(.set(\.description, "Todo 13"))))
  ) {
    $0.todos[id: UUID(13)]?.description = "Todo 13"
  }

  // add Todo 14
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(14), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(14), action: .binding(.set(\.description, "Todo 14"))))
  ) {
    $0.todos[id: UUID(14)]?.description = "Todo 14"
  }

  // add Todo 15
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(15), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(15), action: .binding(.set(\.description, "Todo 15"))))
  ) {
    $0.todos[id: UUID(15)]?.description = "Todo 15"
  }

  // add Todo 16
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(16), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(16), action: .binding(.set(\.description, "Todo 16"))))
  ) {
    $0.todos[id: UUID(16)]?.description = "Todo 16"
  }

  // add Todo 17
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(17), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(17), action: .binding(.set(\.description, "Todo 17"))))
  ) {
    $0.todos[id: UUID(17)]?.description = "Todo 17"
  }

  // add Todo 18
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(18), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(18), action: .binding(.set(\.description, "Todo 18"))))
  ) {
    $0.todos[id: UUID(18)]?.description = "Todo 18"
  }

  // add Todo 19
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(19), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(19), action: .binding(.set(\.description, "Todo 19"))))
  ) {
    $0.todos[id: UUID(19)]?.description = "Todo 19"
  }
}

private func longPart2(_ store: TestStore<Todos.State, Todos.Action>, _ clock: TestClock<Duration>) async {
  // add Todo 20
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(20), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(20), action: .binding(.set(\.description, "Todo 20"))))
  ) {
    $0.todos[id: UUID(20)]?.description = "Todo 20"
  }

  // add Todo 21
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(21), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(21), action: .binding(.set(\.description, "Todo 21"))))
  ) {
    $0.todos[id: UUID(21)]?.description = "Todo 21"
  }

  // add Todo 22
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(22), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(22), action: .binding(.set(\.description, "Todo 22"))))
  ) {
    $0.todos[id: UUID(22)]?.description = "Todo 22"
  }

  // add Todo 23
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(23), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(23), action: .binding(.set(\.description, "Todo 23"))))
  ) {
    $0.todos[id: UUID(23)]?.description = "Todo 23"
  }

  // add Todo 24
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(24), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(24), action: .binding(.set(\.description, "Todo 24"))))
  ) {
    $0.todos[id: UUID(24)]?.description = "Todo 24"
  }

  // add Todo 25
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(25), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(25), action: .binding(.set(\.description, "Todo 25"))))
  ) {
    $0.todos[id: UUID(25)]?.description = "Todo 25"
  }

  // add Todo 26
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(26), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(26), action: .binding(.set(\.description, "Todo 26"))))
  ) {
    $0.todos[id: UUID(26)]?.description = "Todo 26"
  }

  // add Todo 27
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(27), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(27), action: .binding(.set(\.description, "Todo 27"))))
  ) {
    $0.todos[id: UUID(27)]?.description = "Todo 27"
  }

  // add Todo 28
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(28), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(28), action: .binding(.set(\.description, "Todo 28"))))
  ) {
    $0.todos[id: UUID(28)]?.description = "Todo 28"
  }

  // add Todo 29
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(29), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(29), action: .binding(.set(\.description, "Todo 29"))))
  ) {
    $0.todos[id: UUID(29)]?.description = "Todo 29"
  }

  // add Todo 30
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(30), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(30), action: .binding(.set(\.description, "Todo 30"))))
  ) {
    $0.todos[id: UUID(30)]?.description = "Todo 30"
  }

  // add Todo 31
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(31), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(31), action: .binding(.set(\.description, "Todo 31"))))
  ) {
    $0.todos[id: UUID(31)]?.description = "Todo 31"
  }

  // add Todo 32
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(32), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(32), action: .binding(.set(\.description, "Todo 32"))))
  ) {
    $0.todos[id: UUID(32)]?.description = "Todo 32"
  }

  // add Todo 33
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(33), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(33), action: .binding(.set(\.description, "Todo 33"))))
  ) {
    $0.todos[id: UUID(33)]?.description = "Todo 33"
  }

  // add Todo 34
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(34), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(34), action: .binding(.set(\.description, "Todo 34"))))
  ) {
    $0.todos[id: UUID(34)]?.description = "Todo 34"
  }

  // add Todo 35
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(35), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(35), action: .binding(.set(\.description, "Todo 35"))))
  ) {
    $0.todos[id: UUID(35)]?.description = "Todo 35"
  }

  // add Todo 36
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(36), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(36), action: .binding(.set(\.description, "Todo 36"))))
  ) {
    $0.todos[id: UUID(36)]?.description = "Todo 36"
  }

  // add Todo 37
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(37), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(37), action: .binding(.set(\.description, "Todo 37"))))
  ) {
    $0.todos[id: UUID(37)]?.description = "Todo 37"
  }

  // add Todo 38
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(38), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(38), action: .binding(.set(\.description, "Todo 38"))))
  ) {
    $0.todos[id: UUID(38)]?.description = "Todo 38"
  }

  // add Todo 39
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(39), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(39), action: .binding(.set(\.description, "Todo 39"))))
  ) {
    $0.todos[id: UUID(39)]?.description = "Todo 39"
  }
}

private func longPart3(_ store: TestStore<Todos.State, Todos.Action>, _ clock: TestClock<Duration>) async {
  // add Todo 40
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(40), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(40), action: .binding(.set(\.description, "Todo 40"))))
  ) {
    $0.todos[id: UUID(40)]?.description = "Todo 40"
  }

  // add Todo 41
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(41), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(41), action: .binding(.set(\.description, "Todo 41"))))
  ) {
    $0.todos[id: UUID(41)]?.description = "Todo 41"
  }

  // add Todo 42
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(42), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(42), action: .binding(.set(\.description, "Todo 42"))))
  ) {
    $0.todos[id: UUID(42)]?.description = "Todo 42"
  }

  // add Todo 43
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(43), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(43), action: .binding(.set(\.description, "Todo 43"))))
  ) {
    $0.todos[id: UUID(43)]?.description = "Todo 43"
  }

  // add Todo 44
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(44), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(44), action: .binding(.set(\.description, "Todo 44"))))
  ) {
    $0.todos[id: UUID(44)]?.description = "Todo 44"
  }

  // add Todo 45
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(45), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(45), action: .binding(.set(\.description, "Todo 45"))))
  ) {
    $0.todos[id: UUID(45)]?.description = "Todo 45"
  }

  // add Todo 46
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(46), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(46), action: .binding(.set(\.description, "Todo 46"))))
  ) {
    $0.todos[id: UUID(46)]?.description = "Todo 46"
  }

  // add Todo 47
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(47), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(47), action: .binding(.set(\.description, "Todo 47"))))
  ) {
    $0.todos[id: UUID(47)]?.description = "Todo 47"
  }

  // add Todo 48
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(48), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(48), action: .binding(.set(\.description, "Todo 48"))))
  ) {
    $0.todos[id: UUID(48)]?.description = "Todo 48"
  }

  // add Todo 49
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(49), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(.element(id: UUID(49), action: .binding(.set(\.description, "Todo 49"))))
  ) {
    $0.todos[id: UUID(49)]?.description = "Todo 49"
  }

  // toggle 3
  await store.send(.todos(.element(id: UUID(46), action: .binding(.set(\.isComplete, true))))) {
    $0.todos[id: UUID(46)]?.isComplete = true
  }

  // run
  await clock.advance(by: .seconds(1))
  await store.receive(.sortCompletedTodos) {
    $0.todos.move(fromOffsets: [3], toOffset: 50)
  }
}
