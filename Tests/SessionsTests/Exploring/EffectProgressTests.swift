import Foundation
import Testing

@testable import Core
@testable import TodoShellSessions

/// The progress of effects distinguishes states.
struct EffectProgressTests {
  /// Waits several times in the same way before it sends an action.
  private struct Retry: Reducer {
    struct State: Equatable, Sendable { var isDone = false }
    enum Action: Equatable, Sendable { case start, again, tap, done }

    @Dependency(\.continuousClock) var clock

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run { send in
            for _ in 0..<3 { try await clock.sleep(for: .seconds(1)) }
            await send(.done)
          }
        case .again: return .concatenate(pause, pause, pause, .send(.done))
        case .tap:
          return .send(.done).throttle(id: 1, for: .seconds(1), clock: clock, latest: true)
        case .done: state.isDone = true
        }
        return .none
      }
    }

    private var pause: Effect<Action> { .run { _ in try await clock.sleep(for: .seconds(1)) } }
  }

  private typealias Search = Exploration<Retry.State, Retry.Action>

  private static var done: Property<Retry.State, Retry.Action> { .always("not done") { !$0.state.isDone } }

  private func session() -> Session<Retry.State, Retry.Action> {
    Session(initialState: Retry.State()) { Retry() }
  }

  private func explore(_ property: Property<Retry.State, Retry.Action>, _ first: Retry.Action) throws
    -> Search
  {
    let session = session()
    try session.send(first)
    let exploration = try Search(of: [property], from: session) { _ in
      [.advance(by: .seconds(1), text: "advance 1s")]
    }
    exploration.run()
    return exploration
  }

  @Test(arguments: [Retry.Action.start, .again]) private func equalSleepsAreDistinguished(first: Retry.Action)
    throws
  {
    guard case .fails(let finding) = try explore(Self.done, first).verdicts[0] else {
      Issue.record("The third second ends it.")
      return
    }
    #expect(finding.steps.map(\.text) == ["advance 3.0 seconds"])
    let goal = Property<Retry.State, Retry.Action>.eventually("done") { $0.state.isDone }
    guard case .holds = try explore(goal, first).verdicts[0] else {
      Issue.record("It ends, so there is no loop.")
      return
    }
  }

  @Test func aBranchOfEqualSleepsIsNotALoop() throws {
    let session = session()
    try session.send(.start)
    let goal = Property<Retry.State, Retry.Action>.eventually("done") { $0.state.isDone }
    for _ in 0..<2 { try session.advance(by: .seconds(1)) }
    #expect(try session.verdict(on: goal) == .open(until: nil))
  }

  @Test func progressIsTheSameAfterTravelAndReplay() throws {
    let session = session()
    try session.send(.start)
    try session.advance(by: .seconds(1))
    func progress() -> [UInt8] { session.core.timeline.current.sleepers.values.map(\.progress) }
    let before = progress()
    #expect(before == [2])
    try session.undo()
    #expect(progress() == [1])
    try session.redo()
    #expect(progress() == before)
    try session.undo()
    try session.advance(by: .seconds(1))
    #expect(progress() == before, "The effect was started again and has slept once.")
  }

  @Test func anActionThatWaitsForAnIntervalMatters() throws {
    let session = session()
    try session.send(.tap)
    let exploration = try Search(of: [.never("twice") { $0 == .done }], from: session) { _ in
      [
        ExplorationStep("tap", group: "tap") { try $0.send(.tap) },
        .advance(by: .seconds(1), text: "advance 1s"),
      ]
    }
    exploration.run()
    guard case .fails(let finding) = exploration.verdicts[0] else {
      Issue.record("The second tap is delayed, not lost.")
      return
    }
    #expect(finding.steps.map(\.text) == ["tap", "advance 1s"])
  }
}

/// Properties that look back more than one step.
struct LookbackTests {
  private struct Switch: Reducer {
    struct State: Equatable, Sendable { var isOn = false }
    enum Action: Equatable, Sendable { case press }

    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.isOn.toggle()
        return .none
      }
    }
  }

  /// The state some turns ago.
  private static func isOn(_ turns: Int, before moment: SettledMoment<Switch.State, Switch.Action>) -> Bool {
    var before = moment.moment
    for _ in 0..<turns { before = before.beforeTurn }
    return before.state.isOn
  }

  @Test(arguments: 1...4) func aConditionCanLookBack(turns: Int) throws {
    let session = Session(initialState: Switch.State()) { Switch() }
    var plan = Exploration<Switch.State, Switch.Action>.Plan()
    plan.lookback = turns
    // On now, and on so many presses ago.
    let condition = Property<Switch.State, Switch.Action>.sometimes("again") { moment in
      moment.state.isOn && Self.isOn(turns, before: moment)
    }
    let exploration = try Exploration(of: [condition], from: session, plan: plan) { _ in
      [ExplorationStep("press", group: "press") { try $0.send(.press) }]
    }
    exploration.run()
    if turns % 2 == 1 {
      guard case .fails = exploration.verdicts[0] else {
        Issue.record("It was off an odd number of presses ago.")
        return
      }
    } else {
      guard case .reached(let finding) = exploration.verdicts[0] else {
        Issue.record("It was on an even number of presses ago.")
        return
      }
      #expect(finding.steps.count == turns + 1)
    }
  }

  @Test func thePropertyLooksBackBeyondTheStart() throws {
    let session = Session(initialState: Switch.State()) { Switch() }
    try session.send(.press)
    let condition = Property<Switch.State, Switch.Action>.sometimes("was off") { !Self.isOn(1, before: $0) }
    let exploration = try Exploration(of: [condition], from: session) { _ in
      [ExplorationStep("press", group: "press") { try $0.send(.press) }]
    }
    exploration.run()
    guard case .reached(let finding) = exploration.verdicts[0] else {
      Issue.record("It was off before the press.")
      return
    }
    #expect(finding.steps.isEmpty)
  }

  @Test func aStepThatTravelsLeavesNoMovements() throws {
    let session = Session(initialState: Switch.State()) { Switch() }
    let exploration = try Exploration(of: [.always("x") { _ in true }], from: session) { _ in
      [
        ExplorationStep("twice", group: "twice") { session in
          #expect(session.movements.isEmpty)
          try session.send(.press)
          try session.undo()
          try session.send(.press)
        }
      ]
    }
    exploration.run()
    #expect(exploration.coverage.sequences == 2)
  }
}
