import Core
import Foundation
import Testing

@testable import TestSupport

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
    #expect(!task.isCancelled)
    await task.cancel()
    await task.finish()
    #expect(task.isCancelled)
  }

  /// Each kind of failure, and words that its message must have.
  @Test func eachKindOfFailureIsReported() async {
    await expectFailure("was not expected to change", "log: [", "Assert the change in a trailing closure") {
      store,
      _ in
      await store.send(.note("a"))
    }
    await expectFailure(
      "The state is not as expected",
      "\"b\"",
      "\"a\"",
      "Expected: −, actual: +",
      "change what the trailing closure sets"
    ) { store, _ in
      await store.send(.note("a")) { $0.log = ["b"] }
    }
    await expectFailure("expected to change, but it did not") { store, _ in
      await store.send(.idle) { _ in }
    }
    await expectFailure(
      "1 received action must be handled before",
      "note(\"x\")",
      "\"receive\"",
      "\"skipReceivedActions()\""
    ) { store, _ in
      await store.send(.effect(.send("x"))) { $0.count = 1 }
      await store.send(.note("y")) { $0.log = ["x", "y"] }
      await store.skipReceivedActions()
    }
    await expectFailure("Received an unexpected action", "\"y\"", "\"x\"", "\"exhaustivity\"") { store, _ in
      await store.send(.effect(.send("x"))) { $0.count = 1 }
      await store.receive(.note("y"))
    }
    await expectFailure("but received none", "No effect is in flight") { store, _ in
      await store.receive(.note("y"))
    }
    await expectFailure(
      "but received none",
      "1 effect could still send it",
      "TestFeature.swift",
      "Advance the clock"
    ) { store, _ in
      await store.send(.effect(.run([.sleep(10), .send("y")]))) { $0.count = 1 }
      await store.receive(.note("y"))
      await store.skipInFlightEffects()
    }
    await expectFailure(
      "received 1 action that the test did not handle",
      "note(\"x\")",
      "\"receive\"",
      "\"skipReceivedActions()\"",
      "\"exhaustivity\""
    ) { store, _ in
      await store.send(.effect(.send("x"))) { $0.count = 1 }
      await store.finish()
    }
    await expectFailure(
      "1 effect did not end",
      "TestFeature.swift",
      "started by Probe.Action.effect(",
      "cancelled by timer",
      "\"finish()\"",
      "\"skipInFlightEffects()\""
    ) { store, _ in
      await store.send(.effect(.cancellable(.run([.sleep(10)]), id: "timer"))) { $0.count = 1 }
      await store.finish()
    }
    await expectFailure("no received actions to skip", "\"strict: false\"") { store, _ in
      await store.skipReceivedActions()
    }
    await expectFailure("no effects in flight to skip", "\"strict: false\"") { store, _ in
      await store.skipInFlightEffects()
    }
    await expectFailure("threw an unhandled error", "TestError") { store, _ in
      await store.send(.effect(.run([.throwError]))) { $0.count = 1 }
    }
    await expectFailure("threw an error: TestError", "The state was not compared") { store, _ in
      await store.send(.note("a")) { _ in throw TestError() }
    }
  }

  @Test func skippedEffectsContinueAndMaySend() async {
    let clock = TestClock()
    let store = makeStore { $0.continuousClock = clock }
    await store.send(
      .effect(.concatenate([.run([.sleep(10)]), .run([.sleep(10), .send("a"), .sleep(10)])]))
    ) {
      $0.count = 1
    }
    await store.skipInFlightEffects()
    await clock.advance(by: .milliseconds(20))
    await store.receive(.note("a")) { $0.log = ["a"] }
    await store.finish()
  }

  @Test func onlyTheEffectsOfActionsSoFarAreSkipped() async {
    let issues = await issues {
      let clock = TestClock()
      let store = makeStore { $0.continuousClock = clock }
      await store.send(.effect(.run([.sleep(10), .send("a")]))) { $0.count = 1 }
      await store.skipInFlightEffects()
      await store.skipInFlightEffects(strict: false)
      await store.send(.effect(.run([.sleep(20)]))) { $0.count = 2 }
      await clock.advance(by: .milliseconds(10))
    }
    #expect(issues.count == 2)
    #expect(issues.first?.contains("received 1 action that the test did not handle") == true)
    #expect(issues.last?.contains("1 effect did not end") == true)
  }

  @Test func skippedEffectsAreShownOnRequest() async {
    let store = makeStore { $0.continuousClock = TestClock() }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.effect(.run([.sleep(10)]))) { $0.count = 1 }
    let reporter = RecordingReporter()
    await withIssueReporters([reporter, .default]) { await store.skipInFlightEffects() }
    #expect(reporter.messages.count == 1)
    #expect(reporter.messages.first?.contains("Skipped 1 effect in flight:\n\n  • effect") == true)
  }

  @Test func effectsContinueAfterTheyWereReported() async {
    let clock = TestClock()
    let store = makeStore { $0.continuousClock = clock }
    await store.send(.effect(.run([.sleep(10), .send("a")]))) { $0.count = 1 }
    let issues = await issues { await store.finish() }
    #expect(issues.count == 1)
    await clock.advance(by: .milliseconds(10))
    await store.receive(.note("a")) { $0.log = ["a"] }
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
    for _ in 0..<rounds(125) {
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

  @Test func whatATestThatIsNotExhaustiveDoesNotAssertIsShownIfItWants() async {
    let store = makeStore { $0.continuousClock = TestClock() }
    store.exhaustivity = .off(showSkippedAssertions: true)
    let reporter = RecordingReporter()
    // The default reporter, too: to it these are known issues, and any other would fail this test.
    await withIssueReporters([reporter, .default]) {
      await store.send(.effect(.send("a")))
      await store.send(.note("b")) { $0.log = ["a", "b"] }
    }
    #expect(reporter.messages.count == 2)
    #expect(reporter.messages.first?.contains("These changes of the state were not asserted:") == true)
    #expect(reporter.messages.last?.contains("Skipped 1 received action:\n\n  1:") == true)
  }

  @Test func aPartOfATestMayBeLessExhaustive() async {
    let store = makeStore()
    await store.withExhaustivity(.off) { await store.send(.note("a")) }
    #expect(store.exhaustivity == .on)
    await store.send(.note("b")) { $0.log = ["a", "b"] }
    store.withExhaustivity(.off) { store.assert { $0.log = ["a", "b"] } }
    let issues = await issues { await store.send(.note("c")) }
    #expect(issues.count == 1)
  }

  /// What is said when an action of a case was expected.
  @Test func theMessageNamesTheExpectedCase() async {
    func message(_ test: (TestStore<[String], Tagged>) async -> Void) async -> String {
      let store = TestStore(initialState: [String]()) {
        Reduce<[String], Tagged> { state, action in
          if case .start(let action) = action { return .send(action) }
          return .none
        }
      }
      let issues = await issues { await test(store) }
      #expect(issues.count == 1)
      return issues.first ?? ""
    }
    #expect(
      await message { await $0.receive(\.word) } == """
        Expected to receive an action of the case \\.word

        but received none.

        No effect is in flight. Check that an earlier action returns one.
        """
    )
    #expect(
      await message {
        await $0.send(.start(.number(1)))
        await $0.receive(\.inner.word)
      } == """
        Expected to receive an action of the case \\.inner.word

        but received:

            Tagged.number(1)

        Assert actions in the order in which they are received. To skip others, set "exhaustivity" to ".off".
        """
    )
    #expect(
      await message {
        await $0.send(.start(.word("a")))
        await $0.receive(\.word, "b")
      } == """
        Received an unexpected action:

        − "b"
        + "a"

        (Expected: −, received: +)

        Assert actions in the order in which they are received. To skip others, set "exhaustivity" to ".off".
        """
    )
    #expect(
      await message {
        await $0.send(.start(.number(1)))
        await $0.receive(\.word, "b")
      } == """
        Expected to receive an action of the case \\.word, with the value

            "b"

        but received:

            Tagged.number(1)

        Assert actions in the order in which they are received. To skip others, set "exhaustivity" to ".off".
        """
    )
    #expect(
      await message {
        await $0.send(.start(.number(1)))
        await $0.receive { $0.is(\.word) }
      } == """
        Expected to receive an action that satisfies the predicate

        but received:

            Tagged.number(1)

        Assert actions in the order in which they are received. To skip others, set "exhaustivity" to ".off".
        """
    )
    #expect(
      await message {
        $0.exhaustivity = .off
        await $0.send(.start(.number(1)))
        await $0.receive(\.word)
      } == """
        Expected to receive an action of the case \\.word

        but received only:

          1: Tagged.number(1)

        No effect is in flight. Check that an earlier action returns one.
        """
    )
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

  @Test func aClosureWithoutStateExpectsNoChange() async {
    let store = TestStore(initialState: Document000.Todos.State(todos: [])) {
      Document000.Todos()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.move([], 0))
    await store.receive(\.sortCompletedTodos) {}
  }

  @Test func aClosureWithoutStateDoesNotHideAChange() async {
    let clock = TestClock()
    let issues = await issues {
      let store = TestStore(initialState: Document003.TimerFeature.State()) {
        Document003.TimerFeature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.startTimerButtonTapped)
      await clock.advance(by: .seconds(1))
      await store.receive(\.timerTick) {}
      await store.send(.stopTimerButtonTapped)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("was not expected to change") == true)
  }

  /// An actor on the main actor's executor, so that nothing but the test keeps it.
  private actor Suite {
    let store = TestStore(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

    func startWork() async {
      await store.send(.effect(.run([.sleep(100), .send("a")]))) { $0.count = 1 }
    }
  }

  @MainActor @Test func aStoreThatAnActorOwnsChecksWhatIsLeftWhenTheActorGoes() async {
    let issues = await issues { await Suite().startWork() }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("1 effect did not end") == true)
  }
}

@CasePathable
private indirect enum Tagged: Sendable {
  case start(Tagged)
  case word(String)
  case number(Int)
  case inner(Inner)

  @CasePathable
  enum Inner: Sendable { case word(String) }
}
