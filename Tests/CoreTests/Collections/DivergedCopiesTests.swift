import Core
import Observation
import Testing

@testable import TestSupport

/// Copies of one array that went different ways, and are then assigned over each other, as features do that undo, load
/// or reset a list.
struct DivergedCopiesTests {
  private struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var name = ""
  }

  private static let changes: [(String, @Sendable (inout IdentifiedArrayOf<Row>) -> Void)] = [
    ("nothing", { _ in }),
    ("a change", { $0[id: 3]?.name = "changed" }),
    ("a removal", { $0.remove(id: 7) }),
    ("an insertion", { $0.insert(Row(id: 100, name: "new"), at: 5) }),
    ("a move", { $0.move(fromOffsets: [2], toOffset: 9) }),
    ("a reversal", { $0.reverse() }),
    ("a removal and an insertion under the same id", { $0.append($0.remove(id: 4) ?? Row(id: 4)) }),
    ("all removed", { $0.removeAll() }),
    ("another array", { $0 = [Row(id: 3, name: "other"), Row(id: 200)] }),
  ]

  private static func makeRows(_ count: Int) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0, name: "row \($0)") })
  }

  @Test(arguments: [12, 100])
  func aCopyThatIsAssignedIsTheArrayAfterwards(count: Int) {
    let origin = Self.makeRows(count)
    for (left, changeLeft) in Self.changes {
      for (right, changeRight) in Self.changes {
        var (one, other) = (origin, origin)
        changeLeft(&one)
        changeRight(&other)
        let (before, after) = (Array(one), Array(other))
        #expect((diff(one, other) == nil) == (before == after), "\(left), then \(right)")
        one = other
        #expect(Array(one) == after && one == other, "\(left), then \(right)")
        let isFound = after.indices.allSatisfy {
          one[id: after[$0].id] == after[$0] && one.index(id: after[$0].id) == $0
        }
        #expect(isFound, "\(left), then \(right)")
        // What is changed in one afterwards is not changed in the other.
        one.append(Row(id: 1000))
        #expect(Array(other) == after && other[id: 1000] == nil)
      }
    }
  }

  @Test func aFeatureThatAssignsACopyCancelsTheEffectsOfWhatIsNotInIt() async {
    let clock = TestClock()
    let store = TestStore(initialState: Copies.State(rows: [Ticking.State(id: 1), Ticking.State(id: 2)])) {
      Copies()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.saveButtonTapped) { $0.saved = $0.rows }
    await store.send(.addButtonTapped) { $0.rows.append(Ticking.State(id: 3)) }
    await store.send(\.rows[id: 2].start)
    await store.send(\.rows[id: 3].start)
    await store.send(.restoreButtonTapped) { $0.rows = $0.saved }
    await clock.advance(by: .seconds(1))
    await store.receive(\.rows[id: 2].tick) { $0.rows[id: 2]?.ticks = 1 }
    await store.finish()
  }

  @MainActor
  @Test func readersOfWhatACopyChangesAreTold() {
    let store = Store(initialState: Copies.State(rows: [Ticking.State(id: 1), Ticking.State(id: 2)])) {
      Copies()
    }
    store.send(.saveButtonTapped)
    store.send(.rows(.element(id: 2, action: .tick)))
    let rows = store.scope(state: \.rows, action: \.rows).map { $0 }
    let changes = CallCount()
    withObservationTracking {
      _ = rows[1].ticks
    } onChange: {
      changes.increment()
    }
    store.send(.restoreButtonTapped)
    #expect(changes.value == 1)
    #expect(rows.map(\.ticks) == [0, 0])
  }
}

@Reducer
private struct Ticking {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var ticks = 0
  }

  enum Action: Sendable { case start, tick }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      case .tick:
        state.ticks += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Copies {
  @ObservableState
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Ticking.State> = []
    var saved: IdentifiedArrayOf<Ticking.State> = []
  }

  enum Action: Sendable {
    case rows(IdentifiedActionOf<Ticking>)
    case addButtonTapped, saveButtonTapped, restoreButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .rows: break
      case .addButtonTapped: state.rows.append(Ticking.State(id: state.rows.count + 1))
      case .saveButtonTapped: state.saved = state.rows
      case .restoreButtonTapped: state.rows = state.saved
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Ticking() }
  }
}
