import Foundation
import TestSupport
import Testing

/// The actions of the todos as text, typed into the real program.
struct TodosActionTests {
  @Test func whatIsPrintedReadsBackAsTheSame() throws {
    var generator = SeededGenerator(seed: 3)
    let lines = (0..<500).map { _ in action(using: &generator) + "\n" }
    let first = try todoshell(input: lines.joined())
    #expect(first.status == 0, "\(first.errors)")
    let typed = first.output.split(separator: "\n").filter { $0.hasPrefix("#") && $0.hasSuffix("  (typed)") }
    let actions = typed.compactMap { line in
      line.firstIndex(of: ".").map { "\(line[$0...].dropLast("  (typed)".count))\n" }
    }
    #expect(actions.count == lines.count)
    let second = try todoshell(input: actions.joined())
    #expect(second == first)
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
    let lines = (0..<400).map { _ in action(using: &generator) + "\n" }
    let run = try todoshell("-q", input: lines.joined() + "print 1\n")
    #expect(run.output.hasSuffix("1\n"))
    #expect(run.status == 0)
  }

  private func action(using generator: inout SeededGenerator) -> String {
    let indices = (0..<generator.below(5)).map { _ in "\(generator.below(100))" }.joined(separator: ", ")
    let texts = [#""""#, #""Milk""#, #""\"quoted\" \\ and\nmore""#, #""🥛""#, #""'""#]
    let text = texts[generator.below(texts.count)]
    switch generator.below(9) {
    case 0: return ".addTodoButtonTapped"
    case 1: return #".binding(.set(\.filter, .\#(["active", "all", "completed"][generator.below(3)])))"#
    case 2:
      return #".binding(.set(\.editMode, .\#(["active", "inactive", "transient"][generator.below(3)])))"#
    case 3: return ".clearCompletedButtonTapped"
    case 4: return ".delete([\(indices)])"
    case 5: return ".move([\(indices)], \(generator.below(100)))"
    case 6: return ".sortCompletedTodos"
    case 7:
      return #".binding(.set(\.todos, [Todo.State(id: UUID(3), description: \#(text), isComplete: true)]))"#
    default:
      let change = generator.below(2) == 0 ? #".set(\.description, \#(text))"# : #".toggle(\.isComplete)"#
      return ".todos(.element(id: UUID(\(generator.below(1_000))), action: .binding(\(change))))"
    }
  }

  @Test func aCaseIsDumpedAsItIsWritten() throws {
    let run = try todoshell("-q", "-c", "add Milk", "-c", "print [.edit(id: 1): todos, .none: [.active]]")
    #expect(run.output.contains("  .edit(id: 1): [\n"), "\(run.output)")
    #expect(run.output.contains("[0]: .active\n"), "\(run.output)")
  }

  @Test(arguments: [
    "print todos.description", "print todos.map(\\.self).debugDescription", "print [self].description",
  ])
  func whatMacrosAddToAStateIsNotShown(command: String) throws {
    let run = try todoshell("-q", "-c", "add Milk", "-c", command)
    #expect(run.status == 0)
    #expect(run.output.contains(#"description: \"Milk\", isComplete: false)"#), "\(run.output)")
    #expect(!run.output.contains("egistrar"), "\(run.output)")
  }
}
