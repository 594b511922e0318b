import TodoShellSessions
import Core
import CoreTestSupport
import Foundation
import Testing

@testable import TestSupport

/// What operators promise of effects that do nothing, were cancelled, or follow from a change.
struct EffectContractTests {
  private struct Failure: Error {}

  @Test func errorsOfACancelledEffectAreIgnored() async {
    let handled = LockIsolated(0)
    let messages = await issues {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { _, isStart in
          guard isStart else { return .cancel(id: "work") }
          let work: @Sendable (Send<Bool>) async throws -> Void = { _ in
            do { try await Task.never() } catch { throw Failure() }
          }
          return .merge(
            .run(operation: work).cancellable(id: "work"),
            .run(operation: work, catch: { _, _ in handled.withValue { $0 += 1 } }).cancellable(id: "work")
          )
        }
      }
      await store.send(true)
      await store.send(false)
      await store.finish()
    }
    #expect(messages.isEmpty)
    #expect(handled.value == 0)
  }

  /// Files that are loaded one after the other, each under an id of its own.
  private struct Files: Reducer {
    enum Action: Equatable, Sendable { case load, loaded(Int), cancel(Int), reload(Int) }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
      switch action {
      case .load: return .concatenate((0..<4).map(file))
      case .loaded(let number): state.append(number)
      case .cancel(let number): return .cancel(id: number)
      case .reload(let number): return .concatenate(.cancel(id: number), file(number))
      }
      return .none
    }

    private func file(_ number: Int) -> Effect<Action> {
      .merge(
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.loaded(number))
        }
        .cancellable(id: number),
        .send(.loaded(10 * number))
      )
    }
  }

  @Test func aPartThatIsCancelledBeforeItsTurnDoesNotStart() throws {
    let session = Session(initialState: [Int]()) { Files() }
    try session.send(.load)
    try session.send(.cancel(2))
    let beforeTheEnd = session.moment.number
    try session.run()
    #expect(session.state == [0, 0, 10, 1, 20, 30, 3])
    // What was cancelled is part of the record.
    try session.goto(moment: beforeTheEnd)
    try session.run()
    #expect(session.state == [0, 0, 10, 1, 20, 30, 3])
    #expect(try session.verify() == nil)
  }

  @Test func whatFollowsACancellationInItsOwnSequenceStarts() throws {
    let session = Session(initialState: [Int]()) { Files() }
    try session.send(.load)
    try session.send(.reload(0))
    try session.run()
    #expect(session.state.filter { $0 == 0 }.count == 3)
    #expect(session.state.suffix(2) == [30, 3])
  }

  @Test func anExplorationTellsApartWhatWillStart() throws {
    let session = Session(initialState: [Int]()) { Files() }
    var plan = Exploration<[Int], Files.Action>.Plan()
    (plan.depth, plan.sequences) = (3, 1_000)
    try session.send(.load)
    let exploration = try Exploration(
      of: [
        .never("file 2 is not loaded") { _ in false },
        .sometimes("it is left out") { $0.state == [0, 0, 10, 1, 20, 30, 3] },
      ],
      from: session,
      plan: plan
    ) { _ in
      [ExplorationStep("cancel", group: "cancel") { try $0.send(.cancel(2)) }, .run]
    }
    exploration.run()
    let isReached = if case .reached = exploration.verdicts[1] { true } else { false }
    #expect(isReached)
  }

  @Test func operatorsLeaveNoneAsItIs() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += 1
        switch action {
        case 0: return .run { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: "work")
        case 1: return .none.cancellable(id: "work", cancelInFlight: true)
        case 2: return .none.debounce(id: "work", for: .seconds(1), clock: clock)
        default: return .none.throttle(id: "work", for: .seconds(1), clock: clock, latest: true)
        }
      }
    }
    let work = await store.send(0) { $0 = 1 }
    for action in 1...3 { await store.send(action) { $0 = action + 1 } }
    await clock.advance(by: .milliseconds(999))
    #expect(!work.isCancelled)
    await clock.advance(by: .milliseconds(1))
    await store.finish()
  }

  @Test func aChangeMayReturnAnEffect() async {
    struct Feature: Reducer {
      struct State: Equatable {
        var query = ""
        var log: [String] = []
      }

      enum Action: Equatable { case type(String), search(String, before: String) }

      var body: some Reducer<State, Action> {
        Reduce { state, action in
          switch action {
          case .type(let query): state.query = query
          case .search(let query, let before): state.log.append("\(before)→\(query)")
          }
          return .none
        }
        .onChange(of: \.query) { old, state in
          state.log.append("changed")
          return .send(.search(state.query, before: old))
        }
      }
    }
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.type("a")) {
      $0.query = "a"
      $0.log = ["changed"]
    }
    await store.receive(.search("a", before: "")) { $0.log.append("→a") }
    await store.send(.type("a"))
  }

  @Test func aTimerOfAnImmediateSchedulerTicksOnce() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, isStart in
        @Dependency(\.mainQueue) var queue
        guard isStart else {
          state += 1
          return .none
        }
        return .run { send in
          for await _ in queue.timer(interval: .seconds(1)) { await send(false) }
        }
      }
    } withDependencies: {
      $0.mainQueue = .immediate
    }
    let timer = await store.send(true)
    await store.receive(false) { $0 = 1 }
    await timer.cancel()
  }

  @Test func repeatedWorkKeepsItsPlaceAmongWorkDueAtTheSameTime() async {
    let queue = DispatchQueue.test
    let log = LockIsolated<[String]>([])
    let works = [1, 2].map { seconds in
      queue.schedule(after: queue.now.advanced(by: .seconds(seconds)), interval: .seconds(seconds)) {
        log.withValue { $0.append("every \(seconds) s") }
      }
    }
    await queue.advance(by: .seconds(4))
    #expect(
      log.value == ["every 1 s", "every 1 s", "every 2 s", "every 1 s", "every 1 s", "every 2 s"]
    )
    for work in works { work.cancel() }
  }

  @Test(arguments: [[1, 2], [2, 1]]) func timersThatAreDueAtTheSameTimeTickInTheOrderOfTheirStart(
    seconds: [Int]
  ) async {
    let queue = DispatchQueue.test
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int?> { state, tick in
        if let tick { state.append(tick) }
        guard tick == nil else { return .none }
        return .merge(
          seconds.map { interval in
            .run { send in
              @Dependency(\.mainQueue) var mainQueue
              for await _ in mainQueue.timer(interval: .seconds(interval)) { await send(interval) }
            }
          }
        )
      }
    } withDependencies: {
      $0.mainQueue = queue
    }
    store.exhaustivity = .off
    let timers = await store.send(nil)
    await queue.advance(by: .seconds(4))
    await store.skipReceivedActions()
    #expect(store.state == [1] + seconds + [1] + seconds)
    await timers.cancel()
  }

  @Test func anIssueThatCanReachNoTestFailsTheRun() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      TestConnections.current = nil
      reportIssue("unseen")
      exit(EXIT_SUCCESS)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("unseen") && text.contains("\"CoreTestSupport\""))
  }

  @Test func aWarningThatCanReachNoTestFailsNoRun() async {
    await #expect(processExitsWith: .success) {
      TestConnections.current = nil
      reportIssue("unseen", severity: .warning)
      exit(EXIT_SUCCESS)
    }
  }
}
