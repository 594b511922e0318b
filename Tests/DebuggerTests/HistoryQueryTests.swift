import Core
import Testing

@testable import Debugger

struct HistoryQueryTests {
  struct Tally: Reducer {
    struct State: Equatable, Sendable, DumpFieldsProviding {
      @Shared(.inMemory("HistoryQueryTests")) var count = 0

      // Described as a property of its own, which does not show that its value is shared.
      var double: Int { count * 2 }

      static var dumpFields: [DumpField<Self>] { [DumpField("double", \.double) { $0.double }] }
    }
    enum Action: Sendable { case up }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.$count.withLock { $0 += 1 }
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
        try session.moments.map { try value.answer(at: AnyMoment($0)).value?.wrapped as? Int } == [
          0, 2, 4, 6,
        ]
      )
      #expect(
        try session.moments.map { try condition.holds(at: AnyMoment($0)) } == [false, false, true, false]
      )
    }
  }
}
