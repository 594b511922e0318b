import Core
import ShellKit

extension Vocabulary<Todos.State, Todos.Action> {
  /// The commands for a list of todos. Indices refer to the todos shown, from 0.
  static var todos: Self {
    Vocabulary("Todos") {
      Command(
        "add",
        Argument.text("TEXT").optional(),
        summary: "Add a todo at the top",
        discussion:
          "This is one turn with two actions: the button is tapped, then the text is typed. Quotes preserve spaces.",
        examples: ["add Milk": "a todo with a text", "add": "a todo without one"]
      ) { turn, text in
        turn.send(.addTodoButtonTapped)
        guard let text, let todo = turn.state.todos.first else { return }
        turn.send(.todos(.element(id: todo.id, action: .binding(.set(\.description, text)))))
      }
      Command(
        "toggle",
        Argument.selection("TODO…", titled: true).completing(\Todos.State.indexCompletions),
        summary: "Mark todos as done or not done",
        discussion: "One second after the last toggle, the completed todos move to the end.",
        examples: [
          "toggle 0": "the first todo", "toggle Milk": "the todo with that title", "toggle 0 2": "two todos",
          "toggle all": "every todo shown",
        ]
      ) { turn, selection in
        for todo in try turn.state.shown(selection) {
          turn.send(.todos(.element(id: todo.id, action: .binding(.set(\.isComplete, !todo.isComplete)))))
        }
      }
      Command(
        "edit",
        Argument.index("TODO", titled: true).completing(\Todos.State.indexCompletions),
        Argument.text("TEXT"),
        summary: "Change the text of a todo",
        examples: ["edit 0 Oat milk": "rename the first todo to 'Oat milk'"]
      ) { turn, index, text in
        let shown = turn.state.filteredTodos
        let todo = shown[try index.resolved(count: shown.count, noun: "todo") { shown[$0].description }]
        turn.send(.todos(.element(id: todo.id, action: .binding(.set(\.description, text)))))
      }
      Command(
        "filter",
        Argument.choice("filter", among: Filter.choices),
        summary: "Show all, only active or only completed todos",
        examples: ["filter active": "show only what is left to do"]
      ) { turn, filter in
        turn.send(.binding(.set(\.filter, filter)))
      }
      Command(
        "delete",
        Argument.selection("SET", titled: true).completing(\Todos.State.indexCompletions),
        summary: "Delete todos from the list shown",
        examples: ["delete 0": "the first", "delete 1-3": "three todos", "delete last": "the last"]
      ) { turn, selection in
        turn.send(.delete(try turn.state.offsets(selection)))
      }
      Command(
        "move",
        Argument.selection("SET", leaving: 1, titled: true).completing(\Todos.State.indexCompletions),
        Argument.destination("DEST"),
        summary: "Move todos before another one, or to the end",
        discussion: """
          The todos go before the one at position DEST, counted before the move, or to the end if DEST is 'end'. A \
          tenth of a second later, the completed todos move to the end.
          """,
        examples: ["move 2 0": "the third to the top", "move 0 end": "the first to the end"]
      ) { turn, selection, destination in
        let offsets = try turn.state.offsets(selection)
        turn.send(.move(offsets, try destination.resolved(count: turn.state.filteredTodos.count)))
      }
      Command("clear", summary: "Remove the completed todos", examples: ["clear": "remove what is done"]) {
        turn in
        turn.send(.clearCompletedButtonTapped)
      }
      Command(
        "sort",
        summary: "Move the completed todos to the end now",
        examples: ["sort": "sort without waiting"]
      ) { turn in
        turn.send(.sortCompletedTodos)
      }
      Command(
        "mode",
        Argument.choice("mode", among: EditMode.choices),
        summary: "Change the edit mode",
        examples: ["mode active": "start rearranging the list"]
      ) { turn, mode in
        turn.send(.binding(.set(\.editMode, mode)))
      }
      Command(
        "list",
        summary: "Show the todos that pass the filter",
        examples: ["list": "the todos with their indices"]
      ) { shell in
        for line in TodoList(shell.session.state).lines(columns: shell.columns) {
          shell.print(line.text, style: line.style)
        }
      }
      .paged()
      .overview()
    }
  }
}

extension Todos.State {
  /// The selected todos of the list shown.
  fileprivate func shown(_ selection: IndexSelection) throws(Diagnostic) -> [Todo.State] {
    let shown = filteredTodos
    return try Self.offsets(selection, in: shown).map { shown[$0] }
  }

  fileprivate func offsets(_ selection: IndexSelection) throws(Diagnostic) -> [Int] {
    try Self.offsets(selection, in: filteredTodos)
  }

  private static func offsets(
    _ selection: IndexSelection,
    in shown: IdentifiedArrayOf<Todo.State>
  ) throws(Diagnostic) -> [Int] {
    try selection.indices(count: shown.count, noun: "todo") { shown[$0].description }
  }

  /// The indices of the todos shown, each with its todo as in the list.
  fileprivate var indexCompletions: [Completion] {
    filteredTodos.enumerated().map {
      Completion("\($0)", summary: TodoList.text(of: $1), title: $1.description)
    }
  }
}

extension Filter {
  fileprivate static var choices: [(word: String, value: Filter, summary: String)] {
    [
      ("all", .all, "every todo"),
      ("active", .active, "what is left to do"),
      ("completed", .completed, "what is done"),
    ]
  }
}

extension EditMode {
  fileprivate static var choices: [(word: String, value: EditMode, summary: String)] {
    [
      ("inactive", .inactive, "the list is not being edited"),
      ("transient", .transient, "a row is being swiped"),
      ("active", .active, "the list is being rearranged"),
    ]
  }
}
