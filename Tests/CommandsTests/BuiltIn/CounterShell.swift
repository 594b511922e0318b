import Core
@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// Collects what is written, for a test to look at.
final class OutputCollector {
  private(set) var text = ""

  var output: Output {
    Output { [self] bytes in
      text += String(decoding: bytes, as: UTF8.self)
      return nil
    }
  }
}

/// The shell of the counter, in memory.
struct CounterShell {
  let out = OutputCollector()
  let err = OutputCollector()
  let console: Console
  var configuration = ShellConfiguration()

  private let application: ShellApplication<Counter.State, Counter.Action>

  /// - Parameter vocabulary: Its own commands.
  init(vocabulary: Vocabulary<Counter.State, Counter.Action> = .counter) {
    application = Self.application(vocabulary)
    console = Console(output: out.output, errors: err.output)
  }

  static var application: ShellApplication<Counter.State, Counter.Action> { application(.counter) }

  /// The built-in vocabularies.
  static var builtIn: [AnyVocabulary] {
    AnyVocabulary.builtIn(FeatureTypes(state: Counter.State.self, action: Counter.Action.self))
  }

  static func application(
    _ vocabulary: Vocabulary<Counter.State, Counter.Action>
  ) -> ShellApplication<Counter.State, Counter.Action> {
    ShellApplication(name: "counter", vocabulary: vocabulary) { seed, epoch in
      Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
    }
  }

  /// Runs a script, and gives what it printed, errors last.
  func run(_ script: String) -> (status: Int32, output: String, errors: String) {
    var shell = self
    shell.configuration.commands = [script]
    return shell.run()
  }

  /// Runs the commands of the configuration, and returns the status, the output and the errors.
  func run() -> (status: Int32, output: String, errors: String) {
    let status = application.run(configuration, console: console)
    return (status, out.text, err.text)
  }

  /// Runs a script that prints only what it asks for.
  static func answer(_ script: String) -> String {
    var shell = CounterShell()
    shell.configuration.isQuiet = true
    let run = shell.run(script)
    return run.output + run.errors
  }
}
