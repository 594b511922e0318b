import TodoShellSessions
import Core
import Foundation
import Testing

@testable import TestSupport

/// An effect operator that is written outside of Core.
extension Effect {
  fileprivate func retry(times: Int, after pause: Duration, clock: any Clock<Duration>) -> Self {
    wrappingWork { work in
      for _ in 0..<times {
        do { return try await work() } catch is CancellationError { return } catch {}
        try await clock.sleep(for: pause)
      }
      try await work()
    }
  }
}

struct RetryTests {
  private enum Action: Equatable, Sendable {
    case fetch, fetchDebounced, cancel, trying, fetched, failed(String)
  }

  /// A server that answers after two seconds.
  private struct Fetch: Reducer {
    var times = 3

    typealias State = [String]

    var body: some Reducer<[String], Action> {
      Reduce { state, action in
        @Dependency(\.continuousClock) var clock
        @Dependency(\.date) var date
        switch action {
        case .fetch, .fetchDebounced:
          let fetch = Effect<Action>.run(name: "fetch") { send in
            await send(.trying)
            guard date.now.timeIntervalSinceReferenceDate >= 2 else { throw TestError() }
            await send(.fetched)
          } catch: { error, send in
            await send(.failed("\(error)"))
          }
          .cancellable(id: "fetch")
          return action == .fetch
            ? fetch.retry(times: times, after: .seconds(1), clock: clock)
            : fetch.debounce(id: "d", for: .seconds(1), clock: clock)
              .retry(times: times, after: .seconds(1), clock: clock)
        case .cancel: return .cancel(id: "fetch")
        case .trying, .fetched, .failed:
          state.append("\(action)")
          return .none
        }
      }
    }
  }

  @Test func whatFailsIsTriedAgainUntilItSucceeds() async {
    let clock = TestClock()
    let epoch = Date(timeIntervalSinceReferenceDate: 0)
    let store = TestStore(initialState: [String]()) {
      Fetch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = DateGenerator { epoch + Double(clock.now.offset.components.seconds) }
    }
    await store.send(.fetch)
    await store.receive(.trying) { $0 = ["trying"] }
    await clock.advance(by: .seconds(1))
    await store.receive(.trying) { $0 = ["trying", "trying"] }
    await clock.advance(by: .seconds(1))
    await store.receive(.trying) { $0 = ["trying", "trying", "trying"] }
    await store.receive(.fetched) { $0 = ["trying", "trying", "trying", "fetched"] }
  }

  @Test func theLastErrorGoesToTheHandler() throws {
    let session = Session(initialState: [String]()) { Fetch(times: 1) }
    try session.send(.fetch)
    try session.run()
    #expect(session.state == ["trying", "trying", "failed(\"TestError()\")"])
    #expect(session.moments.flatMap(\.issues).isEmpty)
  }

  @Test func aRetryIsRewoundAndReplayed() throws {
    let session = Session(initialState: [String]()) { Fetch() }
    try session.send(.fetch)
    try session.advance(by: .seconds(1))
    #expect(session.effects.map(\.deadline) == [.seconds(2)])
    try session.undo()
    #expect(session.effects.map(\.deadline) == [.seconds(1)])
    try session.run()
    #expect(session.state == ["trying", "trying", "trying", "fetched"])
    #expect(try session.verify() == nil)
  }

  @Test func cancellingEndsTheTries() throws {
    let session = Session(initialState: [String]()) { Fetch() }
    try session.send(.fetch)
    try session.send(.cancel)
    #expect(session.moment.isQuiescent && session.state == ["trying"])
    #expect(session.moment.cancelledEffects.map(\.effect.name) == ["fetch"])
  }

  @Test func thePauseOfADebounceIsNotTriedAgain() throws {
    let session = Session(initialState: [String]()) { Fetch() }
    try session.send(.fetchDebounced)
    try session.send(.fetchDebounced)
    try session.run()
    #expect(session.state == ["trying", "trying", "fetched"])
  }
}
