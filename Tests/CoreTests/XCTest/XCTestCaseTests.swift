import Core
import XCTest

/// The same test store in XCTest, on the main actor and off it.
@MainActor
final class MainActorTestCase: XCTestCase {
  func testAStoreIsTestedHere() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerRunning = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTick) { $0.count = 2 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerRunning = false }
    await store.finish()
  }

  func testTheContextIsThatOfATest() {
    @Dependency(\.context) var context
    XCTAssertEqual(context, .test)
  }
}

final class PlainTestCase: XCTestCase {
  func testAFailureIsReported() async {
    let messages = await issues {
      let store = TestStore(initialState: NestedRows.State(id: UUID(1))) { NestedRows() }
      await store.send(.nameTextFieldChanged("Blob"))
      await store.finish()
    }
    XCTAssertEqual(messages.count, 1)
    XCTAssert(messages.first?.contains("was not expected to change") == true, "\(messages)")
  }

  func testWhatIsLeftIsReported() async {
    let messages = await issues {
      let store = TestStore(initialState: CounterFeature.State()) {
        CounterFeature()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.toggleTimerButtonTapped) { $0.isTimerRunning = true }
    }
    XCTAssertEqual(messages.count, 1)
    XCTAssert(messages.first?.contains("1 effect did not end") == true, "\(messages)")
  }
}
