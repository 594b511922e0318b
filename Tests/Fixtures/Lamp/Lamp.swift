import ArgumentParser
import Core
import ShellKit

struct Lamp: Reducer {
  struct State: Equatable, Sendable { var isOn = false }
  enum Action: Sendable { case toggle, off, offAfter(Duration) }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggle: state.isOn.toggle()
    case .off: state.isOn = false
    case .offAfter(let delay):
      return .run { send in
        try await clock.sleep(for: delay)
        await send(.off)
      }
    }
    return .none
  }
}

@main struct LampShell: ShellProgram {
  static let configuration = CommandConfiguration(commandName: "lamp")
  @OptionGroup var options: ShellOptions

  func run() throws {
    try options.run(ShellApplication(name: "lamp", initialState: Lamp.State()) { Lamp() })
  }
}
