import Foundation
import TestSupport
import Testing

/// The tour leads through its commands, and leaves room to try things.
struct TourTests {
  @Test func theTourEndsWithAConditionThatFailsAndOneThatHolds() throws {
    let run = try todoshell("tour")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    let commands = lines.count { $0.contains(/^#\d+.* \+\w+> [a-z]/) }
    #expect(commands == 8)
    let marks = lines.filter { $0.hasPrefix("✓") || $0.hasPrefix("✗") }
    #expect(
      marks.count == 2 && marks[0].hasPrefix("✗ the invariant does not hold after 1 command"),
      "\(marks)"
    )
    #expect(marks.last?.contains("holds for all sequences of up to 3 commands") == true, "\(marks)")
    #expect(!run.errors.contains("error"), "\(run.errors)")
    #expect(run.output.contains("\n  todos reordered: Milk, Eggs\n"))
  }

  @Test func theNextCommandIsOfferedInColour() throws {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal(
      [builtProgramPath, "tour"],
      environment: ["HOME": home.path],
      columns: 100,
      rows: 40
    )
    try pty.wait(forText: "#0 +0s> add Milk")
    #expect(pty.screen.lines.count { $0.contains("add Milk") } == 1)
    try pty.send("\r")
    try pty.wait(forText: "#2 +0s> add Eggs")
    #expect(pty.screen.text.contains("\n#0 +0s> add Milk\n  todos: + [0] Todo \"Milk\"\n"))
    // The right arrow takes it into the line, where it can be changed.
    try pty.send("\u{1B}[C and ham\r")
    try pty.wait(forText: "Todo \"Eggs and ham\"")
  }

  @Test(arguments: [("bookshell", "examples/books")])
  func leadsThroughEveryExampleWithoutWaitingInABatch(program: String, folder: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: folder).path)
      .filter { $0.hasSuffix(".todoscript") }.map { String($0.dropLast(".todoscript".count)) }.sorted()
    let run = try run(builtProgram(program), ["tour"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    let headings = run.output.split(separator: "\n").filter { $0.hasPrefix("── ") }
    #expect(headings.map { String($0.dropFirst(3).dropLast(3)) } == names)
  }

  @Test func showsEachCommentAndEachCommandBeforeWhatItPrints() throws {
    let tour = try todoshell("-q", "tour")
    #expect(
      tour.output.hasPrefix(
        """

        ── tour ──

        1. A command does what a person does with the app. `add` taps the button and types; the line below says what that changed.
        #0 +0s> add Milk

        2.
        """
      ),
      "\(tour.output)"
    )
    #expect(
      try run(builtProgram("bookshell"), ["tour", "2"]).output.hasPrefix(
        "A tour in 5 chapters\n\n── 02-pages ──\n"
      )
    )
  }

  @Test(arguments: [
    (["tour", "99"], "todoshell: error: the tour has "),
    (["tour", "x"], "todoshell: error: The value 'x' is invalid for '<chapter>'"),
    (["tour", "1", "-c", "list"], "todoshell: error: Unknown option '-c'"),
  ])
  func whatIsNoTourIsWrongUsage(arguments: [String], error: String) throws {
    let run = try run(builtProgramPath, arguments)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix(error))
  }

  @Test func returnGoesOnAndWhatIsTriedInBetweenIsLeftBehind() throws {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal(
      [builtProgramPath, "-q", "tour"],
      environment: ["HOME": home.path, "NO_COLOR": "1"],
      columns: 100,
      rows: 40
    )
    try pty.wait(atPrompt: "#0 +0s> ")
    #expect(pty.screen.text.contains("\n  add Milk\n"))
    try pty.send("\r")
    try pty.wait(atPrompt: "#2 +0s> ")
    #expect(pty.screen.text.contains("\n#0 +0s> add Milk\n\n2. The prompt"), "it reads like a session")
    #expect(!pty.screen.text.contains("\n  add Milk\n"))
    try pty.send("add Cheese\r")
    try pty.wait(atPrompt: "#4 +0s> ")
    try pty.send("add Butter\r")
    try pty.wait(atPrompt: "#6 +0s> ")
    try pty.send("\r")
    try pty.wait(atPrompt: "#4 +0s> ")
    #expect(pty.screen.text.contains("#6 +0s>\nback to the tour\n#2 +0s> add Eggs\n"))
    try pty.send("print todos.map(\\.description)\r")
    try pty.wait(forText: #"["Eggs", "Milk"]"#)
    try pty.wait(atPrompt: "#4 +0s> ")
    try pty.send("q\r")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test func theTourStartsAtThePromptToo() throws {
    let terminal = try ShellTerminal(arguments: [])
    try terminal.pty.wait(forText: "'tour' shows them")
    #expect(terminal.pty.screen.lines.count { !$0.isEmpty } == 2, "the greeting has one line")
    try terminal.type("add Bread", until: "#2 +0s> ")
    try terminal.pty.send("tour\r")
    try terminal.pty.wait(forText: "Press Return to run the command shown")
    try terminal.pty.wait(atPrompt: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("kept the previous session"))
    try terminal.pty.send("\r")
    try terminal.pty.wait(atPrompt: "#2 +0s> ")
  }
}
