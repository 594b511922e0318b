import Synchronization
import Testing

@testable import Core
@testable import TestSupport
@testable import TodoShellSessions

/// What a session costs as its state and its record grow, counted in comparisons, nodes and runs of the reducer.
@Suite(.serialized) struct SessionCostTests {
  @Test(arguments: [10, 1_000, 10_000])
  func aSendLooksAtNoElementButTheOneItChanges(count: Int) throws {
    let session = Session(initialState: CountedRows.State(count: count)) { CountedRows() }
    let before = session.state.rows
    CountedRow.comparisons.store(0)
    try session.send(.toggle(count / 2))
    #expect(CountedRow.comparisons.load() == 0)
    let new = session.state.rows.tree.nodes.subtracting(before.tree.nodes)
    #expect(new.count == before.tree.root.height + 1, "What is kept is one path through the tree")
    #expect(session.moments.count == 2)
  }

  @Test func travellingComparesAndRunsNothingAtAnyDistance() throws {
    let runs = CallCount()
    let session = Session(initialState: CountedRows.State(count: 100)) { CountedRows(runs: runs) }
    for step in 0..<2_000 { try session.send(.toggle(step % 100)) }
    let ran = runs.value
    CountedRow.comparisons.store(0)
    try session.goto(moment: 0)
    try session.goto(moment: 2_000)
    try session.undo(1_000)
    try session.redo(1_000)
    try session.go(by: -2_000)
    #expect(runs.value == ran)
    #expect(CountedRow.comparisons.load() == 0)
  }

  @Test func aSendAfterTravellingRunsAgainOnlyWhatCameSinceNothingWasInFlight() throws {
    let runs = CallCount()
    let session = Session(initialState: CountedRows.State(count: 100)) { CountedRows(runs: runs) }
    for _ in 0..<20 {
      try session.send(.wait)
      for step in 0..<97 { try session.send(.toggle(step)) }
      try session.advance(by: .seconds(1))
    }
    // Each hundred moments: the wait, the toggles, the clock's move, and what the effect sends.
    #expect(session.moments.count == 2_001)
    let ran = runs.value
    try session.goto(moment: 1_250)
    try session.send(.toggle(0))
    #expect(runs.value - ran == 51)
    try session.goto(moment: 1_300)
    try session.send(.toggle(0))
    #expect(runs.value - ran == 52, "Nothing was in flight there")
  }

  @Test(arguments: [1, 100, 1_000])
  func anEffectIsReducedTwiceHoweverManyAreInFlight(count: Int) throws {
    let runs = CallCount()
    let session = Session(initialState: CountedRows.State(count: 1)) { CountedRows(runs: runs) }
    for _ in 0..<count { try session.send(.wait) }
    #expect(session.effects.count == count)
    try session.advance(by: .seconds(1))
    #expect(runs.value == 2 * count)
    #expect(session.moments.count <= 1 + 2 * count + 1, "They are due together, so the clock moves once")
    #expect(session.effects.isEmpty)
  }

  @Test func aWhatIfThatChangesNothingComparesWhatEachMomentChanged() throws {
    let session = Session(initialState: CountedRows.State(count: 10_000)) { CountedRows() }
    try session.send(.toggle(-1))
    for step in 0..<100 { try session.send(.toggle(step * 100)) }
    CountedRow.comparisons.store(0)
    let outcome = try session.skip(turnOf: 1)
    #expect(outcome.firstDifference == nil)
    #expect(CountedRow.comparisons.load() <= 100 * 32)
  }

  @Test func aSleepComparesOnlyAFewDeadlinesHoweverManySleep() {
    let costs = [16, 4_096].map { count -> Double in
      let clock = VirtualClock<CountedDuration>(now: VirtualInstant(offset: .zero))
      let engine = Engine(
        state: 0,
        dependencies: DependencyValues(),
        reducer: Reduce<Int, Int> { state, delay in
          guard delay > 0 else {
            state += 1
            return .none
          }
          return .run { send in
            try await clock.sleep(for: CountedDuration(ticks: delay))
            await send(0)
          }
        }
      )
      CountedDuration.comparisons.store(0)
      var rest = Int.max
      for step in 0..<count {
        engine.enqueue(Delivery(action: engine.erased(1 + (step &* 7_919) % count)))
        while let delivery = engine.nextDelivery(&rest) { engine.deliver(delivery) }
      }
      while clock.wakeNext() {
        while let delivery = engine.nextDelivery(&rest) { engine.deliver(delivery) }
      }
      #expect(engine.state == count)
      #expect(engine.isQuiescent)
      return Double(CountedDuration.comparisons.load()) / Double(count)
    }
    // The logarithm of the one is three times that of the other; the number is 256 times that.
    #expect(costs[1] <= 5 * costs[0], "\(costs)")
  }
}

private struct CountedRow: Equatable, Identifiable {
  let id: Int
  var isDone = false

  static let comparisons = SharedCount()

  static func == (a: Self, b: Self) -> Bool {
    comparisons.add(1)
    return a.id == b.id && a.isDone == b.isDone
  }
}

/// A list whose rows are toggled without an effect, and an effect that takes a second.
private struct CountedRows: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArrayOf<CountedRow>

    init(count: Int) {
      rows = IdentifiedArray(uniqueElements: (0..<count).map { CountedRow(id: $0) })
    }
  }

  enum Action: Equatable, Sendable {
    case toggle(Int)
    case wait
    case waited
  }

  var runs = CallCount()
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      runs.increment()
      switch action {
      case .toggle(let id):
        state.rows[id: id]?.isDone.toggle()
        return .none
      case .wait:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.waited)
        }
      case .waited:
        return .none
      }
    }
  }
}

/// A time that counts how often it is compared with another.
private struct CountedDuration: DurationProtocol, Hashable, Sendable {
  var ticks: Int

  static let comparisons = SharedCount()
  static let zero = CountedDuration(ticks: 0)

  static func < (a: Self, b: Self) -> Bool {
    comparisons.add(1)
    return a.ticks < b.ticks
  }

  static func + (a: Self, b: Self) -> Self { Self(ticks: a.ticks + b.ticks) }
  static func - (a: Self, b: Self) -> Self { Self(ticks: a.ticks - b.ticks) }
  static func * (a: Self, b: Int) -> Self { Self(ticks: a.ticks * b) }
  static func / (a: Self, b: Int) -> Self { Self(ticks: a.ticks / b) }
  static func / (a: Self, b: Self) -> Double { Double(a.ticks) / Double(b.ticks) }
}
