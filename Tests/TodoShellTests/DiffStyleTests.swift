import Foundation
import TestSupport
import Testing

/// What commands print: their net effect at the prompt and with `-i`, each moment with `set diff moments`.
struct DiffStyleTests {
  /// The text output of a session with `-i`.
  private func net(_ lines: String..., program: String = "todoshell") throws -> [String] {
    let input = lines.map { $0 + "\n" }.joined()
    return try run(builtProgram(program), ["-i"], input: Data(input.utf8)).output.split(separator: "\n").map(
      String.init
    )
  }

  @Test func theLogListsAsManyCommandsAsAskedFor() throws {
    let run = try run(builtProgramPath, ["-q", "-i"], input: Data("add A\nadd B\nlog 2\n".utf8))
    let rows = run.output.split(separator: "\n").filter { $0.contains("add") }
    #expect(rows.count == 2, "\(run.output)")
  }

  @Test func aCommandPrintsItsNetEffect() throws {
    #expect(
      try net("add Milk", "add Eggs", "toggle 0", "advance 400ms", "toggle 1", "advance 1s", "undo") == [
        #"  todos: + [0] Todo "Milk""#, #"  todos: + [0] Todo "Eggs""#,
        "  todos[0].isComplete: false → true  (Eggs)     ⏲ todoCompletion in 1s",
        "  +400ms  nothing was due",
        "  todos[1].isComplete: false → true  (Milk)     ⏲ todoCompletion in 1s  ✗ todoCompletion: replaced",
        "  +1.4s  .sortCompletedTodos                    ✓ todoCompletion", "  no state changes",
        "← #7 +400ms, was +1.4s  (advance 1s)", "  no state changes",
      ]
    )
  }

  @Test func aNewOrderIsPrintedAsOne() throws {
    #expect(try net("add Milk", "add Eggs", "toggle 0", "advance 1s").last == "  todos reordered: Milk, Eggs")
    // With a removal, the moves remain moves.
    #expect(
      try net("set quiet on", "add A", "add B", "add C", "toggle 0", "advance 1s", "set quiet off", "clear")
        == [#"  todos: - [2] Todo "C""#]
    )
    // A title is missing, or there is no room.
    #expect(
      try net("set quiet on", "add A", "add", "set quiet off", "move 1 0")[0].hasPrefix(
        #"  todos: ~ [1 → 0] Todo "A"  "#
      )
    )
  }

  @Test func commandsOfMacrosAndScriptsAreNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Tea\n", to: "tea")
    #expect(
      try net("macro two", "add A", "add B", "end", "two", "repeat 2 clear", "source \(folder.file("tea"))")
        == [
          "  > add A", #"  todos: + [0] Todo "A""#, "  > add B", #"  todos: + [0] Todo "B""#,
          "  no state changes",
          "  no state changes", "  > add Tea", #"  todos: + [0] Todo "Tea""#,
        ]
    )
  }

  @Test func anAlertComesAfterWhatCausedIt() throws {
    let lines = try net("search solaris", "run", "open 0", "borrow", "advance 14d", program: "bookshell")
    let alert = try #require(lines.firstIndex { $0.hasPrefix("┌") })
    #expect(lines[alert - 1] == "  +14d0.5s  .path(.element(id: 0, action: .book(.loanEnded)))  ✓ loan")
    #expect(lines.filter { $0.hasPrefix("┌") }.count == 1)
  }

  @Test func ofManyReceivedActionsTheFirstAreListed() throws {
    let lines = try net("set quiet on", "add A", "add B", "repeat 10 move 1 0", "set quiet off", "run")
    #expect(
      lines.count { $0.hasPrefix("  +100ms  .sortCompletedTodos  ") && $0.hasSuffix("  ✓ Todos.swift:60") }
        == 8,
      "\(lines)"
    )
    #expect(lines.contains("  … 2 more actions; 'log' lists them"))
  }

  /// Every effect that is in flight has been announced, and none that has ended is left.
  @Test(arguments: 0..<20) func theMarksAccountForAllEffects(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var commands = ["add A", "add B", "add C"]
    for _ in 0..<12 {
      let choices = [
        "toggle \(Int.random(in: 0...2, using: &random))",
        "advance \([200, 500, 1000].randomElement(using: &random)!)ms", "move 2 0", "add D",
        "repeat 2 toggle 0", "run",
      ]
      commands.append(choices.randomElement(using: &random)!)
    }
    let input = commands.flatMap { [$0, "effects", "print 0"] }.map { $0 + "\n" }.joined()
    var inFlight = 0
    for output in try todoshell("-i", input: input).output.components(separatedBy: "\n0\n").dropLast() {
      let lines = output.split(separator: "\n")
      for line in lines { inFlight += line.count { $0 == "⏲" } - line.count { "✓✗".contains($0) } }
      #expect(lines.count { $0.hasPrefix("in ") } == inFlight, "\(commands): \(output)")
    }
  }

  private static let milk = """
    #1 +0s .addTodoButtonTapped  (typed)
      todos: + [0] Todo ""
    #2 +0s .todos(.element(id: UUID(0), action: .binding(.set(\\.description, "Milk"))))  (typed)
      todos[0].description: "" → "Milk"

    """

  @Test func addingATodoTakesFourLines() throws {
    let run = try todoshell("-c", "set diff moments", "-c", "add Milk")
    #expect(run.output == Self.milk)
  }

  @Test func effectsThatStartAndEndTakeALineEach() throws {
    let run = try todoshell(
      input:
        "set quiet on\nset diff moments\nadd Milk\nadd Eggs\nset quiet off\ntoggle 0\ntoggle 1\nadvance 1s\n"
    )
    let lines = run.output.replacing(/Todos.swift:\d+/, with: "Todos.swift").split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix(" ") } == [
        "  todos[0].isComplete: false → true  (Eggs)",
        "  starts effect due in 1s (Todos.swift, id CancelID.todoCompletion)",
        "  todos[1].isComplete: false → true  (Milk)",
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
        "  todos reordered: A, C, B", #"  todos: - [1] Todo "C""#, #"  todos: + [1] Todo "C""#,
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
    #expect(try todoshell("-c", "set diff compact", "-c", "add Milk").output == Self.milk)
    #expect(try todoshell("-i", input: "set diff full\nadd Milk\n").output == full)
    #expect(try todoshell("-c", "set diff off", "-c", "add Milk").output.split(separator: "\n").count == 2)
  }

  @Test func thePromptIsBriefAndExpectedOutputIsNot() throws {
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
    let line = terminal.pty.screen.lines.first { $0.hasPrefix("  todos") }
    #expect(line == #"  todos: + [0] Todo "word0 word1 word… word17 word18 word19""#)
  }
}
