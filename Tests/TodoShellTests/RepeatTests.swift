import Foundation
import TestSupport
import Testing

/// Commands that a script does again and again.
struct RepeatTests {
  @Test func blocksStandInBlocksAndCountFromZero() throws {
    let script = "repeat 2 as i\n  repeat 3 as j\n    print $i * 10 + $j\n  end\nend\n"
    #expect(try todoshell("-q", input: script).output == "0\n1\n2\n10\n11\n12\n")
  }

  @Test func aCommandOnTheSameLineNeedsNoEnd() throws {
    let run = try todoshell("-q", "-c", "repeat 3 as i add Todo-$i", "-c", "list", "-c", "repeat 0 list")
    #expect(run.output == "0 [ ] Todo-2\n1 [ ] Todo-1\n2 [ ] Todo-0\n")
  }

  @Test func eachCommandIsATurnOfItsOwn() throws {
    let script = "repeat 2\nadd a\nadd b\nend\nundo\nprint todos.count\nundo 3\nprint todos.count\n"
    #expect(try todoshell("-q", input: script).output == "3\n0\n")
  }

  @Test(
    arguments: [
      ("repeat 2\nadd x", "-:1:1: error: 'repeat' without 'end'"),
      ("repeat 2\nrepeat 3\nadd x\nend", "-:1:1: error: 'repeat' without 'end'"),
      ("add x\nend", "-:2:1: error: 'end' without 'repeat' or 'macro'"),
      ("repeat x\nadd y\nend", "-:1:8: error: expected a count, found 'x'"),
      ("repeat -1 list", "-:1:8: error: the count -1 is out of range"),
      ("repeat\nend", "-:1:7: error: repeat needs N"),
      ("repeat 2 as 3\nend", "-:1:13: error: invalid variable name '3'"),
      ("repeat 2\nend 2", "-:2:5: error: unexpected '2'"),
      ("repeat 2 repeat 3", "-:1:10: error: 'repeat' without a command"),
      ("repeat 2 end", "-:1:10: error: 'end' must be on its own line"),
      ("repeat 2 repeat x list", "-:1:17: error: expected a count, found 'x'"),
      ("repeat x list\nrepeat 2\nlist\nend", "-:1:8: error: expected a count, found 'x'"),
      (
        String(repeating: "repeat 2 ", count: 5_000) + "list",
        "-:1:289: error: blocks nest at most 32 levels"
      ),
      ("# nothing yet\n| a", "-:2:1: error: expected output without a command"),
      ("repeat 2\n| x\nadd y\nend", "-:2:1: error: expected output without a command that prints"),
      ("repeat 2\nadd y\nend\n| x", "-:4:1: error: expected output without a command that prints"),
      ("repeat 2\ntogle 0\nend", "-:2:1: error: unknown command 'togle'"),
      ("repeat 999999999\nrepeat 2 list\nend", "-:3:1: error: a script can run at most 1000000000 commands"),
      ("repeat 1000000000 list", "-:1:8: error: the count 1000000000 is out of range"),
    ]
  )
  func whatIsWrongIsFoundBeforeAnythingRuns(script: String, error: String) throws {
    let run = try todoshell(input: script + "\n")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix(error), "\(run.errors)")
    #expect(run.errors.hasSuffix("\n1 error; nothing was run\n"), "\(run.errors)")
    #expect(try todoshell("-n", input: script + "\n").errors == run.errors)
  }

  @Test func nothingIsDoneAtOnceHoweverOften() throws {
    let script = "repeat 999999999 as i\n# nothing\nend\nprint 1\n"
    #expect(try todoshell("-q", input: script) == TodoShellRun(status: 0, output: "1\n", errors: ""))
  }

  @Test func blocksAreNotNestedWithoutEnd() throws {
    let script = String(repeating: "repeat 1\n", count: 33) + String(repeating: "end\n", count: 33)
    let run = try todoshell(input: script)
    #expect(run.errors.hasPrefix("-:33:1: error: blocks nest at most 32 levels"))
    #expect(run.errors.hasSuffix("\n1 error; nothing was run\n"))
  }

  @Test func expectedOutputMustBePrintedInEveryRound() throws {
    let good = "repeat 3\nprint 1\n| 1\nend\n"
    #expect(try todoshell("-q", input: good) == TodoShellRun(status: 0, output: "", errors: ""))
    let bad = "repeat 3\nadd x\nprint todos.count\n| 1\nend\nlist\n"
    let run = try todoshell("-q", input: bad)
    #expect(run.status == 1)
    #expect(run.output == "", "nothing runs after a failure")
    #expect(run.errors.hasPrefix("-:4:1: error: expectation failed: the output differs"))
    #expect(try todoshell("-qk", input: bad).errors.components(separatedBy: "error:").count == 3)
  }

  @Test func whatDiffersInALaterRoundCannotBeUpdated() throws {
    let folder = try TemporaryFolder()
    let script = "repeat 2\nprint todos.count\n| 0\nadd x\nend\nprint 1\n| 2\n"
    try folder.write(script, to: "script")
    let run = try run(builtProgramPath, ["-qk", "--update", "script"], in: folder.url)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("script:3:1: error: --update cannot write this output"))
    #expect(run.errors.contains("note: printed before:\nnote: | 0\nnote: and now:\nnote: | 1\n"))
    let written = try String(contentsOfFile: folder.file("script"), encoding: .utf8)
    #expect(written == script, "nothing of the file is rewritten")
  }

  @Test func theRecordHasTheCommandsThatRan() throws {
    let folder = try TemporaryFolder()
    let script = "let name = 'a $x'\nrepeat 2 as i\nadd \"$name $i\"\ntoggle $i\nend\nadd 'b $y'\n"
    let first = try run(
      builtProgramPath,
      ["-q", "--session", "kept"],
      input: Data(script.utf8),
      in: folder.url
    )
    #expect(first == TodoShellRun(status: 0, output: "", errors: ""))
    let kept = try String(contentsOfFile: folder.file("kept"), encoding: .utf8)
    #expect(
      kept.hasSuffix("\nadd \"a \\$x 0\"\ntoggle 0\nadd \"a \\$x 1\"\ntoggle 1\nadd 'b $y'\n"),
      "\(kept)"
    )
    let again = try run(builtProgramPath, ["-q", "--session", "kept", "-c", "list"], in: folder.url)
    #expect(again.output.contains("a $x 1\n") && again.output.hasPrefix("0 [ ] b $y\n"))
    #expect(again.errors == "")
  }

  @Test func aBreakpointFromOutsideEndsTheBlock() throws {
    try expectPause(
      in: "repeat 5\nadd x\nend\nadd y\n",
      saying: "the remaining rounds did not run; this was round 2 of 5"
    )
  }

  @Test func manyRoundsTakeNoMoreMemoryThanFew() throws {
    /// The heap's growth in bytes, as the shell itself counts it.
    func growth(_ rounds: Int) throws -> Double {
      let script = "repeat \(rounds) as i\nprint 1\nprint $i\nend\ninfo\n"
      let run = try todoshell("-q", input: script)
      let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("memory") })
      let words = line.split(separator: " ")
      let unit = ["B": 1.0, "KiB": 1024, "MiB": 1_048_576][
        words[2].trimmingCharacters(in: .punctuationCharacters)
      ]
      return try #require(Double(words[1])) * (try #require(unit, "\(line)"))
    }
    let (few, many) = (try growth(10), try growth(10_000))
    #expect(many < few + 500_000, "\(few) and \(many) bytes")
  }

  @Test func anErrorNamesTheRound() throws {
    let run = try todoshell(
      "-q",
      input: "macro m\nrepeat 3\nadd A\nexpect todos.count < 2\nend\nend\nrepeat 1 m\n"
    )
    #expect(run.status == 1)
    #expect(
      run.errors.hasSuffix("\nnote: in round 2 of 3\nnote: in the macro 'm', called at -:7:10\n"),
      "\(run.errors)"
    )
  }
}
