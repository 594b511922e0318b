import TodoShellSessions
import Core
import Dispatch
import Synchronization
import Testing

@testable import TestSupport

/// A feature that takes its time from the main queue.
struct QueueFeature: Reducer {
  struct State: Equatable {
    var count = 0
    var results: [String] = []
    @Shared(.inMemory("forgotten")) var forgotten = 0
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case startButtonTapped, stopButtonTapped, timerTick
    case delayButtonTapped, scheduleButtonTapped, forgetButtonTapped
    case queryChanged(String), result(String)
  }

  private enum CancelID { case timer, search }

  @Dependency(\.mainQueue) private var mainQueue

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        return .run { send in
          for await _ in mainQueue.timer(interval: .milliseconds(300)) { await send(.timerTick) }
        }
        .cancellable(id: CancelID.timer)
      case .stopButtonTapped:
        return .cancel(id: CancelID.timer)
      case .timerTick:
        state.count += 1
        return .none
      case .delayButtonTapped:
        return .run { send in
          try await mainQueue.sleep(for: .seconds(1))
          await send(.result("delayed"))
        }
      case .scheduleButtonTapped:
        return .run { send in
          await withCheckedContinuation { continuation in
            mainQueue.schedule(after: mainQueue.now.advanced(by: .seconds(1))) { continuation.resume() }
          }
          await send(.result("scheduled"))
        }
      case .forgetButtonTapped:
        return .run { [forgotten = state.$forgotten] _ in
          mainQueue.schedule(after: mainQueue.now.advanced(by: 1)) { forgotten.withLock { $0 += 1 } }
        }
      case .queryChanged(let query):
        return .run { await $0(.result(query)) }
          .debounce(id: CancelID.search, for: 0.3, scheduler: mainQueue)
      case .result(let result):
        state.results.append(result)
        return .none
      }
    }
  }
}

struct SchedulerTests {
  private func makeTestStore(_ mainQueue: any Scheduler) -> TestStoreOf<QueueFeature> {
    TestStore(initialState: QueueFeature.State()) {
      QueueFeature()
    } withDependencies: {
      $0.mainQueue = mainQueue
    }
  }

  /// As document 003 writes it.
  @Test func aTestControlsTheMainQueue() async {
    let store = TestStore(initialState: QueueFeature.State()) {
      QueueFeature()
    }

    let testQueue = DispatchQueue.test

    await withDependencies {
      $0.mainQueue = testQueue
    } operation: {
      await store.send(.startButtonTapped)
      await testQueue.advance(by: .milliseconds(300))

      await store.receive(\.timerTick) {
        $0.count = 1
      }
      await store.send(.stopButtonTapped)
    }
  }

  @Test func everyKindOfSchedulerIsAssigned() {
    let testQueue: TestSchedulerOf<DispatchQueue> = DispatchQueue.test
    var values = DependencyValues()
    values.mainQueue = testQueue
    values.mainQueue = testQueue.eraseToAnyScheduler()
    values.mainQueue = DispatchQueue.main.eraseToAnyScheduler()
    values.mainQueue = DispatchQueue.immediate.eraseToAnyScheduler()
    values.mainQueue = .main
    values.mainQueue = .unimplemented
    values.mainQueue = .unimplemented("mainQueue")
    values.mainQueue = .immediate
    let scheduler: AnySchedulerOf<DispatchQueue> = values.mainQueue
    #expect(scheduler is ImmediateSchedulerOf<DispatchQueue>)
  }

  @Test func sleepsAndScheduledWorkTakeVirtualTime() async {
    let testQueue = DispatchQueue.test
    let store = makeTestStore(testQueue)
    await store.send(.delayButtonTapped)
    await store.send(.scheduleButtonTapped)
    await testQueue.advance(by: .milliseconds(999))
    await store.send(.result("early")) { $0.results = ["early"] }
    await testQueue.advance(by: .milliseconds(1))
    await store.receive(.result("delayed")) { $0.results = ["early", "delayed"] }
    await store.receive(.result("scheduled")) { $0.results = ["early", "delayed", "scheduled"] }
  }

  @Test func aSchedulerDebounces() async {
    let testQueue = DispatchQueue.test
    let store = makeTestStore(testQueue)
    await store.send(.queryChanged("a"))
    await testQueue.advance(by: 0.2)
    await store.send(.queryChanged("ab"))
    await testQueue.advance(by: 0.3)
    await store.receive(.result("ab")) { $0.results = ["ab"] }
  }

  @Test func nothingWaitsOnAnImmediateScheduler() async {
    let store = makeTestStore(.immediate)
    await store.send(.delayButtonTapped)
    await store.receive(.result("delayed")) { $0.results = ["delayed"] }
    await store.send(.scheduleButtonTapped)
    await store.receive(.result("scheduled")) { $0.results = ["delayed", "scheduled"] }
  }

  @Test func anUnimplementedSchedulerReportsItsUse() async {
    let issues = await issues {
      let store = makeTestStore(.unimplemented)
      await store.send(.delayButtonTapped)
      await store.receive(.result("delayed")) { $0.results = ["delayed"] }
    }
    #expect(!issues.isEmpty)
    #expect(issues.allSatisfy { $0.contains("Unimplemented: \"mainQueue\" was used") })
  }

  @Test func eachUseOfAnUnimplementedSchedulerIsReported() async {
    let reporter = RecordingReporter()
    withIssueReporters([reporter]) {
      let scheduler: any Scheduler = .unimplemented("queue")
      _ = scheduler.now
      _ = scheduler.minimumTolerance
      scheduler.schedule(after: .init()) {}
    }
    #expect(reporter.places == Array(repeating: "\(#fileID):\(#line - 5)", count: 3))
  }

  @Test(arguments: Caller.allCases)
  func aStoreWaitsForTheQueueOfItsTest(caller: Caller) async {
    let testQueue = DispatchQueue.test
    let store = await Store(initialState: QueueFeature.State()) {
      QueueFeature()
    } withDependencies: {
      $0.mainQueue = testQueue
    }
    await caller.perform {
      await store.send(.startButtonTapped)
      await store.send(.scheduleButtonTapped)
      await testQueue.advance(by: .seconds(1))
    }
    #expect(await store.state.count == 3)
    #expect(await store.state.results == ["scheduled"])
  }

  @Test func theQueueOfASessionIsTakenBack() throws {
    let session = Session(initialState: QueueFeature.State()) { QueueFeature() }
    try session.send(.startButtonTapped)
    try session.send(.scheduleButtonTapped)
    try session.advance(by: .milliseconds(700))
    #expect(session.state == QueueFeature.State(count: 2))
    try session.undo()
    #expect(session.state == QueueFeature.State())
    try session.advance(by: .seconds(1))
    #expect(session.state == QueueFeature.State(count: 3, results: ["scheduled"]))
    #expect(try session.verify() == nil)
  }

  /// The effect that scheduled the work has ended, and still something is to come.
  @Test func workThatOutlivesItsEffectIsTakenBackWithTheTime() throws {
    let session = Session(initialState: QueueFeature.State()) { QueueFeature() }
    try session.send(.forgetButtonTapped)
    try session.send(.timerTick)
    #expect(session.effects.isEmpty && !session.moment.isQuiescent)
    for _ in 1...2 {
      try session.advance(by: .seconds(2))
      #expect(session.state.forgotten == 1)
      #expect(session.moment.isQuiescent)
      try session.undo()
      #expect(session.state.forgotten == 0)
    }
    try session.redo()
    #expect(try session.verify() == nil)
  }

  @Test func workIsRepeatedUntilItIsCancelled() async {
    let testQueue = DispatchQueue.test
    let start = testQueue.now
    let times = Mutex<[Duration]>([])
    let work = testQueue.schedule(after: testQueue.now.advanced(by: 1), interval: .seconds(2)) {
      times.withLock { $0.append(start.distance(to: testQueue.now).duration) }
    }
    await testQueue.advance(by: 5)
    #expect(times.withLock { $0 } == [.seconds(1), .seconds(3), .seconds(5)])
    work.cancel()
    await testQueue.run()
    #expect(times.withLock(\.count) == 3)
    #expect(start.distance(to: testQueue.now) == 5)
  }

  /// As a `DispatchTime`, zero would mean the present.
  @Test func virtualQueuesStartAtANanosecond() {
    #expect(DispatchQueue.test.now.dispatchTime == DispatchTime(uptimeNanoseconds: 1))
    #expect(DispatchQueue.immediate.now.dispatchTime == DispatchTime(uptimeNanoseconds: 1))
    #expect(TestScheduler(clock: TestClock()).now.offset == .zero)
  }

  @Test func codeThatIsNotAsynchronousMovesTheTime() async {
    let testQueue = DispatchQueue.test
    let runs = Mutex<[Int]>([])
    for second in 1...3 {
      testQueue.schedule(after: testQueue.now.advanced(by: .seconds(second))) {
        runs.withLock { $0.append(second) }
      }
    }
    let move = {
      testQueue.advance(by: 1)
      #expect(runs.withLock(\.self) == [1])
      testQueue.advance(to: testQueue.now.advanced(by: 0.5))
      #expect(runs.withLock(\.self) == [1])
      testQueue.run()
      #expect(runs.withLock(\.self) == [1, 2, 3])
    }
    move()
    #expect(testQueue.now.offset == .seconds(3) + .nanoseconds(1))
  }

  @Test func aRunOfRepeatedWorkThatDoesNotEndIsReported() async {
    let testQueue = DispatchQueue.test
    let runs = CallCount()
    let work = testQueue.schedule(after: testQueue.now, interval: 1) { runs.increment() }
    let reporter = RecordingReporter()
    let line: UInt = #line
    let run = { testQueue.run(timeout: .milliseconds(1)) }
    withIssueReporters([reporter]) { run() }
    await withIssueReporters([reporter]) { await testQueue.run(timeout: .milliseconds(1)) }
    work.cancel()
    #expect(runs.value == 40)
    #expect(reporter.places == ["\(#fileID):\(line + 1)", "\(#fileID):\(line + 3)"])
  }

  @Test func aQueueRunsWorkWithOptions() async {
    let queue = DispatchQueue(label: "SchedulerTests").eraseToAnyScheduler()
    let group = DispatchGroup()
    let runs = CallCount()
    let options = DispatchQueue.SchedulerOptions(qos: .userInitiated, flags: .enforceQoS, group: group)
    queue.schedule(options: options) { runs.increment() }
    queue.schedule(after: queue.now.advanced(by: .nanoseconds(1)), tolerance: 0, options: options) {
      runs.increment()
    }
    await withCheckedContinuation { continuation in group.notify(queue: .main) { continuation.resume() } }
    #expect(runs.value == 2)
    let (ticks, tick) = AsyncStream<Void>.makeStream()
    let work = queue.schedule(after: queue.now, interval: 0.001, tolerance: 0, options: options) {
      tick.yield()
    }
    for await _ in ticks.prefix(2) {}
    work.cancel()
    let testQueue = DispatchQueue.test
    testQueue.schedule(options: options) { runs.increment() }
    await testQueue.advance()
    #expect(runs.value == 3)
  }

  @Test func schedulersOtherThanQueuesIgnoreToleranceAndOptions() async {
    let (testQueue, runs) = (DispatchQueue.test, CallCount())
    let options = DispatchQueue.SchedulerOptions(qos: .utility)
    func schedule(on queue: some Scheduler) {
      queue.schedule(after: queue.now.advanced(by: 1), tolerance: 5, options: options) { runs.increment() }
    }
    schedule(on: testQueue)
    await testQueue.advance(by: .milliseconds(999))
    #expect(runs.value == 0)
    await testQueue.advance(by: .milliseconds(1))
    #expect(runs.value == 1, "the tolerance delays nothing")
    schedule(on: ImmediateScheduler())
    #expect(runs.value == 2)
    schedule(on: testQueue.eraseToAnyScheduler())
    await testQueue.advance(by: .seconds(1))
    #expect(runs.value == 3)
    let issues = await issues { schedule(on: UnimplementedScheduler()) }
    #expect(runs.value == 4 && !issues.isEmpty)
  }

  @Test func workOfATimeThatHasPassedIsDoneWithTheNextMove() async {
    let testQueue = TestScheduler(clock: TestClock(now: VirtualInstant(offset: Duration.seconds(2))))
    let runs = CallCount()
    testQueue.schedule { runs.increment() }
    testQueue.schedule(after: .init(offset: .seconds(1))) { runs.increment() }
    #expect(runs.value == 0)
    await testQueue.advance()
    #expect(runs.value == 2)
  }

  @Test func theMainQueueDoesItsWorkOnTheMainThread() async throws {
    let mainQueue = DispatchQueue.main.eraseToAnyScheduler()
    await withCheckedContinuation { continuation in
      mainQueue.schedule { MainActor.assumeIsolated { continuation.resume() } }
    }
    try await mainQueue.sleep(for: .nanoseconds(1))
    let sleeper = Task { try await mainQueue.sleep(for: .seconds(1_000_000)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func anIntervalIsWrittenAsANumberOfSeconds() {
    let intervals: [DispatchQueue.SchedulerTimeType.Stride] = [
      1, 0.5, .milliseconds(250), .seconds(2) * 3, -1,
    ]
    let durations: [Duration] = [
      .seconds(1), .milliseconds(500), .milliseconds(250), .seconds(6), .seconds(-1),
    ]
    #expect(intervals.map(\.duration) == durations)
    #expect(
      [0.3, 1.001] as [DispatchQueue.SchedulerTimeType.Stride] == [.milliseconds(300), .milliseconds(1_001)]
    )
    let time = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000))
    #expect(time.advanced(by: 1).dispatchTime.uptimeNanoseconds == 1_000_001_000)
    #expect(time.distance(to: time.advanced(by: 2)) == 2)
  }

  @Test func aTimeThatNoQueueReachesIsTheLastOne() {
    typealias Time = DispatchQueue.SchedulerTimeType
    let times: [(Duration, UInt64)] = [
      (.seconds(-1), 0), (.nanoseconds(9_007_199_254_740_993), 9_007_199_254_740_993),
      (.seconds(1e10), UInt64(Int64.max)), (.seconds(1e18), UInt64(Int64.max)),
    ]
    for (offset, nanoseconds) in times {
      #expect(Time(offset: offset).dispatchTime.uptimeNanoseconds == nanoseconds, "\(offset)")
    }
    let queue = DispatchQueue.main.eraseToAnyScheduler()
    for interval in [1e18, -1e18] as [Time.Stride] {
      queue.schedule(after: queue.now.advanced(by: 1e18), tolerance: interval) {}
      queue.schedule(after: queue.now.advanced(by: 1e18), interval: interval, tolerance: interval) {}.cancel()
    }
  }

  /// Work that schedules itself again for the same instant would keep the time there for ever.
  @Test func workThatKeepsTheTimeWhereItIsIsReported() async {
    let testQueue = DispatchQueue.test
    let runs = CallCount()
    @Sendable func work() {
      runs.increment()
      testQueue.schedule(work)
    }
    work()
    let reporter = RecordingReporter()
    let line: UInt = #line
    let advance = { testQueue.advance(by: 1) }
    withIssueReporters([reporter]) { advance() }
    await withIssueReporters([reporter]) { await testQueue.advance(by: 1) }
    #expect(testQueue.now.offset == .nanoseconds(1))
    #expect(runs.value == 20_003)
    #expect(reporter.places == ["\(#fileID):\(line + 1)", "\(#fileID):\(line + 3)"])
  }

  /// Work without a pause would be repeated for ever before the time moves.
  @Test(arguments: [0, -1] as [DispatchQueue.SchedulerTimeType.Stride])
  func anIntervalThatIsNotPositiveIsReported(_ interval: DispatchQueue.SchedulerTimeType.Stride) async {
    let testQueue = DispatchQueue.test
    let runs = CallCount()
    let issues = await issues {
      let work = testQueue.schedule(after: testQueue.now, interval: interval) { runs.increment() }
      await testQueue.advance(by: 1)
      work.cancel()
    }
    #expect(runs.value == 1)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("the interval must be positive") == true)
  }
}
