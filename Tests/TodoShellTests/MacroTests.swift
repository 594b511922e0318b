import Foundation
import TestSupport
import Testing

/// Commands of the user's own, on the real binary.
struct MacroTests {
  private let buy = "macro buy what n=1\nrepeat $n as i\nadd \"$what $i\"\nend\nend\n"

  @Test func parametersTakeTheWordsOfTheCall() throws {
    let run = try todoshell("-q", input: buy + "buy Milk\nrepeat 2 as k buy 'Oat $k' 2\nlist\n")
    #expect(run.errors == "")
    #expect(
      run.output == """
        0 [ ] Oat $k 1
        1 [ ] Oat $k 0
        2 [ ] Oat $k 1
        3 [ ] Oat $k 0
        4 [ ] Milk 0

        """
    )
  }

  @Test func parametersAreOfTheCallAndOtherVariablesStay() throws {
    let script = """
      let x = 1
      macro inner x
        let x = $x + 1
        print $x
      end
      macro outer x y=7
        inner 10
        print $x + $y
        let kept = $x
      end
      outer 2
      print $x
      print $kept
      print $y
      """
    let run = try todoshell("-q", input: script)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("-:14:7: error: unknown variable 'y'"), "\(run.errors)")
    let held = try todoshell("-q", input: script.replacing("print $y", with: ""))
    #expect(held == TodoShellRun(status: 0, output: "11\n9\n1\n2\n", errors: ""))
  }

  @Test func anArgumentIsTheValueOfAVariableWhateverIsInIt() throws {
    let script = """
      add Milk
      let id = todos[0].id
      let list = ["a b", "c"]
      let text = "[1, 2]"
      macro tell value
        print $value
      end
      macro same value id
        expect $value == $id
      end
      tell $id
      tell $list
      tell $text
      tell [3,4]
      tell "5"
      tell 6
      tell 1m30s
      tell .active
      tell a$text
      let n = 5
      tell ${n}s
      same $id $id
      same $list $list
      """
    let run = try todoshell("-q", input: script)
    #expect(run.errors == "")
    let values = [
      "UUID(0)", "[\"a b\", \"c\"]", "\"[1, 2]\"", "[3, 4]", "\"5\"", "6", "1m30s", ".active", "\"a[1, 2]\"",
      "5s",
    ]
    #expect(run.output == values.map { $0 + "\n" }.joined())
  }

  @Test func eachCommandIsATurnAndTheRecordHasTheCommandsThatRan() throws {
    let folder = try TemporaryFolder()
    let script = buy + "buy Milk 2\nundo\nprint todos.count\nsave kept\nload kept\nprint todos.count\n"
    let first = try run(builtProgramPath, ["-q"], input: Data(script.utf8), in: folder.url)
    #expect(first == TodoShellRun(status: 0, output: "1\n1\n", errors: ""))
    let kept = try String(contentsOfFile: folder.file("kept"), encoding: .utf8)
    #expect(kept.hasSuffix("\nadd \"Milk 0\"\nadd \"Milk 1\"\nundo\n"), "\(kept)")
  }

  @Test(
    arguments: [
      ("macro f\nadd x", "-:1:1: error: 'macro' without 'end'"),
      ("macro f\nrepeat 2\nadd x\nend", "-:1:1: error: 'macro' without 'end'"),
      ("macro f\nf\nend", "-:2:1: error: the macro 'f' cannot call itself"),
      ("macro f a\nf $a\nend", "-:2:1: error: the macro 'f' cannot call itself"),
      ("macro f\nlist\nend\nmacro f\nf\nend", "-:5:1: error: the macro 'f' cannot call itself"),
      ("macro f\nmacro g\nlist\nend\nend", "-:2:1: error: a macro cannot be defined inside another one"),
      ("macro f\nalias x = list\nend", "-:2:1: error: 'alias' is not allowed in a macro"),
      ("repeat 2 macro f", "-:1:10: error: 'macro' must be on its own line"),
      ("macro add\nlist\nend", "-:1:7: error: 'add' is a command"),
      ("macro en\nlist\nend", "-:1:7: error: 'en' is short for 'end'"),
      ("macro 1f a\nprint $a\nend", "-:1:7: error: invalid name '1f'"),
      ("macro f 1\nlist\nend", "-:1:9: error: invalid parameter name '1'"),
      ("macro f a a\nprint $a\nend", "-:1:11: error: duplicate parameter 'a'"),
      ("macro f a=1 b\nprint $b\nend", "-:1:13: error: 'b' has no default, but follows a parameter"),
      ("let v = 1\nmacro f a=$v\nlist\nend", "-:2:11: error: the first line of a macro cannot contain"),
      ("macro f a\nprint $b\nend", "-:2:7: error: unknown variable 'b'"),
      ("macro f a\nprint $a\nend\nf", "-:4:2: error: f needs A"),
      ("macro f a\nprint $a\nend\nf 1 2", "-:4:5: error: unexpected '2'"),
      ("macro f\ntogle 0\nend", "-:2:1: error: unknown command 'togle'"),
      ("macro f\nend 2", "-:2:5: error: unexpected '2'"),
      ("macro f\n| x\nlist\nend", "-:2:1: error: expected output without a command that prints"),
      ("macro f\nlist\nend\n| x", "-:4:1: error: expected output without a command that prints"),
      ("macro shopping\nlist\nend\nshoping", "-:4:1: error: unknown command 'shoping'"),
      ("macro f\nlist\nend\nmacro -d f\nf", "-:5:1: error: 'f' is ambiguous"),
      ("macro f x\nsource $x\nend", "-:2:8: error: the path of a sourced script must be known"),
      ("alias x = macro f\nx", "-:2:1: error: an alias cannot expand to 'macro'"),
      (
        "macro f\nrepeat 600000000 list\nend\nf\nf",
        "-:5:1: error: a script can run at most 1000000000 commands"
      ),
    ]
  )
  func whatIsWrongIsFoundBeforeAnythingRuns(script: String, error: String) throws {
    let run = try todoshell(input: script + "\n")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix(error), "\(run.errors)")
    #expect(run.errors.hasSuffix("\n1 error; nothing was run\n"), "\(run.errors)")
    #expect(try todoshell("-n", input: script + "\n").errors == run.errors)
  }

  @Test func anErrorNamesTheLineOfTheMacroAndThoseOfTheCalls() throws {
    let script = "macro check n\nexpect todos.count == $n\nend\nmacro all\n  check 0\n  check 1\nend\nall\n"
    let run = try todoshell("-q", input: script)
    #expect(run.status == 1)
    #expect(
      run.errors == """
        -:2:8: error: expectation failed: todos.count == 1 does not hold
        expect todos.count == $n
               ^~~~~~~~~~~~~~~~~
        note: todos.count is 0
        note: compared with 1
        note: with variables expanded: expect todos.count == 1
        note: in the macro 'check', called at -:6:3
        note: in the macro 'all', called at -:8:1

        """
    )
  }

  @Test func macrosThatComeToCallEachOtherAreStopped() throws {
    let script = "macro f\nlist\nend\nmacro g\nf\nend\nmacro f\ng\nend\nf\n"
    let run = try todoshell("-q", input: script)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("-:5:1: error: the macro 'f' cannot call itself"))
    #expect(run.errors.contains("note: f → g → f\n"))
  }

  @Test func macrosCallEachOtherUpToADepth() throws {
    func script(_ count: Int) -> String {
      "macro m0\nprint 1\nend\n" + (1..<count).map { "macro m\($0)\nm\($0 - 1)\nend\n" }.joined()
        + "m\(count - 1)\n"
    }
    #expect(try todoshell("-q", input: script(32)) == TodoShellRun(status: 0, output: "1\n", errors: ""))
    let run = try todoshell("-q", input: script(33))
    #expect(run.errors.contains("error: scripts and macros nest at most 32 levels"))
    #expect(run.status == 2)
  }

  @Test func aListOfMacrosIsAScript() throws {
    let script = buy + "macro swap a=0 b=\"end\"\n  move $a $b\n  list\n  | …\nend\n"
    let first = try todoshell("-q", input: script + "macro\n")
    #expect(
      first.output == """
        macro buy what n=1
          repeat $n as i
            add "$what $i"
          end
        end
        macro swap a=0 b="end"
          move $a $b
          list
          | …
        end

        """
    )
    #expect(try todoshell("-q", input: first.output + "macro\n") == first)
    #expect(try todoshell("-q", input: "macro\n").output.hasPrefix("there are no macros"))
  }

  @Test func helpShowsThem() throws {
    let run = try todoshell(input: buy + "help\nhelp buy\n")
    #expect(run.output.contains("\nMacros\n  buy WHAT [N]   "))
    #expect(run.output.contains("\nbuy WHAT [N]\n\nA macro:\n  macro buy what n=1\n    repeat $n as i\n"))
  }

  @Test func onesThatAreNotThereCannotBeTakenAway() throws {
    let run = try todoshell(input: "macro shop\nlist\nend\nmacro -d shp\n")
    #expect(run.status == 1)
    #expect(run.errors.contains("-:4:10: error: unknown macro 'shp'"))
    #expect(run.errors.contains("help: did you mean 'shop'?"))
  }

  @Test func whatIsExpectedInOneMustBePrintedByEachCall() throws {
    let script = "macro f n\nprint $n\n| 1\nend\nf 1\nf 2\n"
    let run = try todoshell("-q", input: script)
    #expect(run.errors.hasPrefix("-:3:1: error: expectation failed: the output differs"))
    #expect(run.errors.contains("note: in the macro 'f', called at -:6:1\n"))
  }

  @Test func scriptsShareThoseOfAnother() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("lib")
    try folder.write("macro f\nsource inner\nend\nalias g = f\n", to: "lib/defs")
    try folder.write("print 4711\n", to: "lib/inner")
    try folder.write("source lib/defs\nf\n", to: "one")
    try folder.write("source lib/defs\ng\n", to: "two")
    let run = try run(builtProgramPath, ["-q", "one", "two"], in: folder.url)
    #expect(run.errors == "")
    #expect(run.status == 0)
    #expect(run.output.contains("4711\n"))
  }

  @Test func aBreakpointThatIsReachedEndsOne() throws {
    try expectPause(
      in: "macro f\nadd x\nadd y\nadd z\nend\nf\nadd w\n",
      saying: "the last command of the macro 'f' did not run"
    )
  }

  @Test func onesOfTheRCFileAndTypedOnesAreThereForAllThatIsTyped() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("todoshell")
    try folder.write("macro two what\nadd $what\nadd $what\nend\n", to: "todoshell/rc")
    let terminal = try ShellTerminal(
      arguments: ["-q"],
      environment: ["XDG_CONFIG_HOME": folder.path]
    )
    try terminal.type("two Milk", until: "#4 +0s> ")
    try terminal.type(["macro spoil n", "repeat 1", "toggle $n", "end", "end"], until: "#4 +0s> ")
    try terminal.type("spoil 7", until: "#4 +0s> ")
    #expect(terminal.pty.screen.text.contains("note: in the macro 'spoil'\n"))
    try terminal.pty.send("sp\t")
    try terminal.pty.wait(atPrompt: "#4 +0s> spoil ")
  }

  @Test(arguments: ["alias -d tiny", "macro -d tiny"])
  func whatIsTakenAwayBelowItIsNotBlamedOnTheScript(removal: String) throws {
    let definition = removal.hasPrefix("alias") ? "alias tiny = list" : "macro tiny\nlist\nend"
    let run = try todoshell(input: "\(definition)\nmacro outer\ntiny\nend\n\(removal)\nouter\n")
    #expect(run.status == 1)
    #expect(run.errors.contains("error: unknown command 'tiny'"), "\(run.errors)")
    #expect(run.errors.contains("note: aliases or macros were changed after this line was checked"))
    #expect(!run.errors.contains("the script was changed"))
  }

  @Test func aWrongFirstLineIsTheOnlyErrorThere() throws {
    let run = try todoshell("-c", "macro add what")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("-c:1:7: error: 'add' is a command"), "\(run.errors)")
    #expect(run.errors.hasSuffix("1 error; nothing was run\n"), "\(run.errors)")
  }
}
