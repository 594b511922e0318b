import Foundation
import TestSupport
import Testing

/// Scripts that say what their commands print.
struct ExpectedOutputTests {
  private static let held = """
    add Milk
    | #1 +0s .addTodoButtonTapped  (typed)
    | …
    | +     [0]: Todo.State(
    | …
    add Eggs
    list
    # The newest is the first.
    | 0 [ ] Eggs
    | 1 [ ] …

    """

  @Test(arguments: [[], ["-q"], ["--color", "always"], ["-e"]])
  func whatIsExpectedDoesNotDependOnHowTheScriptIsRun(options: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.held, to: "script")
    let run = try run(builtProgramPath, options + ["script"], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.output.isEmpty == (options == ["-q"]), "\(run.output)")
  }

  @Test(arguments: [[], ["-q"], ["--format", "json"]])
  func whatIsExpectedAfterAWhatIfDoesNotDependOnItEither(options: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\nadd Eggs\nskip #1\nfilter active\n| #\u{2026}\n| \u{2026}\n", to: "script")
    let run = try run(builtProgramPath, options + ["script"], in: folder.url)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func otherOutputIsAFailureAtTheLineThatDiffers() throws {
    let run = try todoshell("-q", input: "add Milk\nlist\n| 0 [x] Milk\nadd Eggs\n")
    #expect(run.status == 1)
    #expect(
      run.errors == """
        -:3:1: error: expectation failed: the output differs
        list
        - | 0 [x] Milk
        + | 0 [ ] Milk
        help: '--update' replaces the expected lines (-) with the printed ones (+)

        """,
      "\(run.errors)"
    )
  }

  @Test func outputThatIsTooLongOrMissingIsAFailure() throws {
    let more = try todoshell("-q", input: "add a\nadd b\nlist\n| 0 [ ] b\n")
    #expect(more.errors.hasPrefix("-:4:1: error: expectation failed: more was printed than expected"))
    let less = try todoshell("-q", input: "set quiet on\nadd a\n| a\n")
    #expect(less.errors.hasPrefix("-:3:1: error: expectation failed: this was not printed"))
    #expect([more.status, less.status] == [1, 1])
  }

  @Test func aProgramIsToldInEventsWhatIsUpdated() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\nlist\n| nothing\n", to: "script")
    let update = try run(builtProgramPath, ["--update", "--format", "json", "script"], in: folder.url)
    #expect(update.output.contains("updated script: the expected output of 1 command"), "\(update)")
  }

  @Test func updateRewritesOnlyTheLinesThatDiffer() throws {
    let folder = try TemporaryFolder()
    let script =
      "\u{FEFF}add Milk\r\nadd Eggs\n  list\n  | 0 [x] Eggs\r\n  # kept\n  | 1 …\nlist\n|\nclock\n| +0s…\nclock\n| …\nlist\n| 0 …"
    try folder.write(script, to: "script")
    let update = try run(builtProgramPath, ["-q", "--update", "script"], in: folder.url)
    #expect(update.status == 0)
    #expect(update.errors == "updated script: the expected output of 3 commands\n")
    // Foundation would leave out the mark at the start.
    let rewritten = String(
      decoding: try Data(contentsOf: folder.url.appending(path: "script")),
      as: UTF8.self
    )
    #expect(
      rewritten
        == "\u{FEFF}add Milk\r\nadd Eggs\n  list\n  | 0 [ ] Eggs\r\n  # kept\n  | 1 …\nlist\n| 0 [ ] Eggs\n| 1 [ ] Milk\nclock\n| +0s…\nclock\n| …\nlist\n| 0 …\n| 1 [ ] Milk\n"
    )
    let again = try run(builtProgramPath, ["-q", "--update", "script"], in: folder.url)
    #expect(again == TodoShellRun(status: 0, output: "", errors: ""))
  }

  @Test(arguments: [
    ("add a\r\nlist\r\n| b", "add a\r\nlist\r\n| 0 [ ] a\r\n"),
    ("add a\r\nlist\r\n|\r", "add a\r\nlist\r\n| 0 [ ] a\r\n"),
    ("add a\r\nadd b\r\nlist\r\n| 0…", "add a\r\nadd b\r\nlist\r\n| 0…\r\n| 1 [ ] a\r\n"),
    ("add a\r\nadd b\r\nlist\r\n| 0…\r", "add a\r\nadd b\r\nlist\r\n| 0…\r\n| 1 [ ] a\r\n"),
    ("add a\nadd b\nlist\n| 0…", "add a\nadd b\nlist\n| 0…\n| 1 [ ] a\n"),
  ])
  func updateKeepsTheLineEndsOfAFile(script: String, updated: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "script")
    #expect(try run(builtProgramPath, ["-q", "--update", "script"], in: folder.url).status == 0)
    #expect(try folder.bytes(of: "script") == Array(updated.utf8))
  }

  @Test func placesInAFileWithOtherLineEndsAreRight() throws {
    let run = try todoshell("-n", input: "add 'Käse' \\\r\n  Milk\r\n  ädd \\\r\n  x\r\nexpect 1 ==\r\n")
    #expect(
      run.errors == """
        -:3:3: error: unknown command 'ädd'
          ädd \\
          ^~~
        help: did you mean 'add'?
        -:5:12: error: expected a value, but the expression ends here
        expect 1 ==
                   ^
        2 errors; nothing was run

        """
    )
  }

  @Test func aSourcedScriptIsUpdatedToo() throws {
    let folder = try TemporaryFolder()
    try folder.write("add a\nsource inner\nsource inner\n", to: "outer")
    try folder.write("list\n| nothing\n", to: "inner")
    #expect(try run(builtProgramPath, ["-q", "--update", "outer"], in: folder.url).status == 0)
    #expect(try String(contentsOfFile: folder.file("inner"), encoding: .utf8) == "list\n| 0 [ ] a\n")
  }

  @Test func whatDiffersEachTimeCannotBeUpdated() throws {
    let folder = try TemporaryFolder()
    try folder.write("source inner\nadd a\nsource inner\n", to: "outer")
    try folder.write("list\n| nothing\n", to: "inner")
    let run = try run(builtProgramPath, ["-q", "--update", "outer"], in: folder.url)
    #expect(run.status == 1)
    #expect(run.errors.contains("inner:2:1: error: --update cannot write this output"))
    #expect(try String(contentsOfFile: folder.file("inner"), encoding: .utf8) == "list\n| nothing\n")
  }

  @Test(arguments: [["--update"], ["--update", "-"], ["--update", "-c", "list"]])
  func updateNeedsFiles(arguments: [String]) throws {
    let run = try run(builtProgramPath, arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains("--update needs script files"))
  }
}
