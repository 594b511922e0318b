import Core
import Foundation
import Testing

struct TestStoreTests {
  private func makeStore(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Probe> {
    TestStore(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      prepare(&$0)
    }
  }

  @Test func aSentActionAndWhatItsEffectSendsAreAsserted() async {
    let store = makeStore()
    await store.send(.effect(.send("a"))) { $0.count = 1 }
    await store.receive(.note("a")) { $0.log = ["a"] }
  }

  @Test func aClockThatIsAdvancedHasHadItsEffect() async {
    let clock = TestClock()
    let store = makeStore { $0.continuousClock = clock }
    await store.send(.effect(.run([.sleep(1000), .send("a"), .sleep(1000), .send("b")]))) { $0.count = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.note("a")) { $0.log = ["a"] }
    await clock.advance(by: .seconds(1))
    await store.receive(.note("b")) { $0.log = ["a", "b"] }
  }

  @MainActor
  @Test func itRunsOnTheMainActorToo() async {
    let clock = TestClock()
    let store = makeStore { $0.continuousClock = clock }
    await store.send(.effect(.run([.sleep(1000), .send("a")]))) { $0.count = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.note("a")) { $0.log = ["a"] }
    await store.finish()
  }

  @Test func anEffectThatIsBusyElsewhereIsWaitedFor() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1 else { return .none }
        return .run { send in
          let value = await Task.detached { 41 }.value
          await send(value)
        }
      }
    }
    await store.send(1) { $0 = 1 }
    await store.receive(41) { $0 = 42 }
  }

  @Test func aTaskOfASentActionIsCancelled() async {
    let store = makeStore { $0.continuousClock = TestClock() }
    let task = await store.send(.effect(.run([.sleep(1000), .send("a")]))) { $0.count = 1 }
    await task.cancel()
    await task.finish()
  }

  /// Each kind of failure, and words that its message must have.
  @Test func eachKindOfFailureIsReported() async {
    await expectFailure("was not expected to change", "log: [") { store, _ in
      await store.send(.note("a"))
    }
    await expectFailure("The state is not as expected", "\"b\"", "\"a\"", "Expected: −, actual: +") {
      store,
      _ in
      await store.send(.note("a")) { $0.log = ["b"] }
    }
    await expectFailure("expected to change, but it did not") { store, _ in
      await store.send(.idle) { _ in }
    }
    await expectFailure("1 received action must be handled before", "note(\"x\")") { store, _ in
      await store.send(.effect(.send("x"))) { $0.count = 1 }
      await store.send(.note("y")) { $0.log = ["x", "y"] }
      await store.skipReceivedActions()
    }
    await expectFailure("Received another action than expected", "\"y\"", "\"x\"") { store, _ in
      await store.send(.effect(.send("x"))) { $0.count = 1 }
      await store.receive(.note("y"))
    }
    await expectFailure("but received none") { store, _ in
      await store.receive(.note("y"))
    }
    await expectFailure("but received none", "1 effect could still send it", "TestFeature.swift") {
      store,
      _ in
      await store.send(.effect(.run([.sleep(10), .send("y")]))) { $0.count = 1 }
      await store.receive(.note("y"))
      await store.skipInFlightEffects()
    }
    await expectFailure("received 1 action that the test did not handle", "note(\"x\")") { store, _ in
      await store.send(.effect(.send("x"))) { $0.count = 1 }
      await store.finish()
    }
    await expectFailure("1 effect did not end", "TestFeature.swift", "cancelled by timer") { store, _ in
      await store.send(.effect(.cancellable(.run([.sleep(10)]), id: "timer"))) { $0.count = 1 }
      await store.finish()
    }
    await expectFailure("no received actions to skip") { store, _ in await store.skipReceivedActions() }
    await expectFailure("no effects in flight to skip") { store, _ in await store.skipInFlightEffects() }
    await expectFailure("threw an error that nobody handles", "TestError") { store, _ in
      await store.send(.effect(.run([.throwError]))) { $0.count = 1 }
    }
    await expectFailure("threw an error: TestError") { store, _ in
      await store.send(.note("a")) { _ in throw TestError() }
    }
  }

  @Test func aStoreThatGoesAwayReportsWhatIsLeft() async {
    let issues = await issues {
      let store = makeStore { $0.continuousClock = TestClock() }
      await store.send(.effect(.merge([.send("x"), .run([.sleep(10)])]))) { $0.count = 1 }
    }
    #expect(issues.count == 2)
    #expect(issues.first?.contains("received 1 action") == true)
    #expect(issues.last?.contains("1 effect did not end") == true)
  }

  @Test func aTestThatIsNotExhaustiveSkipsWhatItDoesNotAssert() async {
    let store = makeStore { $0.continuousClock = TestClock() }
    store.exhaustivity = .off
    await store.send(.effect(.merge([.send("a"), .send("b"), .run([.sleep(1)])])))
    await store.receive(.note("b")) { $0.log = ["a", "b"] }
    await store.send(.note("c")) { $0.log = ["a", "b", "c"] }
    #expect(store.state.count == 1)
  }

  @Test func aTestThatIsNotExhaustiveStillChecksWhatItAsserts() async {
    let issues = await issues {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.note("a")) { $0.log = ["b"] }
      await store.receive(.note("z"))
    }
    #expect(issues.count == 2)
  }

  @Test func theSameTestHasTheSameOutcomeEachTime() async {
    for _ in 0..<200 {
      let clock = TestClock()
      let store = makeStore { $0.continuousClock = clock }
      await store.send(
        .effect(
          .merge(
            (1...10).map { .cancellable(.run([.sleep($0 % 3), .send("\($0)")]), id: "\($0 % 4)") }
              + [.concatenate([.run([.sleep(1)]), .cancel("2")])]
          )
        )
      ) { $0.count = 1 }
      await clock.advance(by: .milliseconds(5))
      store.exhaustivity = .off
      await store.skipReceivedActions()
      #expect(store.log == ["3", "6", "9", "1", "4", "7", "10", "5", "8"])
    }
  }

  private func expectFailure(
    _ words: String...,
    sourceLocation: SourceLocation = #_sourceLocation,
    from test: (TestStoreOf<Probe>, TestClock<Duration>) async -> Void
  ) async {
    let clock = TestClock()
    let issues = await issues { await test(makeStore { $0.continuousClock = clock }, clock) }
    let text = issues.joined(separator: "\n\n")
    #expect(issues.count == 1, "\(text)", sourceLocation: sourceLocation)
    for word in words { #expect(text.contains(word), sourceLocation: sourceLocation) }
  }

  private func issues(_ operation: () async -> Void) async -> [String] {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) { await operation() }
    return reporter.messages
  }
}
