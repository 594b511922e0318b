import ArgumentParser
import Core
import ShellKit

struct EggTimer: Reducer {
  struct State: Equatable, Sendable { var isRunning = false, isRinging = false }
  enum Action: Sendable { case start, stop, ring }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.isRunning = true
      return .run { send in
        try await clock.sleep(for: .seconds(180))
        await send(.ring)
      }
    case .stop: state = State()
    case .ring: state.isRinging = true
    }
    return .none
  }
}

@main struct EggTimerShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(ShellApplication(name: "eggtimer", initialState: EggTimer.State()) { EggTimer() })
  }
}
