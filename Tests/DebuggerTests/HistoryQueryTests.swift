import Core
import Testing

@testable import TodoShellDebugger

struct HistoryQueryTests {
  struct Tally: Reducer {
    struct State: Equatable, Sendable, DumpFieldsProviding {
      @Shared(.inMemory("HistoryQueryTests")) var count = 0

      // Described as a property of its own, which does not show that its value is shared.
      var double: Int { count * 2 }

      static var dumpFields: [DumpField<Self>] { [DumpField("double", \.double) { $0.double }] }
    }
    enum Action: Sendable {
      case up
      case set(Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.$count.withLock { count in
        switch action {
        case .up: count += 1
        case .set(let number): count = number
        }
      }
      return .none
    }
  }

  @Test func aValueThatDependsOnASharedOneIsThatOfEachMoment() throws {
    let session = Session(initialState: Tally.State()) { Tally() }
    for _ in 0..<3 { try session.send(.up) }
    let value = HistoryQuery(try Expression(parsing: SourceText("double")))
    let condition = HistoryQuery(
      try Expression(parsing: SourceText("double == 4"))
    )
    // The first evaluation walks the tree, later ones are compiled.
    for _ in 0..<2 {
      #expect(
        try session.moments.map { try value.answer(at: AnyMoment($0))?.wrapped as? Int } == [
          0, 2, 4, 6,
        ]
      )
      #expect(
        try session.moments.map { try condition.holds(at: AnyMoment($0)) } == [false, false, true, false]
      )
    }
  }

  @Test func aQueryIsAskedInSeveralSessions() throws {
    let initial = Tally.State()
    let query = HistoryQuery(try Expression(parsing: SourceText("double + 0")))
    for number in [5, 7] {
      let session = Session(initialState: initial) { Tally() }
      try session.send(.set(number))
      let moment = try #require(session.moments.last)
      #expect(try query.answer(at: AnyMoment(moment))?.wrapped as? Int == 2 * number)
    }
  }

  struct Pair: Reducer {
    struct Counter: Equatable, Sendable {
      @Shared(.inMemory("HistoryQueryTests.Pair")) var count = 0
    }
    struct State: Equatable, Sendable {
      var counter = Counter()
      var other = 0
    }
    enum Action: Sendable { case up, other }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .up: state.counter.$count.withLock { $0 += 1 }
      case .other: state.other += 1
      }
      return .none
    }
  }

  /// The memory of the value is the same; only the shared value in it has changed.
  @Test func aSharedValueChangesTheValuesThatContainIt() throws {
    let session = Session(initialState: Pair.State()) { Pair() }
    for action in [.up, .other, .up, .other] as [Pair.Action] { try session.send(action) }
    let erased = AnySession(session)
    let query = HistoryQuery(try Expression(parsing: SourceText("counter")))
    try CauseFinder(session: erased) { false }.findLastChanges(of: [query], upTo: erased.moment)
    #expect(query.lastChange?.number == 3)
  }
}
