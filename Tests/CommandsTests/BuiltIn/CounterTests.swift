import Core
import CoreTestSupport
import Testing

@Suite(.dependency(\.continuousClock, ImmediateClock())) @MainActor struct CounterTests {
  @Test func countsALaterOne() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.upLater)
    await store.receive(.up) { $0.count = 1 }
  }
}
