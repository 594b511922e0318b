// Exported from a session of todoshell: 14 moments in 0s of virtual time.
import Core
import Foundation
import Testing

@testable import TodoShell

@Test func hostile() async {
  let clock = TestClock()
  let store = TestStore(initialState: Todos.State(editMode: .inactive, filter: .all, todos: [])) {
    Todos()
  } withDependencies: {
    $0.useSessionValues(clock: clock)
  }

  // add "<script>alert(1)</script>"
  await store.send(.addTodoButtonTapped) {
    $0.todos = [Todo.State(id: UUID(0), description: "", isComplete: false)]
  }
  await store.send(
    .todos(
      .element(id: UUID(0), action: .binding(.set(\.description, "<script>alert(1)</script>")))
    )
  ) {
    $0.todos[id: UUID(0)]?.description = "<script>alert(1)</script>"
  }

  // add "</script><script>alert(2)</script><!-- ]]> --> \" \\ ' `"
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(1), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(
      .element(
        id: UUID(1),
        action: .binding(
          .set(\.description, "</script><script>alert(2)</script><!-- ]]> --> \" \\ ' `")
        )
      )
    )
  ) {
    $0.todos[id: UUID(1)]?.description = "</script><script>alert(2)</script><!-- ]]> --> \" \\ ' `"
  }

  // add "line\u{2028}separator \u{202E}backwards\u{202C} \u{1B}[31mred\u{0} {{script}}"
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(2), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(
      .element(
        id: UUID(2),
        action: .binding(
          .set(
            \.description,
            "line\u{2028}separator \u{202E}backwards\u{202C} \u{1B}[31mred\u{0} {{script}}"
          )
        )
      )
    )
  ) {
    $0.todos[id: UUID(2)]?.description = "line\u{2028}separator \u{202E}backwards\u{202C} \u{1B}[31mred\u{0} {{script}}"
  }

  // add '"""; fatalError() /* */ // \(1 + 1) #"'
  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(3), description: "", isComplete: false), at: 0)
  }
  await store.send(
    .todos(
      .element(
        id: UUID(3),
        action: .binding(.set(\.description, "\"\"\"; fatalError() /* */ // \\(1 + 1) #\""))
      )
    )
  ) {
    $0.todos[id: UUID(3)]?.description = "\"\"\"; fatalError() /* */ // \\(1 + 1) #\""
  }

  await store.send(.addTodoButtonTapped) {
    $0.todos.insert(Todo.State(id: UUID(4), description: "", isComplete: false), at: 0)
  }

  // .todos(.element(id: UUID(3), action: .binding(.set(\.description, "\u{301}combining \u{200D}\u{FEFF}\u{2029}\r\n\t\\0 👩‍👩‍👧 $0 \u{E000}"))))
  await store.send(
    .todos(
      .element(
        id: UUID(3),
        action: .binding(
          .set(\.description, "\u{301}combining \u{200D}\u{FEFF}\u{2029}\r\n\t\\0 👩‍👩‍👧 $0 ")
        )
      )
    )
  ) {
    $0.todos[id: UUID(3)]?.description = "\u{301}combining \u{200D}\u{FEFF}\u{2029}\r\n\t\\0 👩‍👩‍👧 $0 "
  }

  // edit 0 ","
  await store.send(.todos(.element(id: UUID(4), action: .binding(.set(\.description, ","))))) {
    $0.todos[id: UUID(4)]?.description = ","
  }

  // edit 0 ") } ; {"
  await store.send(
    .todos(.element(id: UUID(4), action: .binding(.set(\.description, ") } ; {"))))
  ) {
    $0.todos[id: UUID(4)]?.description = ") } ; {"
  }

  // delete 0
  await store.send(.delete([0])) {
    $0.todos.remove(id: UUID(4))
  }
}
