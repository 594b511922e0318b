import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// Lines that start with a dot.
struct ActionLineTests {
  @Test func sendTheActionAsOneTurn() {
    #expect(CounterShell.answer(".up\n  .up # twice\nvalue\nundo\nvalue") == "2\n1\n")
  }

  @Test func areShownAsTheyAreWritten() {
    let run = CounterShell().run(".up")
    #expect(run.output.hasPrefix("#1 +0s .up  (typed)\n"))
    #expect(run.status == 0)
  }

  @Test func aBadOneStopsTheScriptBeforeItRuns() {
    let run = CounterShell().run("up\n.upp")
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(
      run.errors == """
        -c:2:1: error: unknown case '.upp' of Counter.Action
        .upp
        ^~~~
        note: its cases: .up, .down, .upLater
        help: did you mean '.up'?
        1 error; nothing was run

        """
    )
  }

  @Test func aShellNeedsNoVocabulary() {
    let application = ShellApplication(name: "bare") { seed, epoch in
      Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
    }
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.commands = [".upLater", "advance 1s", "print count", "undo", "print count"]
    configuration.isQuiet = true
    #expect(application.run(configuration, console: Console(output: out.output, errors: err.output)) == 0)
    #expect(out.text == "1\n0\n")
    #expect(err.text == "")
  }

  @Test(arguments: ["help .", "help actions"])
  func helpListsTheActions(line: String) {
    let help = CounterShell.answer(line)
    #expect(help.hasPrefix(".ACTION\n\nA line that starts with a dot"))
    #expect(help.contains("\nCounter.Action\n  .up\n  .down\n  .upLater\n\nValues\n"))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: [(".u", [".up", ".upLater"]), ("  .d", [".down"]), (".x", [])])
  func completionOffersTheCases(text: String, expected: [String]) {
    let finder = CompletionFinder(table: CounterShell.application.erased.table)
    #expect(finder.completions(of: text[...], in: Counter.State()).map(\.text) == expected)
  }

  @Test func aPatternIsAParameter() {
    let own = Vocabulary<Counter.State, Counter.Action>("Own") {
      Command("match", Argument.actionPattern("PATTERN", of: Counter.Action.self), summary: "Match") {
        (shell: Interpreter<Counter.State, Counter.Action>, pattern) in
        shell.print("\(pattern): \(pattern.matches(.up))")
      }
      Command("do", Argument.action("ACTION", of: Counter.Action.self), summary: "Send") { turn, action in
        turn.send(action.value)
      }
    }
    let application = ShellApplication(name: "own", vocabulary: own) { seed, epoch in
      Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
    }
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.commands = ["match .up", "match _", "match .down", "do .up", "print count"]
    configuration.isQuiet = true
    _ = application.run(configuration, console: Console(output: out.output, errors: err.output))
    #expect(out.text == ".up: true\n_: true\n.down: false\n1\n")
    #expect(err.text == "")
    let finder = CompletionFinder(table: application.erased.table)
    #expect(finder.completions(of: "match .d", in: Counter.State()).map(\.text) == [".down"])
  }
}
