import TodoShellSessions
import Core
import Synchronization

/// A lock that opens once its buttons have been pressed, and time has passed, in the order of its combination.
///
/// Each press starts a timer that takes the last one back unless another one comes first.
struct Lock: Reducer {
  struct State: Equatable, Sendable {
    let combination: [Button]
    var progress = 0
    var isOpen: Bool { progress == combination.count }
  }

  enum Button: Int, CaseIterable, Sendable { case red, green, blue, pause }
  enum Action: Equatable, Sendable { case press(Button), timeOut }

  @Dependency(\.continuousClock) var clock
  private enum CancelID { case timeOut }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      let button: Button = if case .press(let button) = action { button } else { .pause }
      if !state.isOpen {
        let isRight = state.combination[state.progress] == button
        state.progress = isRight ? state.progress + 1 : state.combination[0] == button ? 1 : 0
      }
      guard case .press = action else { return .none }
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.timeOut)
      }
      .cancellable(id: CancelID.timeOut, cancelInFlight: true)
    }
  }

  /// What can be done with it.
  static func steps(in session: Session<State, Action>) -> [ExplorationStep<State, Action>] {
    let buttons = [Button.red, .green, .blue].map { button in
      ExplorationStep<State, Action>("\(button)", group: "press") { try $0.send(.press(button)) }
    }
    return buttons + [
      .advance(by: .milliseconds(999), text: "999 ms"), .advance(by: .seconds(1), text: "1 s"),
    ]
  }
}

/// A feature with something wrong in it, of each kind that is wrong in any feature.
struct Faulty: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable, Sendable { case up, complain, echo, tick, draw }

  /// What the feature should not use.
  static let outside = Atomic(0)

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .up:
        state.count += 1
      case .complain:
        if state.count == 2 { reportIssue("two is too many") }
      case .echo:
        return state.count == 1 ? .send(.echo) : .none
      case .tick:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.up) }
        }
      case .draw:
        state.count = Self.outside.add(1, ordering: .relaxed).newValue
      }
      return .none
    }
  }

  static func step(_ action: Action) -> ExplorationStep<State, Action> {
    ExplorationStep("\(action)", group: "\(action)") { try $0.send(action) }
  }
}

/// A number that counts up to where something is wrong, and knobs that make for many states and change nothing.
struct Panel: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var knobs = Array(repeating: 0, count: 6)
  }

  enum Action: Equatable, Sendable { case up, turn(Int) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .up: state.count += 1
      case .turn(let knob): state.knobs[knob] += 1
      }
      return .none
    }
  }

  static func steps(in session: Session<State, Action>) -> [ExplorationStep<State, Action>] {
    [ExplorationStep("up", group: "up") { try $0.send(.up) }]
      + session.state.knobs.indices.map { knob in
        ExplorationStep("turn \(knob)", group: "turn") { try $0.send(.turn(knob)) }
      }
  }
}
