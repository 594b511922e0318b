import Foundation
import TestSupport
import Testing

/// `$NAME` in scripts.
struct VariableTests {
  @Test(
    arguments: [
      ("print $n + 1", "4\n"), ("print ${n}0", "30\n"), ("print \"$n of ${n}\"", "\"3 of 3\"\n"),
      ("print '$n'", "\"\\$n\"\n"), ("print \"\\$n\"", "\"\\$n\"\n"), ("print $n == 3", "true\n"),
      ("print $name", "\"Milk & honey\"\n"), ("print $name.count", "12\n"), ("print $wait", "1m30s\n"),
      ("print \"$5\"", "\"$5\"\n"), ("print 1 # $nobody", "1\n"), ("print $truth && true", "true\n"),
    ]
  )
  func standsForItsValue(line: String, output: String) throws {
    let options = ["-q", "-v", "n=3", "-v", "name=Milk & honey", "-v", "wait=1m30s", "-v", "truth=true"]
    let run = try run(builtProgramPath, options, input: Data("\(line)\n".utf8))
    #expect(run == TodoShellRun(status: 0, output: output, errors: ""))
  }

  @Test func aMemberIsThatOfTheWholeValue() throws {
    let script = """
      let n = -7
      let r = 0..<3
      let s = 1...3
      print [$n.magnitude, 5 - $n.magnitude, $r.map { $0 }.count, $s.count, -$n, $n]
      print $s[1...] == [2, 3]
      """
    let run = try todoshell("-q", input: script)
    #expect(run == TodoShellRun(status: 0, output: "[7, -2, 3, 3, 7, -7]\ntrue\n", errors: ""))
  }

  @Test func standsForAPartOfAPath() throws {
    let folder = try TemporaryFolder()
    try folder.write("add from $k\n", to: "inc.a")
    let script = "let k = 'a'\nsource inc.$k\nsave out.$k\nsave out.${k}b\nlist\n"
    let run = try run(builtProgramPath, ["-q"], input: Data(script.utf8), in: folder.url)
    #expect(run == TodoShellRun(status: 0, output: "0 [ ] from a\n", errors: ""))
    #expect(try folder.bytes(of: "out.a") == folder.bytes(of: "out.ab"))
  }

  @Test func aValueIsOneWordWhateverIsInIt() throws {
    let script = """
      let text = "  \\"quoted\\"  # no comment"
      add $text
      add a${text}b
      .todos(.element(id: UUID(0), action: .binding(.set(\\.description, $text))))
      expect todos[1].description == $text
      print todos.map(\\.description)
      """
    let run = try todoshell("-q", input: script)
    #expect(run.errors == "")
    #expect(
      run.output == #"["a  \"quoted\"  # no commentb", "  \"quoted\"  # no comment"]"# + "\n",
      "\(run.output)"
    )
  }

  @Test(arguments: [
    #"Date("2026-11-21T10:30:00Z")"#, #"URL("https://example.com/a?b=c")"#, "UUID(3)", "1m30s",
  ])
  func whatAVariableHoldsIsReadInExpressions(value: String) throws {
    let run = try todoshell(
      "-q",
      input: "let x = \(value)\nprint $x\nexpect $x == \(value)\nlet y = $x\nlet\n"
    )
    #expect(run == TodoShellRun(status: 0, output: "\(value)\nx  \(value)\ny  \(value)\n", errors: ""))
  }

  /// A script must not work for some data only.
  @Test(arguments: [
    (
      "todos", "an IdentifiedArray",
      #"use its count, todos.count, or one member of each element: todos.map(\.NAME)"#
    ),
    (
      #"todos.filter(\.isComplete)"#, "a [Todo.State]",
      #"use its count, todos.filter(\.isComplete).count, or one member of each element: "#
        + #"todos.filter(\.isComplete).map(\.NAME)"#
    ),
  ])
  func whatCannotBeKeptIsRefusedThoughThereIsNothing(expression: String, type: String, hint: String) throws {
    for setup in ["print 1\n", "add Milk\ntoggle 0\n"] {
      let run = try todoshell("-q", input: "\(setup)let x = \(expression)\n")
      #expect(run.status == 1)
      #expect(
        run.errors.contains("error: a variable cannot hold \(type), which has no literal\nlet x"),
        "\(run.errors)"
      )
      #expect(run.errors.hasSuffix("\nhelp: \(hint)\n"), "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("[]", "[]", "[]"), ("nil", "nil", "nil"), ("[:]", "[:]", "[:]"), (#""""#, #""""#, #""""#),
    (#"todos.map(\.description)"#, "[]", #"["Milk"]"#),
    (#"todos.map(\.isComplete).filter(\.self)"#, "[]", "[]"),
    ("todos.first?.description", "nil", #""Milk""#), ("issues", "[]", "[]"), ("todos.count", "0", "1"),
  ])
  func whatCanBeKeptIsKeptAlsoWhenThereIsNothing(expression: String, none: String, one: String) throws {
    let run = try todoshell(
      "-q",
      input: "let x = \(expression)\nprint $x\nadd Milk\nlet x = \(expression)\nprint $x\n"
    )
    #expect(run == TodoShellRun(status: 0, output: "\(none)\n\(one)\n", errors: ""))
  }

  @Test(arguments: ["todos.first", "todos[id: UUID(0)]"])
  func aStructureIsKeptAlsoWhenThereIsNone(expression: String) throws {
    let run = try todoshell(
      "-q",
      input: "let x = \(expression)\nprint $x == nil\nadd Milk\nlet x = \(expression)\nprint $x == todos[0]\n"
    )
    #expect(run == TodoShellRun(status: 0, output: "true\ntrue\n", errors: ""))
  }

  @Test func aValueIsTakenWhenLetRuns() throws {
    let script =
      "let n = todos.count\nadd Milk\nprint $n\nundo\nlet n = $n + 5\nprint $n\nadvance ${n}s\nclock\n"
    #expect(try todoshell("-q", input: script).output == "0\n5\n+5s, nothing is scheduled\n")
  }

  @Test func theLastGivenValueWinsAndLetListsAll() throws {
    let run = try todoshell(
      "-q",
      "-v",
      "b=1",
      "-v",
      "b=two",
      "-v",
      "a=.active",
      "-c",
      "let c = 7",
      "-c",
      "let"
    )
    #expect(run.output == "a  .active\nb  \"two\"\nc  7\n")
  }

  @Test func aSourcedScriptSeesAndMakesVariables() throws {
    let folder = try TemporaryFolder()
    try folder.write("add $who\nlet made = \"by $who\"\n", to: "inner")
    try folder.write("let who = 'Blob'\nsource inner\nadd $made\nlist\n", to: "outer")
    try folder.write("source inner\n", to: "bad")
    #expect(
      try run(builtProgramPath, ["-q", "outer"], in: folder.url).output == "0 [ ] by Blob\n1 [ ] Blob\n"
    )
    let bad = try run(builtProgramPath, ["-q", "outer", "bad"], in: folder.url)
    #expect(bad.status == 2)
    #expect(bad.errors.hasPrefix("inner:1:5: error: unknown variable 'who'\n"), "\(bad.errors)")
  }

  @Test func aNameBehindADotIsOneOfASwiftPropertyInKeyPathsOnly() throws {
    let folder = try TemporaryFolder()
    for number in 0...1 { try folder.write("print \(number)\n", to: "inc.\(number)") }
    let script = "repeat 2 as k source inc.$k\nadd A\nlet k = 'txt'\nsave out.$k\n"
    let saving = try run(builtProgramPath, ["-q"], input: Data(script.utf8), in: folder.url)
    #expect(saving == TodoShellRun(status: 0, output: "0\n1\n", errors: ""))
    #expect(FileManager.default.fileExists(atPath: folder.file("out.txt")))
    let property = try todoshell("-q", "-c", #"print todos.map(\.$k)"#, "-v", "k=1")
    #expect(!property.errors.contains("with variables expanded"))
  }

  @Test func aScriptThatAVariableNamesIsCheckedBeforeAnythingInItRuns() throws {
    let folder = try TemporaryFolder()
    try folder.write("print 1\n", to: "inc0")
    try folder.write("print 2\nadvance x\nlits\n", to: "inc1")
    let script = "repeat 2 as k source inc$k\n"
    let run = try run(builtProgramPath, ["-q"], input: Data(script.utf8), in: folder.url)
    #expect(run.status == 1)
    #expect(run.output == "1\n")
    #expect(run.errors.hasPrefix("inc1:2:9: error: expected a duration, found 'x'\n"))
    #expect(run.errors.contains("note: 1 more in the scripts that this line sources\n"))
    #expect(!run.errors.contains("was changed"))
  }

  @Test func aComparisonOfValuesIsNotExplainedByThem() throws {
    let run = try todoshell("-q", "-v", "x=1", "-c", "expect $x != 1")
    #expect(
      run.errors == """
        -c:1:8: error: expectation failed: 1 != 1 does not hold
        expect $x != 1
               ^~~~~~~
        note: with variables expanded: expect 1 != 1

        """
    )
    let explored = try todoshell("-q", "-v", "x=1", "-c", "explore invariant todos.count < $x")
    #expect(explored.errors.components(separatedBy: "with variables expanded").count == 2)
  }

  @Test func aCounterIsThereOnlyInItsBlock() throws {
    let shadowed = "let i = 'outer'\nrepeat 1 as i\nprint $i\nend\nprint $i\n"
    #expect(try todoshell("-q", input: shadowed).output == "0\n\"outer\"\n")
    let gone = try todoshell("-q", input: "repeat 1 as i\nprint $i\nend\nprint $i\n")
    #expect(gone.errors.hasPrefix("-:4:7: error: unknown variable 'i'"))
  }

  @Test(
    arguments: [
      (
        "add $nmae",
        "-:1:5: error: unknown variable 'nmae'\nadd $nmae\n    ^~~~~\nhelp: did you mean 'name'?\n"
      ),
      ("add \"x ${other}\"", "-:1:8: error: unknown variable 'other'"),
      ("repeat $m list", "-:1:8: error: unknown variable 'm'"),
      ("repeat $name list", "-:1:8: error: expected a count, found \"Milk\""),
      ("add ${x", "-:1:5: error: '${' without a name and a '}'"),
      ("let m = -3\nprint 5 $m", "-:2:9: error: expected an operator, found '-'"),
      ("let 1x = 2", "-:1:5: error: invalid variable name '1x'"),
      ("let x", "-:1:6: error: no value for 'x'"), ("let x = ", "-:1:8: error: expected an expression"),
      (
        "let n = todos.count\nsource $n",
        "-:2:8: error: the path of a sourced script must be known before anything runs"
      ),
      ("let n = todos.count\n$n 3", "-:2:1: error: the name of a command cannot be a variable"),
      (
        "advance $name",
        "-:1:9: error: expected a duration, found 'Milk'\nadvance $name\n        ^~~~~\nnote: with variables expanded"
      ),
    ]
  )
  func whatIsWrongIsFoundBeforeAnythingRuns(script: String, error: String) throws {
    let run = try todoshell("-v", "name=Milk", input: script + "\n")
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix(error), "\(run.errors)")
  }

  @Test func aValueThatMakesNoCommandIsAnErrorOfThatCommand() throws {
    let script = "add Milk\nlet n = todos[0].description\n  advance $n\nprint 1\n"
    let run = try todoshell("-qk", input: script)
    #expect(run.status == 1)
    #expect(run.output == "1\n")
    #expect(
      run.errors == """
        -:3:11: error: expected a duration, found 'Milk'
          advance $n
                  ^~
        note: with variables expanded: advance "Milk"
        help: write a number and a unit: 1s, 250ms, 1m30s, 2h

        """
    )
  }

  @Test(arguments: ["n", "=1", "1n=2", "a b=3", "n-m=1"])
  func anOptionThatDefinesNothingIsWrong(text: String) throws {
    let run = try todoshell("-v", text, "-c", "list")
    #expect(run.status == 64)
    #expect(run.errors.contains("is not NAME=VALUE"))
  }

  @Test func whatIsPrintedOfAnActionCanBeSentAgain() throws {
    let run = try todoshell("-c", "set diff off", "-c", "add 'costs $x or ${y}, $5'")
    let action = String(try #require(run.output.split(separator: "\n").last).dropFirst("#2 +0s ".count))
    let again = try todoshell(
      "-q",
      "-c",
      "add a",
      "-c",
      action.replacing("  (typed)", with: ""),
      "-c",
      "list"
    )
    #expect(again.errors == "")
    #expect(again.output == "0 [ ] costs $x or ${y}, $5\n")
  }
}
