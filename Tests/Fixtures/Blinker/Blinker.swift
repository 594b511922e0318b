import ArgumentParser
import Core
import TodoShellSystem
import ShellKit

/// A feature that never comes to rest, for tests of long commands, and that traps, for tests of the consequences.
struct Blinker: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Sendable { case start, tick, chat, beat, hang, strike, trap, overflow, abort, shout(String) }

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
    case .beat: return .run { _ in try await beat() }
    case .hang:
      print("hanging")
      fflush(nil)
      while state.count >= 0 { state.count = 0 }
      return .none
    case .strike:
      if state.count > 0 { fatalError("the lamp is broken") }
      return .none
    case .tick:
      state.count += 1
      return .none
    case .trap:
      // Not as the first action, so that a session has something to lose.
      state.count = [0][state.count]
      return .none
    case .overflow:
      state.count = Self.depth(0)
      return .none
    case .abort: TodoShellSystem.abort()
    case .shout(let text):
      state.count = [0][text.count]
      return .none
    }
  }

  /// Waits without end.
  private func beat() async throws {
    try await clock.sleep(for: .seconds(1))
    print("beating")
    fflush(nil)
    while true { try await clock.sleep(for: .seconds(1)) }
  }

  /// Calls itself until the stack is full.
  @inline(never) private static func depth(_ depth: Int) -> Int {
    depth < 0 ? 0 : 1 + Self.depth(depth + 1) % 1_000_000
  }
}

@main struct BlinkerShell: ShellProgram {
  @OptionGroup var options: ShellOptions

  func run() throws {
    try options.run(ShellApplication(name: "blinker", initialState: Blinker.State()) { Blinker() })
  }
}
