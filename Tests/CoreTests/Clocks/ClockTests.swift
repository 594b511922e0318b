import Core
import Synchronization
import Testing

@testable import TestSupport

/// Runs its operation in an effect, and keeps what the operation notes.
private struct Diary: Reducer {
  enum Action: Equatable, Sendable { case start, note(String), stop }
  enum CancelID { case work }
  let operation: @Sendable (Send<Action>) async throws -> Void

  func reduce(into state: inout [String], action: Action) -> Effect<Action> {
    switch action {
    case .start: return .run(operation: operation).cancellable(id: CancelID.work)
    case .note(let text):
      state.append(text)
      return .none
    case .stop: return .cancel(id: CancelID.work)
    }
  }
}

struct ClockTests {
  private func makeStore(
    _ operation: @escaping @Sendable (Send<Diary.Action>) async throws -> Void
  ) -> TestStore<[String], Diary.Action> {
    let store = TestStore(initialState: [String]()) { Diary(operation: operation) }
    store.exhaustivity = .off
    return store
  }

  @Test func aTestClockStandsStillUntilItIsMoved() async {
    let clock = TestClock()
    let store = makeStore { send in
      try await clock.sleep(for: .seconds(1))
      await send(.note("\(clock.now.offset)"))
    }
    await store.send(.start)
    await clock.advance(by: .milliseconds(999))
    await store.skipReceivedActions(strict: false)
    #expect(store.state == [])
    await clock.advance(by: .milliseconds(1))
    await store.skipReceivedActions()
    #expect(store.state == ["1.0 seconds"])
  }

  @Test func sleepersWakeInTheOrderOfTheirDeadlinesAndThenOfFallingAsleep() async {
    let clock = TestClock()
    let store = makeStore { send in
      await withTaskGroup(of: Void.self) { group in
        for (name, seconds) in [("a", 2), ("b", 1), ("c", 2), ("d", 1)] {
          group.addTask {
            try? await clock.sleep(for: .seconds(seconds))
            await send(.note("\(name)\(clock.now.offset.components.seconds)"))
          }
        }
      }
    }
    await store.send(.start)
    await clock.run()
    await store.skipReceivedActions()
    #expect(store.state == ["b1", "d1", "a2", "c2"])
  }

  @Test func aClockIsMovedToAnInstant() async {
    let clock = TestClock()
    await clock.advance(to: .init(offset: .seconds(3)))
    #expect(clock.now.offset == .seconds(3))
    await clock.advance(to: .init(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(3), "A clock does not go back.")
  }

  @Test func runGoesOnUntilNobodySleeps() async {
    let clock = TestClock()
    let store = makeStore { send in
      for number in 1...3 {
        try await clock.sleep(for: .seconds(number))
        await send(.note("\(number)"))
      }
    }
    await store.send(.start)
    await clock.run()
    await store.skipReceivedActions()
    #expect(store.state == ["1", "2", "3"])
    #expect(clock.now.offset == .seconds(6))
  }

  @Test func whoeverSleepsIsFoundByCheckSuspension() async throws {
    let clock = TestClock()
    try await clock.checkSuspension()
    let store = makeStore { _ in try await clock.sleep(for: .seconds(1)) }
    await store.send(.start)
    await #expect(throws: SuspensionError()) { try await clock.checkSuspension() }
    await store.send(.stop)
    try await clock.checkSuspension()
    await store.finish()
  }

  @MainActor
  @Test func aSleepThatHasNotBegunIsFoundByCheckSuspension() async {
    let clock = TestClock()
    let store = Store(initialState: [String]()) { Diary { _ in try await clock.sleep(for: .seconds(1)) } }
    store.send(.start)
    await #expect(throws: SuspensionError()) { try await clock.checkSuspension() }
  }

  @Test(arguments: [(Duration?.none, 10_000), (.milliseconds(1), 20), (.zero, 0), (.seconds(-1), 0)])
  func aRunThatDoesNotEndReportsWhatStillSleeps(_ timeout: Duration?, _ sleeps: Int) async {
    let clock = TestClock()
    let store = makeStore { _ in
      for await _ in clock.timer(interval: .seconds(1)) {}
    }
    await store.send(.start)
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      if let timeout { await clock.run(timeout: timeout) } else { await clock.run() }
    }
    #expect(clock.now.offset == .seconds(sleeps))
    #expect(reporter.messages.count == 1)
    #expect(reporter.messages.first?.contains("still has a sleeper after \(sleeps) sleeps") == true)
    #expect(reporter.messages.first?.contains("until \(sleeps + 1).0 seconds") == true)
    #expect(reporter.places == ["\(#fileID):\(#line - 6)"])
    await store.send(.stop)
  }

  @Test func aRunThatEndsReportsNothingHoweverShortItsTimeout() async {
    let clock = TestClock()
    let store = makeStore { _ in
      for _ in 0..<20 { try await clock.sleep(for: .seconds(1)) }
    }
    await store.send(.start)
    await clock.run(timeout: .milliseconds(1))
    await clock.run(timeout: .seconds(Int64.max))
    #expect(clock.now.offset == .seconds(20))
  }

  @Test func aCancelledSleepThrows() async {
    let clock = TestClock()
    let wasCancelled = CallCount()
    let store = makeStore { _ in
      do {
        try await clock.sleep(for: .seconds(1))
      } catch is CancellationError {
        wasCancelled.increment()
      }
    }
    await store.send(.start)
    await store.send(.stop)
    #expect(wasCancelled.value == 1)
  }

  @Test func anImmediateClockMovesOnWithoutWaiting() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(5))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(5)))
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func anUnimplementedClockReportsItsUse() async {
    let issues = await issues {
      try? await UnimplementedClock(name: "continuousClock").sleep(for: .seconds(1))
    }
    #expect(issues.first?.contains("Unimplemented: \"continuousClock\" was used") == true)
  }

  @Test func aUseOfAnUnimplementedClockIsReportedWhereItIsCreated() async {
    let reporter = RecordingReporter()
    let line: UInt = #line
    await withIssueReporters([reporter]) {
      let clocks: [any Clock<Duration>] = [
        .unimplemented(),
        UnimplementedClock(),
      ]
      let clock: some Clock<Duration> = .unimplemented("name")
      _ = clock.minimumResolution
      for clock in clocks { try? await clock.sleep(for: .zero) }
    }
    #expect(reporter.places == ([6, 3, 3, 4, 4] as [UInt]).map { "\(#fileID):\(line + $0)" })
    #expect(!reporter.messages.contains { $0.contains("$0") }, "\(reporter.messages)")
  }

  @Test func aClockWhoseTypeIsForgottenDoesTheSame() async throws {
    let base = ImmediateClock()
    let clock = AnyClock(base)
    try await clock.sleep(for: .seconds(2))
    #expect(base.now.offset == .seconds(2))
    #expect(clock.now.offset == .seconds(2))
    #expect(clock.minimumResolution == .zero)
  }

  @Test func aTimerDoesNotDriftAndEndsWithItsTask() async {
    let clock = TestClock()
    let ends = CallCount()
    let store = makeStore { send in
      for await instant in clock.timer(interval: .seconds(1)) {
        await send(.note("\(instant.offset.components.seconds)"))
        // Work that takes part of the interval does not delay the next.
        try await clock.sleep(for: .milliseconds(300))
      }
      ends.increment()
    }
    await store.send(.start)
    await clock.advance(by: .milliseconds(3_500))
    await store.skipReceivedActions()
    #expect(store.state == ["1", "2", "3"])
    await store.send(.stop)
    #expect(ends.value == 1)
  }
}
