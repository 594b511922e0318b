import Core
import ShellKit

struct Counter: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Sendable { case up, down, upLater }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .up: state.count += 1
    case .down: state.count -= 1
    case .upLater:
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.up)
      }
    }
    return .none
  }
}

extension Vocabulary<Counter.State, Counter.Action> {
  static var counter: Self {
    Vocabulary("Counter") {
      Command("up", Argument.count("N"), summary: "Count up") { turn, count in
        for _ in 0..<count { turn.send(.up) }
      }
      Command("down", summary: "Count down, but not below zero") { turn in
        guard turn.state.count > 0 else { throw CommandFailure("this is zero already") }
        turn.send(.down)
      }
      Command("soon", summary: "Count up in a second") { turn in turn.send(.upLater) }
      Command("value", summary: "Show the value") { shell in shell.print("\(shell.session.state.count)") }
    }
  }
}
