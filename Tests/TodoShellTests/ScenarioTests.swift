import Foundation
import Synchronization
import TestSupport
import Testing

/// What a session with todos comes to, and that it comes to the same each time.
struct ScenarioTests {
  @Test func nothingIsSortedBeforeASecondHasPassed() throws {
    let script = """
      add Milk
      add Eggs
      toggle 0
      advance 999ms
      expect todos[0].description == "Eggs"
      advance 1ms
      expect todos[1].description == "Eggs"
      """
    #expect(try todoshell("-q", input: script) == TodoShellRun(status: 0, output: "", errors: ""))
  }

  @Test func aSecondToggleRestartsTheSecond() throws {
    let script = """
      add Milk
      add Eggs
      add Bread
      toggle 0
      advance 600ms
      toggle 1
      advance 999ms
      expect todos[0].description == "Bread"
      advance 1ms
      expect todos[0].description == "Milk"
      """
    #expect(try todoshell("-q", input: script) == TodoShellRun(status: 0, output: "", errors: ""))
  }

  @Test func undoingAnAdvanceRewindsTheClockAndRearmsTheSort() throws {
    let script = """
      add Milk
      add Eggs
      toggle 0
      advance 400ms
      effects
      advance 1s
      clock
      effects
      undo
      clock
      effects
      advance 600ms
      expect todos[1].description == "Eggs"
      """
    let run = try todoshell("-q", input: script)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.replacing(/swift:\d+/, with: "swift:0") == """
        in 600ms  effect of #5 at Todos.swift:0, id CancelID.todoCompletion
        +1.4s, nothing is scheduled
        nothing is in flight
        +400ms, the next effect is due in 600ms
        in 600ms  effect of #5 at Todos.swift:0, id CancelID.todoCompletion

        """
    )
  }

  @Test func aBranchFromThePastLosesNothing() throws {
    let script =
      "add Milk\nundo\nadd Eggs\ngoto 2\nprint todos[0].description\ngoto 4\nprint todos[0].description\n"
    #expect(try todoshell("-q", input: script).output == "\"Milk\"\n\"Eggs\"\n")
  }

  @Test func everyActionIsShownWithItsOriginAndItsChange() throws {
    let run = try todoshell(input: "add Milk\ntoggle 0\nadvance 1s\n")
    #expect(
      run.output.replacing(/swift:\d+/, with: "swift:0") == """
        #1 +0s .addTodoButtonTapped  (typed)
          Todos.State(
            editMode: .inactive,
            filter: .all,
            todos: [
        +     [0]: Todo.State(
        +       id: UUID(00000000-0000-0000-0000-000000000000),
        +       description: "",
        +       isComplete: false
        +     )
            ]
          )
        #2 +0s .todos(.element(id: UUID(0), action: .binding(.set(\\.description, "Milk"))))  (typed)
          Todos.State(
            editMode: .inactive,
            filter: .all,
            todos: [
              [0]: Todo.State(
                id: UUID(00000000-0000-0000-0000-000000000000),
        -       description: "",
        +       description: "Milk",
                isComplete: false
              )
            ]
          )
        #3 +0s .todos(.element(id: UUID(0), action: .binding(.set(\\.isComplete, true))))  (typed)
          Todos.State(
            editMode: .inactive,
            filter: .all,
            todos: [
              [0]: Todo.State(
                id: UUID(00000000-0000-0000-0000-000000000000),
                description: "Milk",
        -       isComplete: false
        +       isComplete: true
              )
            ]
          )
        #4 +1s clock +1s
        #5 +1s .sortCompletedTodos  (effect of #3 at Todos.swift:0, id CancelID.todoCompletion, animation default)
          (No state changes)

        """
    )
  }

  @Test func theLogShowsWhatIsPastAndWhatIsToCome() throws {
    let run = try todoshell("-q", input: "add\ntoggle 0\nadvance 1s\nundo\nlog\n")
    #expect(
      run.output == """
          #0  +0s  start
          #1  +0s  .addTodoButtonTapped                                                       add
        > #2  +0s  .todos(.element(id: UUID(0), action: .binding(.set(\\.isComplete, true))))  toggle 0
          #3  +1s  clock +1s                                                                  advance 1s
          #4  +1s  .sortCompletedTodos                                                        effect of #2

        """
    )
  }

  @Test func travellingShowsTheWayAndWhatItChanges() throws {
    let run = try todoshell(
      input: "set diff off\nadd\nadvance 1s\nadvance 1s\nundo\nback\ngoto 0\ngoto @1s\n"
    )
    #expect(
      run.output.hasSuffix(
        """
        ← #2 +1s, was +2s  (advance 1s)
        ← #1 +0s, was +1s  (advance 1s)
        ← #0 +0s  (add)
        → #2 +1s, was +0s

        """
      ),
      "\(run.output)"
    )
  }

  @Test func theListReadsAsOne() throws {
    let run = try todoshell(
      "-q",
      input: "add A\nadd\nadd C\nlist\ntoggle 0\nfilter completed\nlist\nfilter active\nlist\n"
    )
    #expect(
      run.output == """
        0 [ ] C
        1 [ ] (no text)
        2 [ ] A
        0 [x] C
        1 of 3 shown: filter completed
        0 [ ] (no text)
        1 [ ] A
        2 of 3 shown: filter active

        """
    )
  }

  @Test func expressionsSeeTheTodosThatTheFilterShows() throws {
    let script = """
      add Milk
      add Eggs
      toggle 0
      filter completed
      expect filteredTodos.count == 1 && todos.count == 2
      print filteredTodos.map(\\.description)
      print filteredTodos[id: 1].isComplete
      """
    let run = try todoshell("-q", input: script)
    #expect(run.output == "[\"Eggs\"]\ntrue\n")
    let wrong = try todoshell("-c", "print filteredTodo")
    #expect(wrong.errors.contains("help: did you mean 'filteredTodos'?\n"), "\(wrong.errors)")
  }

  /// Four at a time, which is more than the machine's cores may be.
  @Test func theSameScriptPrintsTheSameBytesEachTime() async throws {
    let script = """
      add Milk
      add Eggs
      add Bread
      toggle 0 1
      advance 300ms
      move 2 0
      effects
      advance 1s
      undo
      back
      add Oats
      run
      log
      state
      """
    let outputs = try await withThrowingTaskGroup(of: TodoShellRun.self) { group in
      for _ in 0..<rounds(25) { group.addTask { try todoshell(input: script) } }
      return try await group.reduce(into: [TodoShellRun]()) { $0.append($1) }
    }
    #expect(outputs.count == rounds(25))
    #expect(outputs[0].status == 0, "\(outputs[0].errors)")
    #expect(outputs.allSatisfy { $0 == outputs[0] })
  }

  /// Memory that is read before it is written must not show: it is filled with other bytes in each run.
  @Test func theSameScriptPrintsTheSameBytesWhateverMemoryHolds() throws {
    var script = "set quiet on\n"
    for number in 0..<33 { script += "add x\(number)\n" }
    script += "set quiet off\n"
    for number in 0..<20 { script += "move \(number) \((number * 7) % 33)\n" }
    script += "toggle 3 5 8\nadvance 2s\nundo 4\ndelete 1-4\n"
    let outputs = try Set(
      ["0", "1", "85", "170", "255"].flatMap { bytes in
        try (0..<4).map { _ in
          try todoshell(input: script, environment: ["MALLOC_PERTURB_": bytes]).output
        }
      }
    )
    #expect(outputs.count == 1)
  }
}
