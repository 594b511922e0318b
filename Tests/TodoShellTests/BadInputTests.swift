import Foundation
import TestSupport
import Testing

let builtProgramPath = builtProgram("todoshell")

/// Every invalid input produces an error that says what is wrong and where, and changes nothing.
struct BadInputTests {
  /// A command line that is wrong, the code that it ends with, and how its error starts.
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let status: Int32
    let error: String
    var testDescription: String { line }

    init(_ line: String, _ status: Int32, _ error: String) {
      self.line = line
      self.status = status
      self.error = error
    }
  }

  static let cases = [
    // Found when it runs.
    Case("toggle 9", 1, "2:8: error: no todo 9; the list shows only todo 0"),
    Case("toggle one", 1, "2:8: error: no todo is called 'one'; the list shows only todo 0"),
    Case("delete 0-3", 1, "2:8: error: no todo 3; the list shows only todo 0"),
    Case("edit 1 x", 1, "2:6: error: no todo 1; the list shows only todo 0"),
    Case("move 0 7", 1, "2:8: error: no position 7 in the list"),
    Case("undo 2", 1, "2:1: error: only 1 turn to undo"),
    Case("redo", 1, "2:1: error: nothing to redo"),
    Case("goto -9", 1, "2:6: error: this branch has only 2 moments before this one"),
    Case("goto +1", 1, "2:6: error: this branch has no moments after this one"),
    Case("goto 99", 1, "2:6: error: no moment 99; moments range from 0 to 2"),
    Case("show 3", 1, "2:6: error: no moment 3; moments range from 0 to 2"),
    Case("print nothing", 2, "2:7: error: cannot find 'nothing' in Todos.State"),
    Case("expect todos.cuont == 1", 2, "2:14: error: no member 'cuont' on"),
    Case("expect todos.allSatisfy(\\.isCompleet)", 2, "2:27: error: no member 'isCompleet' on Todo.State"),
    Case("break todos.first?.descripton == nil", 2, "2:20: error: no member 'descripton' on Todo.State"),
    Case("let n = todos.cuont", 2, "2:15: error: no member 'cuont' on"),
    Case("print todos[1]", 1, "2:"),
    Case("expect todos.count == \"1\"", 2, "2:8: error: cannot compare `todos.count` (Int) with String"),
    Case("expect todos.count", 2, "2:8: error: `todos.count` is Int, not Bool"),
    Case("advance 9223372036854775807s", 1, "2:1: error: the clock cannot go that far"),
    Case(
      "help -k nothing-like-it",
      1,
      "2:1: error: no command or topic mentions 'nothing-like-it'"
    ),
    // Found before anything runs.
    Case(
      String(repeating: "amend 1 ", count: 8_000) + "list",
      2,
      "2:9: error: 'amend' cannot replace a command"
    ),
    Case("amend 1 save x", 2, "2:9: error: 'save' cannot replace a command"),
    Case("amend 1 nonsense", 2, "2:9: error: unknown command 'nonsense'"),
    Case("togle 0", 2, "2:1: error: unknown command 'togle'"),
    Case("\"\"", 2, "2:1: error: unknown command ''"),
    Case("toggle", 2, "2:7: error: toggle needs TODO…"),
    Case("toggle -1", 2, "2:8: error: expected an index, found '-1'"),
    Case("move 0", 2, "2:7: error: move needs DEST"),
    Case(
      "move 0 last",
      2,
      """
      2:8: error: expected a destination, found 'last'
      move 0 last
             ^~~~
      help: write a whole number, 0 or greater, or 'end'
      """
    ),
    Case("edit 0", 2, "2:7: error: edit needs TEXT"),
    Case("filter done", 2, "2:8: error: invalid filter 'done': expected one of all, active, completed"),
    Case("clear 1", 2, "2:7: error: unexpected '1'"),
    Case("advance", 2, "2:8: error: advance needs DURATION"),
    Case("advance 5", 2, "2:9: error: expected a unit after 5"),
    Case("advance 1parsec", 2, "2:10: error: unknown time unit 'parsec'"),
    Case("advance -1s", 2, "2:9: error: expected a duration, found '-1s', which is negative"),
    Case(
      "advance 99999999999999999999h",
      2,
      """
      2:9: error: the duration 99999999999999999999h is too long
      advance 99999999999999999999h
              ^~~~~~~~~~~~~~~~~~~~~
      help: the clock goes to +2305843009213693951s,
      """
    ),
    Case("undo 0", 2, "2:6: error: the number 0 is out of range"),
    Case("undo some", 2, "2:6: error: expected a number, found 'some'"),
    Case("goto @noon", 2, "2:7: error: expected a duration, found 'noon'"),
    Case("print todos[", 2, "2:12: error: "),
    Case("expect", 2, "2:7: error: expect needs EXPR"),
    Case("expect 1 +", 2, "2:"),
    Case("source no-such-file", 2, "2:8: error: cannot read 'no-such-file': No such file or directory"),
    Case("help nowhere", 2, "2:6: error: unknown command or topic 'nowhere'"),
    Case("set", 0, ""),
    Case("set nothing", 2, "2:5: error: unknown setting 'nothing'"),
    Case(
      "set diff perhaps",
      2,
      "2:10: error: invalid diff 'perhaps': expected one of auto, net, moments, full, off"
    ),
    Case("set limit 0", 2, "2:11: error: the limit 0 is out of range"),
    Case("begin --epoch 2026-02-30", 2, "2:15: error: invalid date '2026-02-30'"),
    Case(
      "begin --epoch 2026-04-30T24:30:00+02:00",
      2,
      "2:15: error: invalid date '2026-04-30T24:30:00+02:00'"
    ),
    Case("begin --epoch 2026-1-1", 2, "2:15: error: invalid date '2026-1-1'"),
    Case("quit 256", 2, "2:6: error: the code 256 is out of range"),
    Case("add \"Milk", 2, "2:5: error: missing closing double quote"),
    Case(".nonsense", 2, "2:1: error: "),
  ]

  @Test(arguments: cases)
  func hasAnErrorThatNamesThePlace(_ bad: Case) throws {
    let run = try todoshell("-k", input: "add Milk\n\(bad.line)\nset diff off\nlist\n")
    #expect(run.status == bad.status, "\(run.errors)")
    #expect(bad.error.isEmpty || run.errors.hasPrefix("-:\(bad.error)"), "\(run.errors)")
    switch bad.status {
    case 1:
      #expect(run.output.hasSuffix("0 [ ] Milk\n"), "the state is as it was")
      #expect(!run.output.contains("\n#3 "), "no moment was made")
    case 2: #expect(run.output == "", "nothing has run")
    default: break
    }
  }

  @Test func aScriptThatIsNotUTF8NamesTheByte() throws {
    let folder = try TemporaryFolder()
    try (Data("add Milk\nadd M".utf8) + [0xFF] + Data("lk\n".utf8)).write(to: folder.url.appending(path: "a"))
    let run = try todoshell("a", in: folder.url)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("a:2:6: error: byte 0xFF is not valid UTF-8"), "\(run.errors)")
  }

  @Test func aLineOfAMillionCharactersIsAnErrorOfAFewLines() throws {
    let run = try todoshell(input: "add " + String(repeating: "x", count: 1_000_000) + "\n")
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix("-:1:65537: error: the line has more than 65536 bytes"),
      "\(run.errors.prefix(200))"
    )
    #expect(run.errors.utf8.count < 1000)
  }

  @Test func anUnreadableScriptIsNamed() throws {
    let run = try todoshell("no\u{1B}[31msuch")
    #expect(
      run
        == TodoShellRun(
          status: 66,
          output: "",
          errors: "todoshell: error: cannot read 'no\\u{1B}[31msuch': No such file or directory\n"
        )
    )
  }

  @Test func scriptsSourceEachOtherUpToADepth() throws {
    let folder = try TemporaryFolder()
    for number in 0..<33 { try folder.write("source s\(number + 1)\n", to: "s\(number)") }
    try folder.write("print 1\n", to: "s33")
    #expect(try run(builtProgramPath, ["-q", "s1"], in: folder.url).output == "1\n")
    let run = try run(builtProgramPath, ["-q", "s0"], in: folder.url)
    #expect(run.status == 2)
    #expect(
      run.errors.contains("s32:1:8: error: scripts and macros nest at most 32 levels")
    )
    #expect(run.output == "")
  }

  @Test(arguments: ["fails ", "f ", "fails repeat 1 ", "amend 1 fails ", "repeat 1 fails "])
  func commandsNestOnlyUpToALimit(_ command: String) throws {
    let folder = try TemporaryFolder()
    // As many as fit on a line.
    let line = String(repeating: command, count: min(20_000, 65_000 / command.utf8.count)) + "add"
    try folder.write("alias f = fails\n\(line)\n", to: "s")
    for options in [["-q", "s"], ["-q", "--check", "s"]] {
      let run = try run(builtProgramPath, options, in: folder.url)
      #expect(run.status == 2 && run.errors.contains("s:2:"), "\(run.status) \(run.errors.prefix(500))")
    }
    let requests = ["command", "check", "complete", "inspect"]
    let text = requests.map { #"{"id":"\#($0)","\#($0)":"alias f = fails\n\#(line)"}"# + "\n" }.joined()
    let run = try run(builtProgramPath, ["-i", "--format", "json"], input: Data(text.utf8))
    for request in requests {
      #expect(run.output.contains("\"id\":\"\(request)\""), "\(run.status) \(run.errors.prefix(500))")
    }
  }

  @Test func scriptsThatSourceEachOtherAreACycle() throws {
    let folder = try TemporaryFolder()
    try folder.write("source b\n", to: "a")
    try folder.write("source ./a\n", to: "b")
    let run = try todoshell("a", in: folder.url)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("b:1:8: error: './a' is already being read"), "\(run.errors)")
  }

  @Test func aSourcedScriptIsRelativeToTheOneThatNamesIt() throws {
    let folder = try TemporaryFolder()
    try folder.write("source sub/one\nprint todos.count\n", to: "main")
    try folder.makeFolder("sub")
    try folder.write("add Milk\nsource two\n", to: "sub/one")
    try folder.write("add Eggs\ntoggle 5\nadd Bread\n", to: "sub/two")
    let run = try todoshell("-q", "main", in: folder.url)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("sub/two:2:8: error: no todo 5"), "\(run.errors)")
    #expect(run.output == "", "what comes after a failure, in any of the scripts, does not run")
    let patient = try todoshell("-qk", "main", in: folder.url)
    #expect(patient.status == 1)
    #expect(patient.output == "3\n")
  }

  @Test func textOfATodoNeverSteersTheTerminal() throws {
    let script =
      "add \"a\\u{1B}[2Jb\\u{7}\\u{202E}\"\nlist\nprint\nlog\nshow\ntoggle 0\neffects\nprint todos[0].description\n"
    let run = try todoshell(input: script + "expect todos[0].description == \"\"\n")
    let scalars = (run.output + run.errors).unicodeScalars
    #expect(scalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E && $0.value != 0x7F) })
    #expect(run.output.contains("a\\u{1B}[2Jb\\u{7}\\u{202E}"))
  }
}
