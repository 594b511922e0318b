import Foundation
import TestSupport
import Testing

/// `todoshell -i FILE:LINE`: a conversation that begins in the middle of a script.
struct OpenScriptTests {
  private static let script = """
    # A comment.
    add Milk
    add Eggs
    | …

    repeat 2
      add Tea
    end
    list
    | 0 [ ] Tea
    | nothing else
    toggle 9

    """

  /// Runs the shell at the script, and lists the todos.
  private func list(at place: String, _ script: String = script) throws -> TodoShellRun {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "s")
    try folder.write("clock\n", to: "s:9:7")
    return try run(
      builtProgramPath,
      ["-q", "-i", place],
      input: Data("print todos.count\n".utf8),
      in: folder.url
    )
  }

  @Test(
    arguments: [
      ("s:0", "0 commands of s have run; next is line 2: add Milk", 0),
      ("s:1", "0 commands of s have run; next is line 2: add Milk", 0),
      ("s:2:5", "0 commands of s have run; next is line 2: add Milk", 0),
      ("s:3", "1 command of s has run; next is line 3: add Eggs", 1),
      ("s:4:", "1 command of s has run; next is line 3: add Eggs", 1),
      ("s:5", "2 commands of s have run; next is line 6: repeat 2", 2),
      ("s:6", "2 commands of s have run; next is line 6: repeat 2", 2),
      ("s:7", "2 commands of s have run; next is line 7, in round 1 of 2: add Tea", 2),
      ("s:7@2", "3 commands of s have run; next is line 7, in round 2 of 2: add Tea", 3),
      ("s:7@2:3", "3 commands of s have run; next is line 7, in round 2 of 2: add Tea", 3),
      ("s:7@3", "5 commands of s have run; line 7 did not run 3 times", 4),
      ("s:8", "2 commands of s have run; next is line 6: repeat 2", 2),
      ("s:11", "5 commands of s have run; next is line 9: list", 4),
      ("s:9:7", "1 command of s:9:7 has run", 0),
    ]
  )
  func whatIsBeforeTheCommandOfALineHasRun(place: String, remark: String, count: Int) throws {
    #expect(try list(at: place) == TodoShellRun(status: 0, output: "\(remark)\n\(count)\n", errors: ""))
  }

  @Test func aLineAfterTheEndOfTheScriptIsReported() throws {
    let remark = "1 command of s has run; there is no command on or after line 99"
    #expect(try list(at: "s:99", "add Milk\n").output == "\(remark)\n1\n")
    #expect(try list(at: "s:1@0").status == 66)
  }

  /// An empty line is Return only at a terminal: a program that writes to a pipe does not press keys.
  @Test func nextRunsTheNextCommandAndContinueTheRest() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.script, to: "s")
    let run = try run(
      builtProgramPath,
      ["-q", "-i", "s:7@2"],
      input: Data("next\n\nprint todos.count\ncontinue\nprint todos.count\n".utf8),
      in: folder.url
    )
    #expect(
      run.output.hasPrefix(
        "3 commands of s have run; next is line 7, in round 2 of 2: add Tea\nnext is line 9: list\n4\n"
      ),
      "\(run)"
    )
    #expect(run.output.hasSuffix("next is line 12: toggle 9\n4\n"))
    #expect(run.errors.hasPrefix("s:11:1: error: expectation failed: the output differs\n"))
  }

  @Test func afterTheLastCommandNextSaysThatTheScriptHasEnded() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\nadd Eggs\n", to: "s")
    let run = try run(
      builtProgramPath,
      ["-q", "-i", "s:2"],
      input: Data("next\nnext\ncontinue\n".utf8),
      in: folder.url
    )
    #expect(run.output.hasSuffix(String(repeating: "the script has ended\n", count: 3)), "\(run)")
    #expect(run.errors.isEmpty, "\(run)")
  }

  @Test func returnRunsTheNextCommandAtATerminal() throws {
    let home = try TemporaryFolder()
    try home.write("add Milk\nsource more\nlist | touch x\n", to: "s")
    let terminal = try ShellTerminal(home: home, arguments: ["--no-rc", "-q", "-i", "\(home.file("s")):1"])
    for text in ["next is line 2: source more", "more'", "'| PROGRAM' works only at the prompt"] {
      try terminal.pty.send("\r")
      try terminal.pty.wait(forText: text)
    }
    #expect(!FileManager.default.fileExists(atPath: home.file("x")))
  }

  @Test func aRoundHasItsStateAndItsNumber() throws {
    let script = """
      macro buy what
        add $what
      end
      repeat 2 as i
        repeat 3 as j
          buy "T$i$j"
        end
      end

      """
    let folder = try TemporaryFolder()
    try folder.write(script, to: "s")
    let commands = "print $i\nprint $j\nprint todos.map(\\.description)\n"
    let run = try run(
      builtProgramPath,
      ["-q", "-i", "s:6@5"],
      input: Data(commands.utf8),
      in: folder.url
    )
    let output = """
      10 commands of s have run; next is line 6, in round 2 of 3, in round 2 of 2: buy "T$i$j"
      1
      1
      ["T10", "T02", "T01", "T00"]

      """
    #expect(run == TodoShellRun(status: 0, output: output, errors: ""))
  }

  @Test func aFailureOnTheWayIsReportedAndTheShellOpensThere() throws {
    let run = try list(at: "s")
    #expect(run.status == 0)
    #expect(
      run.output == "6 commands of s have run; the next command has not, because the last one failed\n4\n"
    )
    #expect(run.errors.hasPrefix("s:11:1: error: expectation failed: the output differs\n"))
  }

  @Test(
    arguments: [
      (["none:3"], 66, "cannot read 'none': No such file or directory"),
      (["a", "b"], 64, "takes only one script"),
      (["-"], 64, "takes only one script"), (["bad"], 2, "bad:2:1: error: unknown command 'togle'"),
      (["bad:1"], 0, ""),
    ] as [([String], Int32, String)]
  )
  func whatCannotBeOpenedIsSaid(arguments: [String], status: Int32, problem: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\ntogle 0\n", to: "bad")
    let run = try run(builtProgramPath, ["-i"] + arguments, in: folder.url)
    #expect(
      run.status == status && run.errors.contains(problem) || problem.isEmpty && run.errors.isEmpty,
      "\(run)"
    )
  }

  @Test func eventsOfTheScriptReachThePrograms() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.script, to: "s")
    let run = try run(builtProgramPath, ["-i", "--format", "json", "s:3"], in: folder.url)
    #expect(run.output.contains(#""event":"moment","moment":1"#), "\(run.output)")
    #expect(run.output.contains("next is line 3: add Eggs"), "\(run.output)")
  }

  @Test func atATerminalTheShellHasTheHistoryOfTheScript() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.script, to: "s")
    let pty = try PseudoTerminal(
      [builtProgramPath, "-i", "\(folder.path)/s:9"],
      environment: ["HOME": folder.path, "NO_COLOR": "1"],
      in: folder,
      columns: 100,
      rows: 40
    )
    try pty.wait(atPrompt: "#8 +0s> ")
    #expect(
      pty.screen.text.contains("/s have run; next is line 9: list\n"),
      "\(pty.screen.text)"
    )
    try pty.send("undo\r")
    try pty.wait(atPrompt: "#6 of 8 +0s> ")
    try pty.send("\u{4}")
  }
}
