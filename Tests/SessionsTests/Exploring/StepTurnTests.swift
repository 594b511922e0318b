import Core
import TodoShellSessions
import Testing

/// Steps of several turns, each of which is judged as `expect` judges a command.
struct StepTurnTests {
  private struct Tally: Reducer {
    struct State: Equatable, Sendable { @Shared(.inMemory("tally")) var count = 0 }
    enum Action: Sendable { case add(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .add(let number) = action { state.$count.withLock { $0 += number } }
      return .none
    }
  }

  @Test func sharedValuesAreThoseOfTheJudgedTurn() throws {
    let step = ExplorationStep<Tally.State, Tally.Action>("up and down", group: "tally") { session in
      for number in [1, -2, 1] { try session.send(.add(number)) }
    }
    let exploration = try Exploration(
      of: [
        .always("never negative") { $0.state.count >= 0 }, .sometimes("one") { $0.state.count == 1 },
        .always("small") { $0.state.count < 2 },
      ],
      from: Session(initialState: Tally.State()) { Tally() },
      steps: { _ in [step] }
    )
    exploration.run()
    guard case .fails = exploration.verdicts[0], case .reached = exploration.verdicts[1],
      case .holds = exploration.verdicts[2]
    else {
      Issue.record(Comment(rawValue: "\(exploration.verdicts)"))
      return
    }
  }
}
