import Foundation
import TestSupport
import Testing

/// Moments are named as they are printed: `#3`.
struct MomentNumberTests {
  private let start = "add A\nadd B\ntoggle 0\nadvance 1s\n"

  /// Each command, with `#N` and with N, says the same.
  @Test(
    arguments: [
      ("show #2", "show 2"), ("show #2 # the second", "show 2"), ("diff #0 #4", "diff 0 4"),
      ("goto #1\nlist", "goto 1\nlist"), ("mark x #1\nmark", "mark x 1\nmark"), ("skip #5", "skip 5"),
      ("skip #5\nskip --restore #5", "skip 5\nskip --restore 5"), ("amend #5 toggle 1", "amend 5 toggle 1"),
      ("amend #5 --before #3", "amend 5 --before 3"),
      ("let n = 3\nshow #$n", "show 3"), ("let n = 3\nshow #${n}", "show 3"),
      ("repeat 3 as i show #$i", "repeat 3 as i show $i"),
      ("repeat 2\nshow #2\nend", "repeat 2\nshow 2\nend"),
      ("alias s = show #$1\ns 2", "show 2"), ("alias s = show\ns #2", "show 2"),
      ("macro s n\nshow #$n\nend\ns 2", "show 2"), ("macro s n\nshow $n\nend\ns #2", "show 2"),
      ("macro s\nshow #2\nend\ns", "show 2"), ("show \\\n#2", "show 2"), ("show \"#2\"", "show 2"),
    ]
  )
  func aMomentIsNamedAsItIsPrinted(script: String, plain: String) throws {
    let run = try todoshell("-q", input: start + script + "\nlist\n")
    #expect(run == (try todoshell("-q", input: start + plain + "\nlist\n")))
    #expect(run.status == 0 && run.errors == "" && run.output != "", "\(run)")
    #expect(try todoshell("-n", input: start + script + "\n").status == 0)
  }

  @Test func aScriptInAFileAndACommandLineReadThemAlike() throws {
    let folder = try TemporaryFolder()
    try folder.write(start + "show #2\n", to: "script")
    let run = try TodoShellTests.run(builtProgramPath, ["-q", "script"], in: folder.url)
    #expect(run.output.hasPrefix("#2 +0s "))
    let commands = start.split(separator: "\n").flatMap { ["-c", String($0)] }
    #expect(try TodoShellTests.run(builtProgramPath, ["-q"] + commands + ["-c", "show #2"]) == run)
  }

  @Test func aRecordedSessionHasThemToo() throws {
    let folder = try TemporaryFolder()
    let script = start + "goto #2\nadd C\nskip #1\nmark here #2\nsave s\n"
    #expect(
      try TodoShellTests.run(builtProgramPath, ["-q"], input: Data(script.utf8), in: folder.url).status == 0
    )
    let loaded = try TodoShellTests.run(
      builtProgramPath,
      ["-q", "-c", "load s", "-c", "marks"],
      in: folder.url
    )
    #expect(loaded.output.contains("here  #2"), "\(loaded)")
  }

  @Test(
    arguments: [
      ("undo #3", "-:1:6: error: expected a number, found '#3'", "to go there, write 'goto #3'"),
      ("toggle #1", "-:1:8: error: expected an index, found '#1'", "help: "),
      (
        "print 1 #3", "-:1:9: error: expected an operator, found '#'",
        "put a space before and after the '#' of a comment"
      ),
      (
        "list #1 of all", "-:1:6: error: unexpected '#1'", "put a space before and after the '#' of a comment"
      ),
      ("show #2x", "-:1:6: error: expected a moment, found '#2x'", "help: a moment is N or #N, "),
      ("show #99999999999999999999", "-:1:6: error: expected a moment", "help: "),
      ("amend #1 #2", "-:1:10: error: unknown command '#2'", "help: "),
      (".addTodoButtonTapped #1", "-:1:22: error: ", "put a space before and after the '#' of a comment"),
    ]
  )
  func anotherPlaceSaysThatItIsNone(line: String, error: String, help: String) throws {
    let run = try todoshell(input: line + "\n")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix(error), "\(run.errors)")
    #expect(run.errors.contains(help), "\(run.errors)")
  }

  @Test func commentsAreWhatTheyWere() throws {
    let script = """
      #!/usr/bin/env todoshell
      #1 a line of its own is always a comment
        #2 this one too
      add Milk # not #2
      list     #fresh
      expect todos.count == 1 ## one
      """
    #expect(try todoshell("-q", input: script) == TodoShellRun(status: 0, output: "0 [ ] Milk\n", errors: ""))
  }

  @Test func theHelpSaysSo() throws {
    for command in ["show", "goto", "skip", "diff"] {
      #expect(try todoshell("-c", "help \(command)").output.contains("\(command) #"), "\(command)")
    }
    #expect(try todoshell("-c", "help lines").output.contains("#2 is a moment"))
  }
}
