import TestSupport
import Testing

/// `fails COMMAND` asserts that a command fails.
struct FailsTests {
  @Test(arguments: [
    ("add A\nfails toggle 9\n| no todo 9; the list shows only todo 0\n", ""),
    ("fails undo\n| nothing to undo\nprint 1\n", "1\n"),
    ("fails expect 1 == 2\n", "expectation failed: 1 == 2 does not hold\n"),
    ("alias wrong = toggle 9\nfails wrong\n| no todo 9…\n", ""),
    ("fails fails expect true\n", "expectation failed: the command did not fail\n"),
  ])
  func aCommandThatFailsIsAsExpected(script: String, output: String) throws {
    let run = try todoshell("-q", input: script)
    #expect(run == TodoShellRun(status: 0, output: output, errors: ""))
  }

  @Test func anExpectationWithoutAValueDecidesNothing() throws {
    let run = try todoshell("-q", input: "add A\nfails expect todos[3].isComplete == false\n| …\n")
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(run.errors.contains("warning: nothing was decided"), "\(run.errors)")
  }

  @Test(arguments: [
    ("fails list", 1, "-:1:7: error: expectation failed: the command did not fail"),
    ("fails toggle 9\n| no todo 8", 1, "-:2:1: error: expectation failed: the output differs"),
    ("fails", 2, "-:1:6: error: fails needs COMMAND"),
    ("fails foo", 2, "-:1:7: error: unknown command 'foo'"),
    ("fails repeat 2 list", 2, "'repeat' reports its own errors"),
    ("fails source nothing", 2, "nothing"),
    ("fails quit 0", 2, "-:1:7: error: 'quit' cannot be used with 'fails'"),
    ("fails fails exit", 2, "-:1:13: error: 'exit' cannot be used with 'fails'"),
    ("macro m\nlist\nend\nfails m", 2, "'m' reports its own errors"),
  ])
  func whatDoesNotFailAsExpectedIsAnError(script: String, status: Int32, error: String) throws {
    let run = try todoshell("-q", input: script + "\n")
    #expect(run.status == status)
    #expect(run.errors.contains(error), "\(run.errors)")
  }

  @Test func itIsAnExpectationThatIsCountedAndNoFailureOfTheScript() throws {
    let run = try todoshell("--format", "json", "-c", "fails undo")
    #expect(run.status == 0)
    #expect(run.output.contains(#""expectations":1,"failures":0"#), "\(run.output)")
  }

  @Test func whatACommandHadDoneBeforeItFailedStays() throws {
    let run = try todoshell("-q", input: "add A\nadd B\nfails toggle 0 9\nlist\n")
    #expect(run.output == "no todo 9; the list shows 2 (0 to 1)\n0 [ ] B\n1 [ ] A\n")
  }

  @Test func aWhatIfThatDidNotFailKeepsTheCommandsThatItReplayed() throws {
    let folder = try TemporaryFolder()
    let commands = ["add A", "toggle 0", "add B", "fails skip #3", "amend #2 add C", "save s", "tree --full"]
    func run(_ commands: [String]) throws -> String {
      try TodoShellTests.run(
        builtProgramPath,
        ["-q", "-k"] + commands.flatMap { ["-c", $0] },
        in: folder.url
      ).output
    }
    let tree = try run(commands)
    #expect(tree.contains("add B ("), "\(tree)")
    #expect(try run(["load s", "tree --full"]) == tree)
  }

  @Test func whatDidNotFailIsLeftAsIfItHadBeenTypedByItself() throws {
    let folder = try TemporaryFolder()
    let run = try run(
      builtProgramPath,
      [
        "-q", "-k", "-c", "fails add", "-c", "undo", "-c", "fails undo", "-c", "fails redo", "-c",
        "save --expect t",
      ],
      in: folder.url
    )
    #expect(run.status == 1)
    let saved = String(decoding: try folder.bytes(of: "t"), as: UTF8.self)
    #expect(saved.contains("\nadd\nexpect todos.count == 1\n"), "\(saved)")
    #expect(saved.contains("\nundo\nexpect todos == []\nredo\n"), "\(saved)")
    #expect(try TodoShellTests.run(builtProgramPath, ["-q", "t"], in: folder.url).status == 0)
  }

}
