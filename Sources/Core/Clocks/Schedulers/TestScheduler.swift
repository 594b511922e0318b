import Dispatch
import Synchronization

/// A scheduler whose time moves only on demand.
///
/// ```swift
/// let testQueue = DispatchQueue.test
/// let store = TestStore(initialState: Timer.State()) { Timer() } withDependencies: { $0.mainQueue = testQueue }
///
/// await store.send(.startButtonTapped)
/// await testQueue.advance(by: .milliseconds(300))
/// await store.receive(\.timerTick) { $0.count = 1 }
/// ```
///
/// It uses the time of a ``VirtualClock``, which documents what has begun when the time moves. Scheduled work runs in
/// the task that moves the time.
///
/// Synchronous code can move the time, too. This runs scheduled work. Tasks that sleep until then continue only after
/// that code, and tasks that have not begun to sleep are not affected.
public struct TestScheduler: Scheduler {
  /// The clock that provides the scheduler's time.
  public let clock: VirtualClock<Swift.Duration>

  /// Creates a scheduler with its own clock.
  public init() { self.init(clock: TestClock(now: .startOfQueues)) }

  /// Creates a scheduler with the time of a clock.
  ///
  /// - Parameter clock: The clock. Pass the feature's own clock to give both the same time.
  public init(clock: VirtualClock<Swift.Duration>) {
    self.clock = clock
  }

  /// The time, which changes only on demand.
  public var now: Instant { .init(offset: clock.now.offset) }

  /// Zero: virtual time has no smallest step.
  public var minimumResolution: Stride { .zero }

  /// Suspends until the time is moved to `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant,
    tolerance: Stride? = nil
  ) async throws {
    try await clock.sleep(until: .init(offset: deadline.offset))
  }

  /// Runs the work when the time is moved to `date`. An interval that is not positive is reported, and the work runs
  /// once.
  public func perform(
    after date: Instant,
    interval: Stride?,
    tolerance: Stride,
    options: DispatchQueue.SchedulerOptions,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable {
    if let interval, interval <= .zero {
      reportIssue(
        """
        Work was scheduled to repeat every \(interval.duration), but the interval must be positive: otherwise the time \
        would never advance. The work is performed once.
        """
      )
    }
    let pause = interval.flatMap { $0 > .zero ? $0.duration : nil }
    let work = ScheduledWork(interval: pause, on: clock, action)
    work.schedule(at: date.offset)
    return AnyCancellable { work.cancel() }
  }

  /// Advances the time; see ``VirtualClock/advance(by:fileID:filePath:line:column:isolation:)``.
  ///
  /// - Parameter interval: The interval to advance by.
  public func advance(
    by interval: Stride = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await clock.advance(by: interval.duration, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Advances the time to a point, unless that is in the past.
  public func advance(
    to deadline: Instant,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let deadline = VirtualInstant(offset: deadline.offset)
    await clock.advance(to: deadline, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Advances the time until nothing waits for it; see
  /// ``VirtualClock/run(timeout:fileID:filePath:line:column:isolation:)``.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await clock.run(timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension TestScheduler {
  /// Advances the time and runs the work that is due.
  ///
  /// - Parameter interval: The interval to advance by.
  public func advance(
    by interval: Stride = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let deadline = now.advanced(by: interval)
    advance(to: deadline, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Advances the time to a point, unless that is in the past, and runs the work that is due. Work that schedules
  /// itself for the same instant for ever is reported.
  public func advance(
    to deadline: Instant,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    clock.wakeSleepersNow(until: deadline.offset, at: SourceSite(fileID, filePath, line, column))
  }

  /// Advances the time until nothing waits for it; see
  /// ``VirtualClock/run(timeout:fileID:filePath:line:column:isolation:)``.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    clock.wakeSleepersNow(until: nil, timeout: timeout, at: SourceSite(fileID, filePath, line, column))
  }
}

/// A test scheduler for a queue: `TestSchedulerOf<DispatchQueue>`.
public typealias TestSchedulerOf<Queue> = TestScheduler

extension DispatchQueue {
  /// Creates a scheduler whose time moves only on demand.
  public static var test: TestScheduler { TestScheduler() }
}

/// Work that a clock runs once or repeatedly.
private final class ScheduledWork: Sendable {
  private struct State {
    /// The number of all runs on the clock.
    var number: Int?
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let interval: Duration?
  private let clock: VirtualClock<Duration>
  private let effect = RunningEffect.current
  private let action: @Sendable () -> Void

  init(interval: Duration?, on clock: VirtualClock<Duration>, _ action: @escaping @Sendable () -> Void) {
    self.interval = interval
    self.clock = clock
    self.action = action
  }

  func schedule(at deadline: Duration) {
    state.withLock { state in
      guard !state.isCancelled else { return }
      state.number = clock.schedule(at: deadline, again: state.number, of: effect) { [self] in
        run(at: deadline)
      }
    }
  }

  private func run(at deadline: Duration) {
    action()
    if let interval { schedule(at: deadline + interval) }
  }

  func cancel() {
    let number = state.withLock { state in
      state.isCancelled = true
      return state.number
    }
    if let number { clock.cancel(number) }
  }
}
