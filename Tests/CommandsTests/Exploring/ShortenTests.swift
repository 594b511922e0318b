import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import Core
@testable import TodoShellSessions
@testable import TodoShellDebugger

/// Short scripts with the same failure as long ones.
struct ShortenTests {
  /// What a new shell prints when it runs lines, up to the first that fails.
  private func run(_ lines: [String], seed: UInt64? = nil) -> (output: String, errors: String) {
    let recorded = RecordedShell(.roster, seed: seed)
    let source = ScriptSource(lines.joined(separator: "\n").utf8, name: "-")
    #expect(throws: Never.self) { _ = try recorded.shell.execute(source) }
    recorded.shell.console.flush()
    return (recorded.out.text, recorded.err.text)
  }

  @Test func aConditionKeepsItsValueWithFewCommands() {
    let long = ["add Milk", "draw", "toggle 0", "advance 5s", "add Bread", "draw", "toggle all", "draw"]
    let found = run(long + ["shorten entries.count(where: \\.isDone) < 1"])
    #expect(
      found.output == """
        # shorten: `entries.count(where: \\.isDone) < 1` is false
        # shortened from 8 to 2 commands, values shortened once
        # it needs each of these commands
        add M
        toggle 0
        expect entries.count(where: \\.isDone) < 1

        """,
      "\(found)"
    )
  }

  @Test func aConditionThatIsTrueEndsAScriptThatSucceeds() {
    let found = run(["add a", "toggle 0", "draw", "advance 9s", "shorten lots.count >= 2"])
    let script = found.output.split(separator: "\n").map(String.init)
    #expect(
      script.filter { !$0.hasPrefix("#") } == [
        "add a", "toggle 0", "draw", "advance 1s", "expect lots.count >= 2",
      ]
    )
    #expect(run(script).errors == "")
  }

  @Test(arguments: [
    ["shorten ./a.todoscript"], ["shorten ./b.todoscript", "shorten ./a.todoscript"],
    ["source b.todoscript", "add x\nshorten ./a.todoscript"],
  ])
  func aScriptCannotShortenItself(_ scripts: [String]) throws {
    let folder = try TemporaryFolder()
    for (name, script) in zip(["a", "b"], scripts) { try folder.write(script, to: "\(name).todoscript") }
    let found = run(["shorten \(folder.path)/a.todoscript"])
    #expect(found.errors.contains("a.todoscript' is a running script\n"), "\(found)")
  }

  @Test func aPipeIsNotShortened() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.file("pipe.todoscript"), 0o600)
    let found = run(["shorten \(folder.path)/pipe.todoscript"])
    #expect(found.errors.contains("it is a pipe or a device, not a regular file\n"), "\(found)")
    let other = run(["shorten \(folder.path)/"])
    #expect(other.errors.contains("Is a directory\n"), "\(other)")
  }

  @Test(arguments: ["shorten CONDITION", "expect CONDITION\nshorten"])
  func aConditionIsComparedWithTheStateBeforeTheLastCommand(_ end: String) {
    let condition = "entries.isEmpty || entries.count > before(entries.count)"
    let shell = RecordedShell(.roster)
    shell.run("add a", "toggle 0")
    for line in end.replacing("CONDITION", with: condition).split(separator: "\n") { shell.run(String(line)) }
    #expect(
      shell.out.text.hasSuffix("\nadd a\ntoggle 0\nexpect \(condition)\n"),
      "\(shell.out.text)\(shell.err.text)"
    )
  }

  @Test func clockMovesAreMergedAndEndWhereTheFailureOccurs() {
    let moves = ["add a", "toggle 0", "advance 300ms", "advance 400ms", "step", "advance 20s"]
    let found = run(moves + ["shorten lots.isEmpty"])
    #expect(found.output.hasSuffix("\nadd a\ntoggle 0\nadvance 1s\nexpect lots.isEmpty\n"), "\(found)")
  }

  @Test func aScriptEndsWithTheCommandThatFailed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/long.todoscript"
    let lines = [
      "let name = \"Milk\"", "macro buy what", "  add $what", "  draw", "end", "repeat 3 buy $name", "names",
      "| …",
      "remove 7",
    ]
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let found = run(["shorten \(path)"])
    #expect(
      found.output == """
        # shorten: no entry 7; the list shows 3 (0 to 2)
        # shortened from 6 to 2 commands, values shortened 2 times
        # it needs each of these commands
        add ""
        add ""
        remove 7

        """,
      "\(found)"
    )
    #expect(run(found.output.split(separator: "\n").map(String.init)).errors.contains("error: no entry 7; "))
  }

  @Test func aScriptThatFailsOnlyAtItsEndIsRefusedWithTheReason() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("add a\nexhaustive on\ntoggle 0\n", to: "end.todoscript")
    let found = run(["shorten \(path)"])
    #expect(found.errors.contains("no command of '\(path)' fails"), "\(found)")
    #expect(found.errors.contains("note: it fails at its end: "), "\(found)")
    #expect(found.errors.contains("help: to shorten it, end it with a command that fails"), "\(found)")
  }

  @Test func theLastFailureOfASessionIsShortened() {
    let shell = RecordedShell(.roster)
    shell.run("add a", "draw", "add b", "draw", "expect entries.count == 1", "shorten")
    #expect(shell.out.text.contains("\nadd a\nadd b\nexpect entries.count == 1\n"), "\(shell.out.text)")
  }

  @Test func ofOutputTheSameDifferenceIsKept() {
    let shell = RecordedShell(.roster)
    shell.run("add a", "draw", "add b", "toggle 1", "names\n| b a", "shorten")
    #expect(shell.out.text.hasSuffix("\nadd a\nadd b\ntoggle 1\nnames\n| b a\n"), "\(shell.out.text)")
  }

  @Test func theScriptBeginsWithTheSessionsSeed() {
    let found = run(["draw", "draw", "add a", "draw", "shorten lots.count < 2"], seed: 7)
    #expect(
      found.output.contains(
        "\nbegin --seed 7 --epoch 2001-01-01T00:00:00Z\ndraw\ndraw\nexpect lots.count < 2\n"
      ),
      "\(found)"
    )
  }

  @Test func theScriptBeginsInTheStateInWhichTheSessionDid() {
    let shell = RecordedShell(CounterShell.application)
    shell.run("begin Counter.State(count: 5)", "up 1", "soon", "up 2", "shorten count < 8")
    #expect(shell.out.text.contains("Z Counter.State(count: 5)\nup"), "\(shell.out.text)\(shell.err.text)")
    #expect(shell.out.text.hasSuffix("\nexpect count < 8\n"), "\(shell.out.text)")
  }

  @Test(arguments: [
    (["shorten"], "no command has failed in this session"),
    (["add a", "shorten lots.isEmpty"], "no command is needed: at the start, `lots.isEmpty` is true, too"),
    (["shorten ./none.todoscript"], "none.todoscript"),
    (["shorten names"], "cannot find 'names'"),
    (["add a", "shorten entries[3].isDone"], "index 3 is out of range"),
  ])
  func whatCannotBeShortenedIsAnError(lines: [String], message: String) {
    #expect(run(lines).errors.contains(message), "\(run(lines).errors)")
  }

  @Test func aBranchIsShortenedAsItIs() {
    let found = run([
      "add a", "draw", "undo", "add b", "undo 2", "add c", "add d", "shorten entries.count < 2",
    ])
    #expect(found.output.contains("# shortened from 2 to 2") == false)
    #expect(found.output.hasSuffix("\nadd c\nadd d\nexpect entries.count < 2\n"), "\(found)")
  }

  @Test func landingGoesToTheShortScriptOnANewBranch() throws {
    let shell = RecordedShell(.roster)
    shell.run("draw", "add a", "draw", "add b", "shorten --land entries.count < 2", "log")
    #expect(
      shell.err.text.contains("landed at #10, on a branch from #0: 'goto 6' returns"),
      "\(shell.err.text)"
    )
    #expect(shell.record.suffix(3) == ["goto 0", "add a", "add b"], "\(shell.record)")
    shell.run("goto 6")
    #expect(shell.shell.session.state.lots.count == 2)
  }
}
