import TestSupport
import Testing

/// `set diff compact`, which is how the prompt prints what an action changes.
struct CompactDiffTests {
  private static let milk = """
    #1 +0s .addTodoButtonTapped  (typed)
      todos: + [0] Todo ""
    #2 +0s .todos(.element(id: UUID(0), action: .binding(.set(\\.description, "Milk"))))  (typed)
      todos[0].description: "" → "Milk"

    """

  @Test func addingATodoTakesFourLines() throws {
    let run = try todoshell("-c", "set diff compact", "-c", "add Milk")
    #expect(run.output == Self.milk)
  }

  @Test func effectsThatStartAndEndTakeALineEach() throws {
    let run = try todoshell(
      input:
        "set quiet on\nset diff compact\nadd Milk\nadd Eggs\nset quiet off\ntoggle 0\ntoggle 1\nadvance 1s\n"
    )
    let lines = run.output.replacing(/Todos.swift:\d+/, with: "Todos.swift").split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix(" ") } == [
        "  todos[0].isComplete: false → true",
        "  starts effect due in 1s (Todos.swift, id CancelID.todoCompletion)",
        "  todos[1].isComplete: false → true",
        "  cancels effect of #5: replaced by a new effect with the same id",
        "  starts effect due in 1s (Todos.swift, id CancelID.todoCompletion)",
        "  no state changes",
        "  finishes effect of #6",
      ]
    )
  }

  @Test func whatMovesOrIsRemovedTakesALine() throws {
    let run = try todoshell(
      input: "set quiet on\nset diff compact\nadd A\nadd B\nadd C\nset quiet off\nmove 2 0\ndelete 1\nundo\n"
    )
    #expect(
      run.output.split(separator: "\n").filter { $0.hasPrefix("  todos") } == [
        #"  todos: ~ [2 → 0] Todo "A""#, #"  todos: - [1] Todo "C""#, #"  todos: + [1] Todo "C""#,
      ]
    )
  }

  /// The box says what the state's `alert` would.
  @Test func whatIsPresentedIsABoxOrALine() throws {
    let opened = ["set quiet on", "search solaris", "run", "set diff compact", "set quiet off", "open 0"]
    let page = try run(builtProgram("bookshell"), opened.flatMap { ["-c", $0] })
    #expect(page.output.hasSuffix("\n  presents screen path[id: 0].book\n"), "\(page.output)")
    let due = opened + ["borrow", "advance 14d"]
    let alert = try run(builtProgram("bookshell"), due.flatMap { ["-c", $0] })
    #expect(alert.output.contains("\n  finishes effect of #5\n┌───"), "\(alert.output)")
    #expect(alert.output.contains("│ Two weeks are over"))
    #expect(!alert.output.contains("destination") && !alert.output.contains("no state changes"))
  }

  @Test func aScriptPrintsDiffsInFullUnlessItSaysOtherwise() throws {
    let full = try todoshell("-c", "add Milk").output
    #expect(full.contains("\n+     [0]: Todo.State(\n"))
    #expect(try todoshell("-c", "set diff on", "-c", "add Milk").output == full)
    #expect(try todoshell("-c", "set diff full", "-c", "add Milk").output == full)
    #expect(try todoshell("-i", input: "add Milk\n").output == Self.milk)
    #expect(try todoshell("-i", input: "set diff full\nadd Milk\n").output == full)
    #expect(try todoshell("-c", "set diff off", "-c", "add Milk").output.split(separator: "\n").count == 2)
  }

  @Test func thePromptIsCompactAndExpectedOutputIsNot() throws {
    let home = try TemporaryFolder()
    let full = try todoshell("-c", "add Milk").output.split(separator: "\n").map { "| \($0)\n" }.joined()
    try home.write("add Milk\n\(full)", to: "script")
    let terminal = try ShellTerminal(home: home)
    try terminal.type("source \(home.file("script"))", until: "#2 +0s> ")
    #expect(!terminal.pty.screen.text.contains("error"), "\(terminal.pty.screen.text)")
    try terminal.type("undo", until: "#0 of 2 +0s> ")
    #expect(terminal.pty.screen.text.contains("\n  todos: - [0] Todo \"Milk\"\n"))
  }

  @Test func aLongValueIsElidedInTheMiddleToTheWidthOfTheWindow() throws {
    let terminal = try ShellTerminal(columns: 60)
    let text = (0..<20).map { "word\($0)" }.joined(separator: " ")
    try terminal.pty.send("add \"\(text)\"\r")
    try terminal.pty.wait(atPrompt: "#2 +0s> ")
    let line = terminal.pty.screen.lines.first { $0.hasPrefix("  todos[0].description") }
    #expect(line == #"  todos[0].description: "" → "word0 word1 wo… word18 word19""#)
  }
}
