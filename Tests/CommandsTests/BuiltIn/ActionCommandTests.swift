import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// The commands for actions without arguments for which a vocabulary declares no command.
struct ActionCommandTests {
  private func output(_ script: String, _ vocabulary: Vocabulary<Counter.State, Counter.Action> = .counter)
    -> String
  {
    var shell = CounterShell(vocabulary: vocabulary)
    shell.configuration.isQuiet = true
    let run = shell.run(script)
    return run.output + run.errors
  }

  /// Only some of the commands of the counter.
  private var small: Vocabulary<Counter.State, Counter.Action> {
    Vocabulary("Small") {
      Command("down", summary: "Count down") { turn in turn.send(.down) }
      Command("value", summary: "Show the value") { shell in shell.print("\(shell.session.state.count)") }
    }
  }

  @Test(arguments: [
    ("up-later\nrun\nvalue", "1\n"), ("up-l\nrun\nvalue", "1\n"), ("repeat 2 up-later\nrun\nvalue", "2\n"),
    ("up\namend 1 up-later\nrun\nvalue", "1\n"), ("alias up-later = up 3\nup-later\nvalue", "3\n"),
    ("macro up-later\nup 4\nend\nup-later\nvalue", "4\n"),
    ("alias lately = up-later\nlately\nrun\nvalue", "1\n"),
  ])
  func anActionIsSentByTheNameOfItsCase(script: String, expected: String) {
    #expect(output(script).hasSuffix(expected), "\(output(script))")
  }

  @Test(arguments: [
    ("up-later 2", "unexpected '2'"), ("up-latr", "did you mean 'up-later'?"),
    ("un", "nothing to undo"),
    ("up-later --help", "Send .upLater."),
  ])
  func itIsACommandLikeOthers(line: String, part: String) {
    #expect(output(line).contains(part), "\(output(line))")
  }

  @Test func aDeclaredCommandKeepsItsPrefixes() {
    let vocabulary = Vocabulary<Counter.State, Counter.Action>("Other") {
      Command("up-later-on", summary: "Count up") { turn in turn.send(.up) }
    }
    #expect(output("up-later\nup-l\nup\ncount", vocabulary) == "3\n")
    #expect(!output("help", vocabulary).contains("up-later "))
  }

  @Test(arguments: ["up-later", "up-l", "repeat 2 up-later", "up\namend 1 up-later", "alias x = up-later\nx"])
  func aSessionRecordsTheAction(script: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("session")
    #expect(output("\(script)\nsave '\(path)'") == "")
    let saved = String(decoding: try folder.bytes(of: "session"), as: UTF8.self)
    #expect(saved.contains(".upLater\n") && !saved.contains("up-later"), "\(saved)")
  }

  @Test func helpListsThemApart() {
    #expect(
      output("help all").contains("\n\nActions without arguments\n  up-later ")
        && output("help all").contains("  Send .upLater\n")
    )
    #expect(output("help -k upLater").contains("up-later"))
  }

  @Test(arguments: [
    ("startTapped", "start-tapped"), ("start", "start"), ("loadURLNow", "load-url-now"),
    ("loadURL", "load-url"),
    ("step2Done", "step2-done"), ("URLLoaded", "url-loaded"), ("éteint", "éteint"), ("", ""),
  ])
  func theNameOfACaseIsWrittenWithHyphens(name: String, expected: String) {
    #expect(name.kebabCased == expected)
  }

  private struct State { var count = 0, list = 0 }
  private enum Action { case count, countUp, listAll, start, goOn, loadURL, loadUrl, load(Int) }

  @Test func whatALineCanMeanAlreadyIsLeftAlone() {
    let focus = Focus(state: State.self, action: Action.self)
    let commands = ActionCommands(of: focus, besides: ["start-over": 0])
    #expect(commands.vocabulary.commands.map(\.name) == ["go-on", "load-url"])
    #expect(commands.entry(named: "load")?.name == "load-url" && commands.entry(named: "x") == nil)
  }

  @Test(arguments: [("", [Substring]()), ("up-", ["up-later"]), ("u", ["undo", "up"])])
  func tabCompletesThem(typed: String, found: [Substring]) {
    let shell = Interpreter(CounterShell.application)
    let names = shell.complete(typed, at: typed.count).map(\.text)
    #expect(found.allSatisfy { names.contains(String($0)) })
    #expect(names.contains("up-later") == (typed != "u"))
  }

  /// Some actions are sent only by effects, so a vocabulary decides what a person can do.
  @Test func explorationTriesThemIfItIsToldTo() {
    let small = output("explore --actions --depth 2 sometimes count == 2", small)
    #expect(small.contains("is reached after 2 commands: .up; .up"), "\(small)")
    let counter = output("explore --depth 2 always count < 9")
    let commands = counter.split(separator: "\n").first { $0.hasPrefix("  commands ") }
    #expect(commands?.contains(".") == false, "\(counter)")
    #expect(
      output("explore --only up-later --depth 1 sometimes effects.count == 1").contains("command: .upLater")
    )
    #expect(
      output("macro m\nup-later\nend\nexplore --only m --depth 1 sometimes effects.count == 1").contains(
        ": m"
      )
    )
  }
}
