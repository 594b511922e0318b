import Core
import Testing

/// The time of a test that sets no clock.
struct OwnClockTests {
  private func makeStore() -> TestStoreOf<Probe> {
    TestStore(initialState: Probe.State()) { Probe() }
  }

  @Test func timePassesWhileTheTestWaits() async {
    let store = makeStore()
    await store.send(.effect(.run([.sleep(400), .send("a"), .sleep(600), .send("b")]))) { $0.count = 1 }
    await store.receive(.note("a")) { $0.log = ["a"] }
    await store.receive(.note("b")) { $0.log = ["a", "b"] }
  }

  @Test func timeDoesNotPassOtherwise() async {
    let store = makeStore()
    await store.send(.effect(.cancellable(.run([.sleep(1), .send("a")]), id: "work"))) { $0.count = 1 }
    await store.send(.note("b")) { $0.log = ["b"] }
    await store.send(.effect(.cancel("work"))) { $0.count = 2 }
    await store.finish()
  }

  @Test func itPassesOnlyAsFarAsTheTestWaits() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.effect(.run([.sleep(2000), .send("a")]))) { $0.count = 1 }
      await store.receive(.note("a")) { $0.log = ["a"] }
      await store.receive(.note("a"), timeout: .seconds(2)) { $0.log = ["a"] }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("1 effect could still send it") == true)
  }

  @Test func whatStillSleepsAtTheEndIsReported() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.effect(.run([.sleep(100), .send("a")]))) { $0.count = 1 }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("1 effect did not end") == true)
  }

  @Test func whatIsNotAssertedIsReportedWhenItsTimeComes() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.effect(.run([.sleep(100), .send("a")]))) { $0.count = 1 }
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("received 1 action that the test did not handle") == true)
  }

  @Test func aClosureWithoutStateExpectsNoChange() async {
    let store = TestStore(initialState: Document000.Todos.State(todos: [])) {
      Document000.Todos()
    }
    await store.send(.move([], 0))
    await store.receive(\.sortCompletedTodos) {}
  }

  @Test func aClosureWithoutStateDoesNotHideAChange() async {
    let issues = await issues {
      let store = TestStore(initialState: Document003.TimerFeature.State()) {
        Document003.TimerFeature()
      }
      await store.send(.startTimerButtonTapped)
      await store.receive(\.timerTick) {}
      await store.send(.stopTimerButtonTapped)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("was not expected to change") == true)
  }

  /// An actor on the main actor's executor, so that nothing but the test keeps it.
  private actor Suite {
    let store = TestStore(initialState: Probe.State()) { Probe() }

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
