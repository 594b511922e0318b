import Core
import Foundation

extension Todos.Action: CasePathable {
  struct AllCasePaths: BindingCasePaths {
    var addTodoButtonTapped: AnyCasePath<Todos.Action, Void> {
      AnyCasePath(
        embed: { .addTodoButtonTapped },
        extract: { if case .addTodoButtonTapped = $0 { () } else { nil } }
      )
    }

    var binding: AnyCasePath<Todos.Action, BindingAction<Todos.State>> {
      AnyCasePath(
        embed: { .binding($0) },
        extract: { if case .binding(let binding) = $0 { binding } else { nil } }
      )
    }

    var clearCompletedButtonTapped: AnyCasePath<Todos.Action, Void> {
      AnyCasePath(
        embed: { .clearCompletedButtonTapped },
        extract: { if case .clearCompletedButtonTapped = $0 { () } else { nil } }
      )
    }

    var delete: AnyCasePath<Todos.Action, IndexSet> {
      AnyCasePath(
        embed: { .delete($0) },
        extract: { if case .delete(let indices) = $0 { indices } else { nil } }
      )
    }

    var move: AnyCasePath<Todos.Action, (IndexSet, Int)> {
      AnyCasePath(
        embed: { .move($0.0, $0.1) },
        extract: { if case .move(let source, let destination) = $0 { (source, destination) } else { nil } }
      )
    }

    var sortCompletedTodos: AnyCasePath<Todos.Action, Void> {
      AnyCasePath(
        embed: { .sortCompletedTodos },
        extract: { if case .sortCompletedTodos = $0 { () } else { nil } }
      )
    }

    var todos: AnyCasePath<Todos.Action, IdentifiedActionOf<Todo>> {
      AnyCasePath(
        embed: { .todos($0) },
        extract: { if case .todos(let action) = $0 { action } else { nil } }
      )
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
