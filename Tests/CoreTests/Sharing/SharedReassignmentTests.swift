import TodoShellSessions
import Core
import Observation
import Testing

@testable import TestSupport

/// `$count = $other` makes all copies of `$count` refer to what `$other` does.
struct SharedReassignmentTests {
  @Test func aCopyFollowsAnAssignment() {
    @Shared(value: 0) var count: Int
    let copy = $count
    let reader = SharedReader($count)
    let other = Shared(value: 5)
    $count = other
    #expect(count == 5 && copy.wrappedValue == 5)
    copy.withLock { $0 += 1 }
    #expect(other.wrappedValue == 6)
    #expect(reader.wrappedValue == 0, "a reader is made from what was shared at that time")
  }

  @Test func theFeatureThatWasGivenTheValueFollowsAnAssignment() {
    var parent = SharingParent.State()
    parent.child = SharedCounter.State(count: parent.$taps)
    parent.$taps = Shared(value: 9)
    #expect(parent.child?.count == 9)
  }

  @Test func aReaderMayBeAssignedToo() {
    @SharedReader(value: 0) var count: Int
    let copy = $count
    $count = SharedReader(value: 3)
    #expect(copy.wrappedValue == 3)
  }

  @Test func observersHearOfAnAssignmentAndThenOfTheOtherValue() {
    let (count, other, calls) = (Shared(value: 0), Shared(value: 1), CallCount())
    func track() {
      withObservationTracking {
        _ = count.wrappedValue
      } onChange: {
        calls.increment()
      }
    }
    track()
    count.projectedValue = other
    #expect(calls.value == 1)
    track()
    other.withLock { $0 = 2 }
    #expect(calls.value == 2)
  }

  @Test func thePublisherFollowsAnAssignment() async {
    let (count, first, other) = (Shared(value: 0), Shared(value: 0), Shared(value: 10))
    count.projectedValue = first
    var values = count.publisher.makeAsyncIterator()
    #expect(await values.next() == 0)
    count.projectedValue = other
    #expect(await values.next() == 10)
    first.withLock { $0 = 1 }
    other.withLock { $0 = 11 }
    #expect(await values.next() == 11, "the value that was left is no longer listened to")
  }

  struct Switching: Reducer {
    struct State: Equatable {
      @Shared var count: Int
      @Shared var other: Int
    }
    enum Action { case swap, tap }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .swap: state.$count = state.$other
        case .tap: state.$count.withLock { $0 += 1 }
        }
        return .none
      }
    }
  }

  @Test func aSessionRewindsAnAssignment() throws {
    let session = Session(initialState: Switching.State(count: Shared(value: 0), other: Shared(value: 7))) {
      Switching()
    }
    try session.send(.tap)
    try session.send(.swap)
    try session.send(.tap)
    #expect(session.state.count == 8 && session.state.other == 8)
    #expect(
      session.moments.map { $0.withState { [$0.count, $0.other] } } == [[0, 7], [1, 7], [7, 7], [8, 8]]
    )
    let text = try #require(diff(session.moments[1], session.moments[2]))
    #expect(text.contains("-   count: 1") && text.contains("+   count: 7"))
    try session.undo(2)
    try session.send(.tap)
    #expect(session.state.count == 2 && session.state.other == 7)
  }

  @Test func aTestStoreHasAnAssignmentAsserted() async {
    let state = Switching.State(count: Shared(value: 0), other: Shared(value: 7))
    let store = TestStore(initialState: state) { Switching() }
    await store.send(.swap) { $0.$count = $0.$other }
    await store.send(.tap) { $0.$count.withLock { $0 = 8 } }
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      let state = Switching.State(count: Shared(value: 0), other: Shared(value: 7))
      let store = TestStore(initialState: state) { Switching() }
      await store.send(.swap)
    }
    #expect(reporter.messages.count == 1)
    #expect(reporter.messages.first?.contains("−   count: 0,\n+   count: 7,") == true)
  }
}
