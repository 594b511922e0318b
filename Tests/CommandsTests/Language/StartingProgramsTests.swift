import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// Only what a person types, or writes in the rc file, may start a program.
struct StartingProgramsTests {
  private struct Counter: Equatable {
    var count = 0
  }

  private enum Step: Equatable {
    case up
  }

  /// A terminal that notes the programs that it would start.
  private final class Terminal: CommandHost {
    var started: [String] = []
    var columns: Int? { 80 }
    var typedLines: [String] { [] }

    func page(through command: String, _ body: () throws -> Void) rethrows {
      started.append(command)
      try body()
    }

    func pipe(_ text: String, through command: String) throws(CommandFailure) { started.append(command) }
  }

  private let terminal = Terminal()
  private let folder: TemporaryFolder
  private let interpreter = Interpreter(
    ShellApplication(name: "counter") { seed, epoch in
      Session(initialState: Counter(), seed: seed, epoch: epoch) {
        Reduce<Counter, Step> { state, _ in
          state.count += 1
          return .none
        }
      }
    }
  )

  init() throws {
    folder = try TemporaryFolder()
    interpreter.frontEnd.host = terminal
    interpreter.settings.pager = .off
  }

  /// Runs lines as the prompt does.
  ///
  /// - Returns: The first error.
  @discardableResult
  private func type(_ text: String) -> String? {
    var source = ScriptSource(text.utf8, name: SourceLocation.typedFile)
    source.mayStartPrograms = true
    let known = interpreter.script.tally.diagnostics.count
    interpreter.executeTyped(source)
    return interpreter.script.tally.diagnostics.dropFirst(known).first?.message
  }

  private func source(_ script: String, named name: String = "a.todoscript") throws -> String? {
    try folder.write(script, to: name)
    return type("source '\(folder.file(name))'")
  }

  private static let pipeError =
    "'| PROGRAM' works only at the prompt and in the rc file, not in a script or in the aliases and macros that it defines"
  private static let settingError =
    "the pager can be set to a program only at the prompt or in the rc file, "
    + "not in a script or in the aliases and macros that it defines"

  @Test func aTypedLineStartsPrograms() {
    #expect(type("count | wc -l") == nil)
    #expect(type("alias lines = count | wc\nrepeat 2 lines\nmacro paint\ncount | cat\nend\npaint") == nil)
    #expect(terminal.started == ["wc -l", "wc", "wc", "cat"])
    #expect(type("set pager 'less -S'") == nil)
    type("help")
    #expect(terminal.started.last == "less -S")
  }

  @Test(arguments: ["<typed>", "-c", "a.todoscript"])
  func aSourcedScriptStartsNothingWhateverItsName(name: String) throws {
    #expect(try source("count | touch x\n", named: name) == Self.pipeError)
    #expect(try source("repeat 2 count | touch x\n", named: name) == Self.pipeError)
    #expect(try source("set pager 'touch x; cat'\n", named: name) == Self.settingError)
    #expect(try source("repeat 1 set pager touch\n", named: name) == Self.settingError)
    #expect(try source("let x = \"touch x\"\nset pager $x\n", named: name) == Self.settingError)
    #expect(try source("set pager auto\nset pager off\n", named: name) == nil)
    type("help")
    #expect(terminal.started.isEmpty)
  }

  @Test(arguments: [
    "count | touch x", "set pager 'touch x'", "count $1 | touch x", "count '$*' | touch x #'",
  ])
  func anAliasOfAScriptStartsNothing(command: String) throws {
    #expect(try source("alias a = \(command)\nalias b = a\n") == nil)
    for line in ["a", "b", "repeat 1 a", "repeat 1 b", "fails a", "a it's", "a | cat"] { type(line) }
    type("help")
    #expect(terminal.started.isEmpty)
  }

  @Test(arguments: ["count | touch x", "set pager 'touch x'", "repeat 1 count | touch x"])
  func aMacroOfAScriptStartsNothing(command: String) throws {
    #expect(try source("macro m\n\(command)\nend\n") != nil)
    #expect(try source("macro m text\nlet t = $text\nset pager $text\nend\n") == nil)
    #expect(type("m 'touch x'") == Self.settingError)
    type("help")
    #expect(terminal.started.isEmpty)
  }

  @Test func aScriptCannotStartProgramsThroughTheUsersDefinitions() throws {
    type("alias lines = count | wc\nmacro paint\nrepeat 1 count | cat\nlines\nend\nmacro twice\npaint\nend")
    for call in ["lines", "paint", "twice", "repeat 1 lines", "repeat 1 paint", "fails lines"] {
      #expect(try source("\(call)\n") != nil, "\(call)")
    }
    #expect(terminal.started.isEmpty)
    #expect(type("twice") == nil)
    #expect(terminal.started == ["cat", "wc"])
  }

  @Test(arguments: ["\"`touch x`\"", "\"\\$(touch x)\"", "[\"`touch x`\"]"])
  func aVariableOfAScriptBringsNoProgramIntoATypedLine(value: String) throws {
    #expect(try source("let f = \(value)\n") == nil)
    #expect(type("count | grep $f") == Self.pipeError)
    #expect(type("count | grep \"x $f\"") == Self.pipeError)
    type("alias look = count | grep $1")
    #expect(type("look $f") == Self.pipeError)
    #expect(terminal.started.isEmpty)
    type("let word = \"a b\"")
    #expect(type("count | grep $word") == nil)
    #expect(terminal.started == ["grep \"a b\""])
  }

  /// `sh` reads quotes after a backslash, after `$(`, and within quotes in its own way.
  @Test(arguments: ["a; touch x #", "(touch x)", "a|touch x", "a b"])
  func aVariableWhoseQuotesTheProgramsShellDoesNotSeeStartsNothing(value: String) throws {
    #expect(try source("let f = \"\(value)\"\n") == nil)
    let lines = [
      #"count | grep \"$f""#, #"count | grep \"a"$f"#, #"count | grep "$(basename $f)""#,
      #"count | grep "`basename $f`""#, #"count | grep "$$f""#,
    ]
    for line in lines { #expect(type(line) == Self.pipeError, "\(line)") }
    #expect(type(#"alias look = count | grep "$1""#) == nil)
    #expect(type("alias search = count | grep '$*'") == nil)
    for line in ["look $f", "search $f", "repeat 1 look \"$f\""] {
      #expect(type(line) == Self.pipeError, "\(line)")
    }
    #expect(terminal.started.isEmpty)
    type("alias plain = count | grep $1")
    #expect(type("plain $f") == nil && terminal.started == ["grep \"\(value)\""])
  }

  @Test func aLoadedSessionStartsNothing() throws {
    let lines = ["count | touch x", "set pager 'touch x'", "alias count2 = count | touch x", ".up"]
    for line in lines {
      let session = "# counter session 1\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z\n.up\n\(line)\n"
      try folder.write(session, to: "session")
      type("load '\(folder.file("session"))'")
      for line in ["help", "count2", "undo", "redo", "verify", "skip 1"] { type(line) }
    }
    #expect(terminal.started.isEmpty)
  }

  @Test func theMappingOfATraceStartsNothing() throws {
    let trace =
      #"{"vars":["n","mbt::actionTaken"],"states":["#
      + #"{"n":0,"mbt::actionTaken":"init"},{"n":0,"mbt::actionTaken":"show"}]}"#
    try folder.write(trace, to: "a.itf.json")
    try folder.write("variable n = count\naction show: count | touch x\n", to: "<typed>")
    #expect(type("import itf '\(folder.file("a.itf.json"))' '\(folder.file("<typed>"))'") == Self.pipeError)
    #expect(terminal.started.isEmpty)
  }

  @Test func aProgramThatDrivesTheShellStartsNothing() {
    #expect(interpreter.execute("count | touch x").diagnostics.first?.diagnostic?.message == Self.pipeError)
    #expect(
      interpreter.execute("set pager touch").diagnostics.first?.diagnostic?.message == Self.settingError
    )
    #expect(terminal.started.isEmpty)
  }

  @Test func anExpressionIsPagedAsPrintIs() {
    type("set pager more")
    type("count")
    type("print count")
    #expect(terminal.started == ["more", "more"])
  }
}
