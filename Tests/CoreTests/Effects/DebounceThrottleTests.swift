import TodoShellSessions
import Core
import Testing

@testable import TestSupport

struct DebounceThrottleTests {
  @Test func onlyTheLastOfAFlurryIsRunOnceItIsOver() throws {
    let session = makeSession()
    for text in ["a", "b", "c"] {
      try session.send(.effect(.debounce(.send(text), id: "x", milliseconds: 100)))
      try session.advance(by: .milliseconds(99))
    }
    #expect(session.state.log.isEmpty)
    try session.advance(by: .milliseconds(1))
    #expect(session.state.log == ["c"])
    #expect(session.effects.isEmpty)
  }

  @Test(arguments: [(true, ["a", "c", "d"]), (false, ["a", "b", "d"])])
  func atMostOneIsRunInAnInterval(latest: Bool, log: [String]) throws {
    let session = makeSession()
    for text in ["a", "b", "c"] {
      try session.send(.effect(.throttle(.send(text), id: "x", milliseconds: 100, latest: latest)))
      try session.advance(by: .milliseconds(10))
    }
    #expect(session.state.log == ["a"])
    try session.advance(by: .milliseconds(70))
    #expect(session.state.log == Array(log.prefix(2)))
    try session.send(.effect(.throttle(.send("d"), id: "x", milliseconds: 100, latest: latest)))
    #expect(session.state.log.count == 2)
    try session.run()
    #expect(session.state.log == log)
    #expect(session.now == .milliseconds(300))
  }

  /// A pause begins when its turn comes, as the sleep of an effect does, although it needs no task.
  @Test(arguments: [true, false])
  func ofEffectsThatAreDueAtOnceTheFirstContinuesFirst(isPauseFirst: Bool) throws {
    let sleep = TestEffect.run([.sleep(100), .send("slept")])
    let pause = TestEffect.debounce(.send("paused"), id: "x", milliseconds: 100)
    let session = makeSession()
    try session.send(.effect(.merge(isPauseFirst ? [pause, sleep] : [sleep, pause])))
    try session.run()
    #expect(session.state.log == (isPauseFirst ? ["paused", "slept"] : ["slept", "paused"]))
  }

  @Test func aNegativePauseIsOverAtOnceAsASleepIs() throws {
    let session = makeSession()
    try session.send(.effect(.debounce(.send("paused"), id: "x", milliseconds: -100)))
    try session.send(.effect(.run([.sleep(-100), .send("slept")])))
    #expect(session.state.log == ["paused", "slept"] && session.effects.isEmpty)
  }

  @Test func aPauseThatIsCancelledBeforeItBeginsLeavesNothing() throws {
    let session = makeSession()
    try session.send(
      .effect(.merge([.debounce(.send("a"), id: "x", milliseconds: 100), .cancel("x")]))
    )
    #expect(session.effects.isEmpty)
    try session.run()
    #expect(session.state.log.isEmpty && session.now == .zero)
  }

  @Test func aPauseThatIsCancelledWhenItIsDueRunsNothing() throws {
    let session = makeSession()
    let first = TestEffect.concatenate([.run([.sleep(100)]), .cancel("x")])
    try session.send(.effect(.merge([first, .debounce(.send("a"), id: "x", milliseconds: 100)])))
    try session.run()
    #expect(session.state.log.isEmpty && session.effects.isEmpty)
    #expect(session.now == .milliseconds(100))
  }

  @Test func afterAQuietIntervalTheNextRunsAtOnce() throws {
    let session = makeSession()
    try session.send(.effect(.throttle(.send("a"), id: "x", milliseconds: 100, latest: true)))
    try session.advance(by: .milliseconds(100))
    #expect(session.effects.isEmpty)
    try session.send(.effect(.throttle(.send("b"), id: "x", milliseconds: 100, latest: true)))
    #expect(session.state.log == ["a", "b"])
  }

  @Test func anIntervalInWhichNothingWaitsIsNotAnEffectInFlight() async {
    let clock = TestClock()
    let store = throttled(by: clock)
    let task = await store.send(.effect(.throttle(.send("a"), id: "x", milliseconds: 100, latest: true))) {
      $0.count = 1
    }
    await store.receive(.note("a")) { $0.log = ["a"] }
    await task.finish()
    await store.finish()
  }

  @Test func whatWaitsForTheEndOfAnIntervalIsInFlight() async {
    let messages = await issues {
      let store = throttled(by: TestClock())
      await store.send(.effect(.throttle(.send("a"), id: "x", milliseconds: 100, latest: true))) {
        $0.count = 1
      }
      await store.receive(.note("a")) { $0.log = ["a"] }
      await store.send(.effect(.throttle(.send("b"), id: "x", milliseconds: 100, latest: true))) {
        $0.count = 2
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("1 effect did not end") == true, "\(messages)")
  }

  @Test func whatWaitedIsCountedWithTheActionThatAskedForIt() async {
    let clock = TestClock()
    let store = throttled(by: clock)
    let first = await store.send(.effect(.throttle(.run([]), id: "x", milliseconds: 100, latest: true))) {
      $0.count = 1
    }
    let second = await store.send(
      .effect(.throttle(.run([.sleep(50), .send("b")]), id: "x", milliseconds: 100, latest: true))
    ) { $0.count = 2 }
    await first.finish()
    await clock.advance(by: .milliseconds(100))
    let unfinished = await issues { await second.finish(timeout: .zero) }
    #expect(unfinished.count == 1)
    await clock.advance(by: .milliseconds(50))
    await second.finish()
    await store.receive(.note("b")) { $0.log = ["b"] }
  }

  /// What waits in a child ends with it.
  @Test func whatAChildIsToDoAfterAnIntervalGoesWithIt() throws {
    let session = Session(initialState: LawFeature.State(rows: [.init(id: 1)])) {
      Reduce<LawFeature.State, LawFeature.Action> { state, action in
        if case .removeRow = action { state.rows = [] }
        return .none
      }
      .forEach(\.rows, action: \.rows) {
        Reduce { row, action in
          @Dependency(\.continuousClock) var clock
          row.count += 1
          guard action == .start else { return .none }
          return .run { send in
            try await clock.sleep(for: .seconds(5))
            await send(.tick)
          }
          .throttle(id: "x", for: .seconds(1), clock: clock, latest: true)
        }
      }
    }
    try session.send(.rows(.element(id: 1, action: .start)))
    try session.send(.rows(.element(id: 1, action: .start)))
    try session.advance(by: .seconds(1))
    #expect(session.effects.count == 3)
    try session.send(.removeRow(1))
    #expect(session.effects.isEmpty)
  }

  private func throttled(by clock: TestClock<Duration>) -> TestStoreOf<Probe> {
    TestStore(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aSequenceIsSentElementByElement() async {
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        if action > 0 {
          state.append(action)
          return .none
        }
        return .publisher {
          AsyncStream { continuation in
            for number in 1...3 { continuation.yield(number) }
            continuation.finish()
          }
        }
      }
    }
    await store.send(0)
    await store.receive(1) { $0 = [1] }
    await store.receive(2) { $0 = [1, 2] }
    await store.receive(3) { $0 = [1, 2, 3] }
  }
}
