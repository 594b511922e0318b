import TodoShellSessions
import Core
import Synchronization
import Testing
import XCTest

@testable import TestSupport

/// A clock may be moved from anywhere, and what is ready to run has begun when it moves.
struct AdvanceTests {
  @MainActor
  private static func makeStore(clock: TestClock<Duration>) -> StoreOf<Probe> {
    Store(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test(arguments: Caller.allCases)
  func anAdvanceStartsFirstWhatAnActionHasSetOff(caller: Caller) async {
    let clock = TestClock()
    let store = await Self.makeStore(clock: clock)
    await caller.perform {
      await store.send(.effect(.run([.sleep(1_000), .send("a")])))
      await clock.advance(by: .seconds(1))
    }
    #expect(await store.state.log == ["a"])
  }

  @Test(arguments: Caller.allCases)
  func effectsOfAStoreSleepAgainBeforeTheClockMovesOn(caller: Caller) async {
    let clock = TestClock()
    let store = await Self.makeStore(clock: clock)
    await caller.perform {
      await store.send(
        .effect(
          .merge([
            .run([.sleep(10), .send("a"), .sleep(20), .send("b")]),
            .run([.sleep(20), .send("c"), .sleep(20)]),
          ])
        )
      )
      await clock.advance(by: .milliseconds(30))
    }
    #expect(await store.state.log == ["a", "c", "b"])
    await #expect(throws: SuspensionError()) { try await clock.checkSuspension() }
  }

  @MainActor
  @Test func anAdvanceEndsAtAnInstantWithEndlessSleeps() async {
    let clock = TestClock()
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        .run { _ in while !Task.isCancelled { try? await clock.sleep(for: .zero) } }
      }
    }
    let reporter = RecordingReporter()
    store.send(true)
    await withIssueReporters([reporter]) { await clock.advance(by: .seconds(1)) }
    #expect(reporter.messages.count == 1)
    #expect(reporter.messages.first?.contains("a sleeper after 10000 sleeps") == true)
    #expect(clock.now.offset == .zero)
  }

  @Test(arguments: Caller.allCases)
  func runStartsFirstWhatAnActionHasSetOff(caller: Caller) async throws {
    let clock = TestClock()
    let store = await Self.makeStore(clock: clock)
    await caller.perform {
      await store.send(.effect(.run([.sleep(1_000), .send("a"), .sleep(1_000), .send("b")])))
      await clock.run()
    }
    #expect(await store.state.log == ["a", "b"])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test(arguments: Caller.allCases)
  func severalStoresSleepOnOneClock(caller: Caller) async {
    let clock = TestClock()
    let stores = await [Self.makeStore(clock: clock), Self.makeStore(clock: clock)]
    await caller.perform {
      for store in stores {
        await store.send(.effect(.run([.sleep(10), .send("a"), .sleep(10), .send("b")])))
      }
      await clock.advance(by: .milliseconds(20))
    }
    for store in stores { #expect(await store.state.log == ["a", "b"]) }
  }

  @Test(arguments: Caller.allCases)
  func aTestStoreIsTestedWhileAnyTaskMovesItsClock(caller: Caller) async {
    let clock = TestClock()
    let store = TestStore(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.effect(.run([.sleep(10), .send("a"), .sleep(10), .send("b")]))) { $0.count = 1 }
    await caller.perform { await clock.advance(by: .milliseconds(20)) }
    await store.receive(.note("a")) { $0.log = ["a"] }
    await store.receive(.note("b")) { $0.log = ["a", "b"] }
  }

  /// One effect is busy elsewhere, so the test waits while another task moves the clock.
  @Test func aClockIsMovedWhileATestWaits() async {
    let clock = TestClock()
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "start" else { return .none }
        return .merge(
          .run { _ in await Task.detached { for await _ in gate {} }.value },
          .run { send in
            for number in 1...100 {
              try await clock.sleep(for: .seconds(1))
              await send("\(number)")
            }
          }
        )
      }
    }
    store.timeout = .seconds(3_600)
    await store.send("start") { $0 = ["start"] }
    let mover = Task.detached {
      for _ in 0..<50 { await clock.advance(by: .seconds(1)) }
      await clock.run()
      opening.finish()
    }
    for number in 1...100 { await store.receive("\(number)") { $0.append("\(number)") } }
    await mover.value
    await store.finish()
  }

  @MainActor
  @Test func aTestOnTheMainActorIsDrainedThere() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, isStart in
        MainActor.assumeIsolated { state += 1 }
        guard isStart else { return .none }
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(false)
        }
      }
    }
    await store.send(true) { $0 = 1 }
    await Task.detached { await clock.advance(by: .seconds(1)) }.value
    await store.receive(false) { $0 = 2 }
  }

  /// Sleeps in one effect, and moves the clock in another.
  private static func mover(_ clock: TestClock<Duration>) -> Reduce<[String], String> {
    Reduce { state, action in
      state.append(action)
      guard action == "start" else { return .none }
      return .merge(
        .run { send in
          await clock.advance(by: .seconds(2))
          await send("moved")
        },
        .run { send in
          for number in 1...2 {
            try await clock.sleep(for: .seconds(1))
            await send("\(number)")
          }
        }
      )
    }
  }

  @MainActor
  @Test func anEffectOfAStoreMovesTheClock() async {
    let clock = TestClock()
    let store = Store(initialState: [String]()) { Self.mover(clock) }
    await store.send("start").finish()
    #expect(store.state == ["start", "1", "2", "moved"])
  }

  @Test func anEffectOfATestStoreMovesTheClock() async {
    let clock = TestClock()
    let store = TestStore(initialState: [String]()) { Self.mover(clock) }
    await store.send("start") { $0 = ["start"] }
    await store.receive("1") { $0.append("1") }
    await store.receive("2") { $0.append("2") }
    await store.receive("moved") { $0.append("moved") }
  }

  @Test func anEffectOfASessionMovesAClock() throws {
    let clock = TestClock()
    let session = Session(initialState: [String]()) { Self.mover(clock) }
    try session.send("start")
    #expect(session.state == ["start", "1", "2", "moved"])
  }

  /// An effect of one store moves the clock that another store's effect is about to sleep on.
  @MainActor
  @Test func anEffectStartsWhatIsReadyInOtherStores() async {
    let clock = TestClock()
    let sleeper = Self.makeStore(clock: clock)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        return action > 1
          ? .none
          : .run {
            await clock.advance(by: .seconds(1)); await $0(2)
          }
      }
    }
    let task = store.send(1)
    sleeper.send(.effect(.run([.sleep(1_000), .send("a")])))
    await task.finish()
    #expect(store.state == 2)
    #expect(sleeper.log == ["a"])
  }

  /// As below: executors do not tell when they are idle, so a few may be too late on a busy machine.
  @MainActor
  @Test func aTaskOfTheSameActorHasNormallyBegunToSleep() async {
    let punctual = CallCount()
    for _ in 0..<100 {
      let clock = TestClock()
      let task = Task {
        for _ in 0..<3 { try await clock.sleep(for: .seconds(5)) }
        punctual.increment()
      }
      await clock.advance(by: .seconds(15))
      task.cancel()
    }
    #expect(punctual.value >= 50)
  }

  /// The global executor does not tell when it is idle, so each of these may be too late on a busy machine.
  @Test func aTaskOfNoActorHasNormallyBegunToSleep() async {
    let punctual = CallCount()
    for _ in 0..<100 {
      let clock = TestClock()
      let task = Task { try await clock.sleep(for: .seconds(5)) }
      await clock.advance(by: .seconds(5))
      do { try await clock.checkSuspension() } catch { continue }
      if clock.now.offset == .seconds(5) { punctual.increment() }
      task.cancel()
    }
    #expect(punctual.value >= 50)
  }

  @Test func aSleepUntilATimeThatHasPassedIsOver() async throws {
    let clock = TestClock(now: VirtualInstant(offset: Duration.seconds(3)))
    try await clock.sleep(until: .init(offset: .seconds(2)))
    #expect(clock.now.offset == .seconds(3))
  }

  /// A loop without end that sleeps on an immediate clock lets others run, so it can be cancelled.
  @MainActor
  @Test func aLoopOnAnImmediateClockCanBeCancelled() async {
    let clock = ImmediateClock()
    let task = Task {
      while true { try await clock.sleep(for: .seconds(1)) }
    }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// The same in XCTest.
@MainActor
final class MainActorAdvanceTestCase: XCTestCase {
  func testAnAdvanceStartsFirstWhatAnActionHasSetOff() async {
    let clock = TestClock()
    let store = Store(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(.effect(.run([.sleep(1_000), .send("a")])))
    await clock.advance(by: .seconds(1))
    XCTAssertEqual(store.log, ["a"])
  }
}

final class PlainAdvanceTestCase: XCTestCase {
  func testAnAdvanceStartsFirstWhatAnActionHasSetOff() async {
    let clock = TestClock()
    let store = await Store(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.effect(.run([.sleep(1_000), .send("a")])))
    await clock.advance(by: .seconds(1))
    let log = await store.state.log
    XCTAssertEqual(log, ["a"])
  }
}
