import Core

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// A search whose answer comes once nothing has been typed for a while; or one that forgets to cancel it.
struct Search: Reducer {
  struct State: Equatable, Sendable {
    var query = ""
    /// What the results are of.
    var answered = ""
  }

  enum Action: Equatable, Sendable { case typed(String), answered(String) }

  let cancels: Bool
  @Dependency(\.continuousClock) var clock
  private enum CancelID { case search }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .typed(""):
        state = State()
        return cancels ? .cancel(id: CancelID.search) : .none
      case .typed(let query):
        state.query = query
        return .run { send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.answered(query))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      case .answered(let query):
        state.answered = query
      }
      return .none
    }
  }
}

extension Vocabulary<Search.State, Search.Action> {
  static var search: Self {
    Vocabulary("Search") {
      Command("type", Argument.text("TEXT"), summary: "Type a query") { turn, text in turn.send(.typed(text))
      }
      Command("clear", summary: "Clear the query") { turn in turn.send(.typed("")) }
      Command("query", summary: "Show what was asked") { shell in shell.print(shell.session.state.query) }
    }
  }
}

/// Runs scripts in the shell of a search.
struct SearchShell {
  var cancels = false
  var hasVocabulary = true
  var seed: UInt64?

  func run(_ script: String) -> (status: Int32, output: String, errors: String) {
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.commands = [script]
    configuration.isQuiet = true
    configuration.seed = seed
    let application = ShellApplication(
      name: "search",
      vocabulary: hasVocabulary ? .search : nil
    ) { [cancels] seed, epoch in
      Session(initialState: Search.State(), seed: seed, epoch: epoch) { Search(cancels: cancels) }
    }
    let status = application.run(configuration, console: Console(output: out.output, errors: err.output))
    return (status, out.text, err.text)
  }
}
