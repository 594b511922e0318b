import Foundation
import TestSupport
import Testing

/// The tour leads through the examples, and leaves room to try things.
struct TourTests {
  @Test(arguments: [("todoshell", "examples"), ("bookshell", "examples/books")])
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
    let chapters = try FileManager.default.contentsOfDirectory(
      atPath: repository.appending(path: "examples").path
    )
    .filter { $0.hasSuffix(".todoscript") }.count
    let run = try todoshell("-q", "tour", "2")
    #expect(
      run.output.hasPrefix(
        """
        A tour in \(chapters - 1) chapters

        ── 02-debounce ──

        The completed todos move to the end one second after the *last* toggle: a debounce.
        Time is virtual. Nothing really waits, so every millisecond can be examined.
        #0 +0s> add Milk
        #2 +0s> add Eggs
        #4 +0s> toggle 0
        #5 +0s> effects
        in 1s  effect of #5 at
        """
      )
    )
  }

  @Test func theFirstChapterMovesATodoAndConfirmsWhatItExpects() throws {
    let output = try todoshell("tour").output
    let start = try #require(output.firstRange(of: "> advance 1s"))
    let end = try #require(output.firstRange(of: "> expect todos.last.description == \"Bread\""))
    let change = output[start.upperBound..<end.lowerBound]
    #expect(change.contains("sortCompletedTodos") && !change.contains("(No state changes)"), "\(change)")
    #expect(output[end.upperBound...].hasPrefix("\nok: todos.last.description == \"Bread\"\n"))
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
      [builtProgramPath, "-q", "tour", "2"],
      environment: ["HOME": home.path, "NO_COLOR": "1"],
      columns: 100,
      rows: 40
    )
    try pty.wait(atPrompt: "#0 +0s> ")
    #expect(pty.screen.text.contains("\n  add Milk\n"))
    try pty.send("\r")
    try pty.wait(atPrompt: "#2 +0s> ")
    #expect(pty.screen.text.contains("\n#0 +0s> add Milk\n  add Eggs\n#2 +0s>"), "it reads like a session")
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
    try terminal.pty.wait(forText: "Return runs the command shown.")
    try terminal.pty.wait(atPrompt: "#0 +0s> ")
    #expect(terminal.pty.screen.text.contains("kept the previous session"))
    try terminal.pty.send("\r")
    try terminal.pty.wait(atPrompt: "#2 +0s> ")
  }
}
