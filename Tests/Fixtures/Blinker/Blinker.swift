import ArgumentParser
import Core
import ShellKit

/// A feature that never comes to rest, for tests of what takes long.
struct Blinker: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Sendable { case start, tick, chat }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
      }
    case .chat:
      print("chatter")
      return .none
    case .tick:
      state.count += 1
      return .none
    }
  }
}

@main struct BlinkerShell: ShellProgram {
  @OptionGroup var options: ShellOptions

  func run() throws {
    try options.run(
      ShellApplication(name: "blinker") { Session(initialState: .init(), seed: $0, epoch: $1) { Blinker() } }
    )
  }
}
