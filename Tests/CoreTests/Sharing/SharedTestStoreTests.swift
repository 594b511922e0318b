import Core
import Foundation
import Testing

@testable import TestSupport

struct SharedTestStoreTests {
  private func makeStore(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<SharedCounter> {
    TestStore(initialState: SharedCounter.State(count: Shared(0))) {
      SharedCounter()
    } withDependencies: {
      prepare(&$0)
    }
  }

  private func messages(of operation: () async -> Void) async -> [String] {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) { await operation() }
    return reporter.messages
  }

  @Test func increment() async {
    let store = TestStore(initialState: SharedCounter.State(count: Shared(0))) {
      SharedCounter()
    }
    await store.send(.incrementButtonTapped) {
      $0.$count.withLock { $0 = 1 }
    }
  }

  @Test func changesAreAssertedOneAfterTheOther() async {
    let store = makeStore()
    for count in 1...3 {
      await store.send(.incrementButtonTapped) { $0.$count.withLock { $0 = count } }
      await store.send(.otherButtonTapped) { $0.other = count }
    }
    #expect(store.state.count == 3)
  }

  @Test func aChangeThatIsNotAssertedFails() async {
    let messages = await messages { await makeStore().send(.incrementButtonTapped) }
    #expect(
      messages == [
        """
        The state was not expected to change, but it did:

        \u{2007} SharedCounter.State(
        −   count: 0,
        +   count: 1,
        \u{2007}   other: 0
        \u{2007} )

        (Expected: −, actual: +)

        Assert the change in a trailing closure: "{ $0.… = … }".
        """
      ]
    )
  }

  @Test func anAssertionOfAnotherValueFails() async {
    let messages = await messages {
      await makeStore().send(.incrementButtonTapped) { $0.$count.withLock { $0 = 5 } }
    }
    #expect(messages.count == 1 && messages[0].contains("−   count: 5,\n+   count: 1,"))
  }

  @Test func anAssertionOfAChangeThatDidNotHappenFails() async {
    let messages = await messages {
      await makeStore().send(.otherButtonTapped) {
        $0.other = 1
        $0.$count.withLock { $0 = 1 }
      }
    }
    #expect(messages.count == 1 && messages[0].contains("−   count: 1,\n+   count: 0,"))
  }

  @Test func anAssertionThatChangesNothingFails() async {
    let messages = await messages {
      let clock = TestClock()
      let store = makeStore { $0.continuousClock = clock }
      await store.send(.incrementLater) { $0.$count.withLock { $0 = 0 } }
      await store.skipInFlightEffects()
    }
    #expect(messages.count == 1 && messages[0].contains("was expected to change"))
  }

  @Test func whatIsExpectedDoesNotHappen() async {
    let store = makeStore()
    _ = await messages {
      await store.send(.otherButtonTapped) { $0.$count.withLock { $0 = 100 } }
    }
    #expect(store.state.count == 0)
  }

  @Test func whatAnEffectChangesIsAssertedWithWhatItSends() async {
    let store = makeStore()
    await store.send(.incrementInEffect)
    await store.receive(.otherButtonTapped) {
      $0.other = 1
      $0.$count.withLock { $0 = 1 }
    }
  }

  @Test func whatAnEffectChangesCanBeAssertedByItself() async {
    let clock = TestClock()
    let store = makeStore { $0.continuousClock = clock }
    await store.send(.incrementLater)
    await clock.advance(by: .seconds(1))
    store.assert { $0.$count.withLock { $0 = 1 } }
    await store.finish()
  }

  @Test func whatAnEffectChangesUnassertedFailsAtTheEnd() async {
    let messages = await messages {
      let clock = TestClock()
      let store = makeStore { $0.continuousClock = clock }
      await store.send(.incrementLater)
      await clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("Shared values changed without being asserted") == true)
    #expect(messages.first?.contains("−   count: 0,\n+   count: 1,") == true)
  }

  @Test func theTestMayWriteItselfAndTheFeatureHearsOfIt() async {
    let count = Shared(0)
    let store = TestStore(initialState: SharedCounter.State(count: count)) { SharedCounter() }
    let task = await store.send(.observe)
    await store.receive(.countChanged(0))
    count.withLock { $0 = 5 }
    await store.receive(.countChanged(5)) { $0.other = 5 }
    await store.send(.incrementButtonTapped) { $0.$count.withLock { $0 += 1 } }
    await store.receive(.countChanged(6)) { $0.other = 6 }
    count.withLock { $0 = 10 }
    await store.receive(.countChanged(10)) { $0.other = 10 }
    await task.cancel()
  }

  @Test func storagesAreThoseOfTheTest() async {
    for count in 1...2 {
      let store = TestStore(initialState: SharingParent.State()) { SharingParent() }
      await store.send(.tap) { $0.$taps.withLock { $0 = count } }
      await store.send(.visit) { $0.$visits.withLock { $0 = 14 * count } }
      await store.send(.addUser) {
        $0.$users.withLock { $0.append(SharingParent.User(id: count - 1, name: "Blob \(count - 1)")) }
      }
    }
    #expect(!FileManager.default.fileExists(atPath: "/tmp/never-written"))
    #expect(UserDefaults.standard.object(forKey: "taps") == nil)
  }

  @Test func whatIsSharedWithAChildIsAssertedOnce() async {
    let store = TestStore(initialState: SharingParent.State()) { SharingParent() }
    await store.send(.makeChild) { $0.child = SharedCounter.State(count: $0.$taps) }
    await store.send(.child(.incrementButtonTapped)) { $0.$taps.withLock { $0 = 1 } }
    #expect(store.state.taps == 1 && store.state.readTaps == 1 && store.state.child?.count == 1)
  }

  @Test func whatTheFeatureMakesTheTestMayExpectByItsKey() async {
    let store = TestStore(initialState: SharingParent.State()) { SharingParent() }
    await store.send(.makeOwnChild) {
      @Shared(.inMemory("own")) var own = 0
      $0.child = SharedCounter.State(count: $own)
    }
    await store.send(.child(.incrementButtonTapped)) { $0.child?.$count.withLock { $0 = 1 } }
  }

  @Test func aChangeThatIdenticalStorageHidesIsNotMissed() async {
    struct Hidden: Reducer {
      struct State: Equatable {
        var rows: [SharingParent.State.Row]
      }
      enum Action { case tap }
      var body: some Reducer<State, Action> {
        Reduce { state, _ in
          state.rows[0].$taps.withLock { $0 += 1 }
          return .none
        }
      }
    }
    let messages = await messages {
      let store = TestStore(initialState: Hidden.State(rows: [SharingParent.State.Row(id: 1)])) { Hidden() }
      await store.send(.tap)
      await store.send(.tap) { $0.rows[0].$taps.withLock { $0 = 2 } }
    }
    #expect(messages.count == 1 && messages[0].contains("−       taps: 0\n+       taps: 1"))
  }

  @Test func aChangeThatTheStateDoesNotReferToIsNotMissed() async {
    struct Global: Reducer {
      struct State: Equatable {}
      enum Action { case tap }
      var body: some Reducer<State, Action> {
        Reduce { _, _ in
          @Shared(.inMemory("global")) var count = 0
          $count.withLock { $0 += 1 }
          return .none
        }
      }
    }
    let messages = await messages {
      let store = TestStore(initialState: Global.State()) { Global() }
      await store.send(.tap) { _ in
        @Shared(.inMemory("global")) var count = 0
        $count.withLock { $0 = 1 }
      }
      await store.send(.tap)
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains(".inMemory(\"global\")\n\n− 1\n+ 2") == true)
  }

  @Test func aTestThatIsNotExhaustiveAssertsWhatItLikes() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.incrementButtonTapped)
    await store.send(.incrementButtonTapped) { $0.$count.withLock { $0 = 2 } }
    let messages = await messages {
      await store.send(.incrementButtonTapped) { $0.$count.withLock { $0 = 2 } }
    }
    #expect(messages.count == 1)
  }
}
