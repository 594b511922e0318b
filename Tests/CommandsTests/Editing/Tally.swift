import TodoShellCommands
import Core

/// The feature of the tests of edited scripts.
struct Tally: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Sendable { case up(by: Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .up(let number): state.count += number
    }
    return .none
  }

  static var application: ShellApplication<State, Action> {
    ShellApplication(
      name: "tally",
      vocabulary: Vocabulary("Tally") {
        Command("up", Argument.count("N"), summary: "Count up") { turn, count in turn.send(.up(by: count)) }
      }
    ) { seed, epoch in
      Session(initialState: State(), seed: seed, epoch: epoch) { Tally() }
    }
  }

  static func parser() -> ScriptParser {
    ScriptParser(
      table: application.erased.table,
      definitions: Definitions(variables: ["given": Variable(given: "1")])
    )
  }

  static func edited(_ text: String) -> EditedScript {
    EditedScript(text.utf8, name: "-", parser: parser())
  }
}
