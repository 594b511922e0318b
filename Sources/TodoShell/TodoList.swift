import Core
import ShellKit

/// The todos shown, as text: index, check box, description.
struct TodoList {
  private let state: Todos.State

  init(_ state: Todos.State) {
    self.state = state
  }

  /// The lines, without line breaks. Done todos are dimmed.
  ///
  /// - Parameter columns: The width in cells to which lines are wrapped with a hanging indent; `nil` for no limit.
  func lines(columns: Int? = nil) -> [(text: String, style: Style?)] {
    let shown = state.filteredTodos
    guard !shown.isEmpty else { return [(emptyText, .dimmed)] }
    let width = "\(shown.count - 1)".count
    var lines = shown.enumerated().flatMap { index, todo -> [(text: String, style: Style?)] in
      let number = String(repeating: " ", count: width - "\(index)".count) + "\(index)"
      let lines = "\(number) \(Self.text(of: todo))".wrapped(to: columns, indent: width + 5)
      return lines.map { ($0, todo.isComplete ? .dimmed : nil) }
    }
    if state.filter != .all {
      lines.append(("\(shown.count) of \(state.todos.count) shown: filter \(state.filter)", .note))
    }
    return lines
  }

  /// A todo with its check box.
  static func text(of todo: Todo.State) -> String {
    "[\(todo.isComplete ? "x" : " ")] \(todo.description.isEmpty ? "(no text)" : todo.description)"
  }

  private var emptyText: String {
    state.todos.isEmpty
      ? "no todos: 'add TEXT' adds one" : "no todos shown: the filter \(state.filter) hides them all"
  }
}
