import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// The commands that every shell has.
struct BuiltInCommandTests {
  @Test func everyExampleInTheHelpParses() throws {
    let table = CounterShell.application.erased.table
    for command in table.vocabularies.flatMap(\.commands) where command.name != "source" {
      // A block and its 'end' mean nothing without each other.
      let lines = command.examples.map(\.name)
      for example in lines.contains("end") ? [lines.joined(separator: "\n")] : lines {
        let parser = ScriptParser(table: table)
        _ = try parser.program(ScriptSource(example.utf8, name: "help"))
        // They speak of todos, which a counter has not.
        let others = parser.diagnostics.filter { !$0.message.hasPrefix("cannot find '") }
        #expect(others.isEmpty, "\(example)")
      }
    }
  }

  @Test(arguments: [
    "save -", "record -", "transcript -", "load -", "source -", "info > -", "print 1 >| -",
    "explore --runs 1 --out -", "explore --merge -",
  ])
  func aFileCannotBeNamedAsStandardOutputIsElsewhere(line: String) {
    let parser = ScriptParser(table: CounterShell.application.erased.table)
    _ = try? parser.program(ScriptSource(line.utf8, name: "test"))
    #expect(parser.diagnostics.first?.message == "'-' is not a file", "\(line)")
  }

  @Test(arguments: ["set >| FILE", "set > FILE", "set diff >| FILE"])
  func settingsCanBeWrittenToAFile(line: String) throws {
    let folder = try TemporaryFolder()
    let line = line.replacing("FILE", with: folder.file("settings"))
    #expect(CounterShell.answer(line) == "")
    #expect(String(decoding: try folder.bytes(of: "settings"), as: UTF8.self).contains("diff"))
  }

  @Test func everyBuiltInCommandHasAnExample() {
    let commands = CounterShell.builtIn.flatMap(\.commands)
    for command in commands { #expect(!command.examples.isEmpty, "\(command.name)") }
    #expect(commands.count >= 19)
  }

  /// Commands are found by these names before they are declared.
  @Test func eachCommandHasTheNamesThatItsVocabularyDeclares() {
    for entry in CounterShell.builtIn.flatMap(\.entries) {
      #expect([entry.name] + entry.aliases == [entry.command.name] + entry.command.aliases)
    }
  }

  @Test func helpExplainsACommand() {
    #expect(
      CounterShell.answer("help undo") == """
        undo [N]

        Undo the last command, or the last N.

        Examples
          undo    undo one command
          undo 3  undo three

        Restores the state, the virtual time, the effects in flight and the ids to be
        generated next. Undoing an 'advance' moves the clock back, and the effects that
        it fired are in flight again.

        Also: u

        """
    )
  }

  @Test func helpListsEveryCommandUnderItsHeading() {
    let help = CounterShell.answer("help all")
    for heading in ["Counter", "Time", "Travel", "Questions", "Assertions", "Shell"] {
      #expect(help.contains("\(heading)\n  "))
    }
    for command in CounterShell.application.erased.table.vocabularies.flatMap(\.commands)
    where !command.isHidden {
      #expect(help.contains("  \(command.usage) "), "\(command.usage)")
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(
    arguments: [
      ("clock", "+0s, nothing is scheduled\n"),
      ("soon\nadvance 400ms\nclock", "+400ms, the next effect is due in 600ms\n"),
      ("effects", "nothing is in flight\n"),
      ("soon\nsoon\nstep\nvalue\nstep\nvalue", "1\n2\n"),
      ("soon\nrun\nvalue\nclock", "1\n+1s, nothing is scheduled\n"),
      ("up\nup\ngoto -1\nvalue\ngoto +1\nvalue", "1\n2\n"),
      ("up 2\ngoto -1\nvalue\nundo\nvalue\nredo\nvalue", "1\n0\n1\n"),
      ("up\nadvance 1s\nup\ngoto @500ms\nvalue\ngoto 3\nvalue\ngoto '#1'\nvalue", "1\n2\n1\n"),
      ("print count + 1", "1\n"),
      ("print count", "0\n"),
      ("print", "Counter.State(count: 0)\n"),
      ("up\ndiff", "- Counter.State(count: 0)\n+ Counter.State(count: 1)\n"),
      ("up\nup\ndiff 0", "- Counter.State(count: 0)\n+ Counter.State(count: 2)\n"),
      ("up\nup\ndiff 2 1", "- Counter.State(count: 2)\n+ Counter.State(count: 1)\n"),
      ("diff", "  (No state changes)\n"),
      ("up\nshow", "#1 +0s .up  (typed)\n- Counter.State(count: 0)\n+ Counter.State(count: 1)\n"),
      ("set diff", "diff  auto  auto|net|moments|full|off: print what commands change in the state\n"),
      (
        "set diff off\nset diff",
        "diff  off  auto|net|moments|full|off: print what commands change in the state\n"
      ),
      ("set quiet off\nset diff off\nup", "#1 +0s .up  (typed)\n"),
      (
        "set di of\nset diff",
        "diff  off  auto|net|moments|full|off: print what commands change in the state\n"
      ),
      ("set echo on\nvalue", "#0 +0s> value\n0\n"),
    ]
  )
  func answers(script: String, answer: String) {
    #expect(CounterShell.answer(script) == answer)
  }

  @Test func aQuotedExpressionIsShownInAList() {
    let answer = CounterShell.answer("up\nlog --show 'count > 0', count")
    #expect(answer.contains("count > 0") && answer.contains("true") && !answer.contains("error"), "\(answer)")
  }

  @Test(
    arguments: [
      ("advance 2s\ngoto @2001ms", "-c:2:6: error: this branch ends at +2s\n"),
      ("up\nadvance 2s\nundo\nshow @3s", "-c:4:6: error: this branch ends at +2s\n"),
      (
        "fails let x = count",
        "-c:1:7: error: 'let' cannot be used with 'fails'\nfails let x = count\n      ^~~~~~~~~~~~~\n"
          + "help: later lines would need its definition; 'fails print EXPR' takes an expression\n"
      ),
      ("mark a\nmark -d a 99", "-c:2:11: error: unexpected '99'\n"),
      ("record --stop f", "-c:1:15: error: unexpected 'f'\n"),
      ("up\namend 1 screen", "-c:2:9: error: 'screen' cannot replace a command\n"),
      ("set h", "-c:1:5: error: 'h' is ambiguous: highlight, history\n"),
      ("log --show count > 1", "-c:1:18: error: "),
      (
        "set pager less -N",
        "-c:1:16: error: unexpected '-N'\nset pager less -N\n               ^~\n"
          + "help: quote a value of several words: set pager \"less -N\"\n"
      ),
      (
        "goto 3x",
        "-c:1:6: error: expected a moment, found '3x'\ngoto 3x\n     ^~\n"
          + "help: a moment is N or #N, @TIME, @-TIME or @+TIME, a mark, start, end, -N, +N, N% or -\n"
      ),
      (#"goto "Eggs %""#, "-c:1:6: error: expected a moment, found 'Eggs %'\n"),
      (
        "mark Eggs vanish",
        "-c:1:11: error: unknown mark 'vanish'\nmark Eggs vanish\n          ^~~~~~\n"
          + "help: a moment is N or #N, @TIME, @-TIME or @+TIME, a mark, start, end, -N, +N, N% or -; a mark of several words is written in quotes\n"
      ),
      (
        "mark 3x",
        "-c:1:6: error: invalid mark '3x'\nmark 3x\n     ^~\n"
          + "help: a mark starts with a letter or '_'; it is one word of letters, digits, '-', '_' and '.', or a note with spaces "
          + "that does not end with a space or '%'\n"
      ),
      (
        "goto Eggs vanish",
        "-c:1:11: error: unexpected 'vanish'\ngoto Eggs vanish\n          ^~~~~~\n"
          + "help: usage: goto MOMENT; a mark of several words is written in quotes\n"
      ),
      ("set diff off now", "-c:1:14: error: unexpected 'now'"),
    ]
  )
  func refuses(script: String, error: String) {
    let run = CounterShell().run(script)
    #expect(run.status != 0)
    #expect(run.errors.hasPrefix(error), "\(run.errors)")
  }

  @Test func theLimitStopsWhatWouldNeverEnd() {
    let script = "set limit 2\nset diff off\nsoon\nsoon\nsoon\nrun\nup"
    let run = CounterShell().run(script)
    #expect(run.status == 1)
    #expect(
      run.output.hasSuffix("(typed)\n#4 +1s clock +1s\n#5 +1s .up  (effect of #1 at Counter.swift:15)\n")
    )
    #expect(run.errors.hasPrefix("-c:6:1: error: stopped after 2 moments: the effects may never end\n"))
  }

  @Test func anInterruptedCommandKeepsTheSession() throws {
    let collector = OutputCollector()
    let application = CounterShell.application
    let shell = Interpreter<Counter.State, Counter.Action>(
      application: application.erased,
      origin: SessionOrigin(),
      console: Console(output: OutputCollector().output, errors: collector.output),
      settings: ShellSettings()
    )
    shell.debugger.isInterrupted = { shell.session.moments.count == 6 }
    let parser = ScriptParser(table: application.erased.table)
    _ = shell.run(try parser.program(ScriptSource("soon\nsoon\nsoon\nrun".utf8, name: "-")), parser)
    #expect(collector.text == "-:4:1: error: interrupted after 2 moments\nrun\n^~~\n")
    #expect(shell.session.state.count == 1)
    #expect(shell.session.effects.count == 2, "what was not delivered is still in flight")
    try shell.session.run()
    #expect(shell.session.state.count == 3)
  }

  @Test func waitingForNothingSaysSo() {
    let run = CounterShell().run("run")
    #expect(run.output == "nothing to wait for: nothing is in flight\n")
    #expect(run.status == 0)
  }
}
