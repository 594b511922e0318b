import Core
import Foundation
import ShellKit
import TestSupport
import Testing

@testable import TodoShell

/// The actions of the todos as text.
@Suite struct TodosActionTests {
  @Test func whatIsPrintedReadsBackAsTheSame() {
    for seed in 0..<500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let action = action(using: &generator)
      let text = ActionSyntax.text(action)
      do {
        let read = try ActionSyntax.action(Todos.Action.self, parsing: SourceText(text))
        #expect(read == action, "seed \(seed): \(text)")
      } catch {
        Issue.record("seed \(seed): \(text): \(error)")
      }
    }
  }

  private func action(using generator: inout SeededGenerator) -> Todos.Action {
    let indices = IndexSet((0..<generator.below(5)).map { _ in generator.below(100) })
    let texts = ["", "Milk", "\"quoted\" \\ and\nmore", "🥛", "'"]
    let text = texts[generator.below(texts.count)]
    switch generator.below(9) {
    case 0: return .addTodoButtonTapped
    case 1: return .binding(.set(\.filter, Filter.allCases[generator.below(3)]))
    case 2: return .binding(.set(\.editMode, EditMode.allCases[generator.below(3)]))
    case 3: return .clearCompletedButtonTapped
    case 4: return .delete(indices)
    case 5: return .move(indices, generator.below(100))
    case 6: return .sortCompletedTodos
    case 7: return .binding(.set(\.todos, [Todo.State(id: UUID(3), description: text, isComplete: true)]))
    default:
      let id = UUID(generator.below(1_000))
      let isText = generator.below(2) == 0
      let change: BindingAction<Todo.State> = isText ? .set(\.description, text) : .toggle(\.isComplete)
      return .todos(.element(id: id, action: .binding(change)))
    }
  }
}
