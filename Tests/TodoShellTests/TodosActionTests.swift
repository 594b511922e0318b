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

  @Test(
    arguments: [
      ".move([5], 9)", ".move([0, 7], -1)", ".move([0], 9223372036854775807)", ".delete([7])",
      ".todos(.element(id: UUID(9), action: .binding(.toggle(\\.isComplete))))",
    ]
  )
  func whatIsNotThereIsLeftAlone(line: String) throws {
    for filter in ["all", "active"] {
      let script = "add Milk\nadd Eggs\nfilter \(filter)\n\(line)\nprint todos.map(\\.description).sorted()\n"
      let run = try todoshell("-q", input: script)
      #expect(run.output == "[\"Eggs\", \"Milk\"]\n", "\(run.errors)")
      #expect(run.status == 0)
    }
  }

  @Test func randomActionsNeverEndTheShell() throws {
    var generator = SeededGenerator(seed: 7)
    let lines = (0..<400).map { _ in ActionSyntax.text(action(using: &generator)) + "\n" }
    let run = try todoshell("-q", input: lines.joined() + "print 1\n")
    #expect(run.output.hasSuffix("1\n"))
    #expect(run.status == 0)
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
