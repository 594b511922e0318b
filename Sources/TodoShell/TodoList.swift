import Core
import ShellKit

/// The todos that are shown, as a person reads them: index, check box, text.
struct TodoList {
  private let state: Todos.State

  init(_ state: Todos.State) {
    self.state = state
  }

  /// The lines, without line breaks. Done todos are dimmed.
  var lines: [(text: String, style: Style?)] {
    let shown = state.filteredTodos
    guard !shown.isEmpty else { return [(emptyText, .dimmed)] }
    let width = "\(shown.count - 1)".count
    var lines = shown.enumerated().map { index, todo -> (text: String, style: Style?) in
      let number = String(repeating: " ", count: width - "\(index)".count) + "\(index)"
      let text = todo.description.isEmpty ? "(no text)" : todo.description
      return ("\(number) [\(todo.isComplete ? "x" : " ")] \(text)", todo.isComplete ? .dimmed : nil)
    }
    if state.filter != .all {
      lines.append(("\(shown.count) of \(state.todos.count) shown: filter \(state.filter)", .note))
    }
    return lines
  }

  private var emptyText: String {
    state.todos.isEmpty
      ? "no todos: 'add TEXT' adds one" : "no todos here: the filter \(state.filter) hides them all"
  }
}
