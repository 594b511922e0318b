import Synchronization

/// A clock whose time moves only on demand.
///
/// Sleepers wait in a queue, ordered by deadline and, for equal deadlines, by when they began to sleep. Moving the
/// clock wakes one sleeper at a time, which runs until nothing more is ready before the next one is woken: the same
/// moves always have the same outcome.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: Timer.State()) { Timer() } withDependencies: { $0.continuousClock = clock }
///
/// await store.send(.startButtonTapped)
/// await clock.advance(by: .seconds(1))
/// await store.receive(\.timerTicked) { $0.count = 1 }
/// ```
///
/// # What has begun when the clock moves
///
/// Any code may move a clock: a test, another actor, an effect. Before the clock moves, and after each sleeper that
/// it wakes, everything that is ready is run:
///
/// - *Effects* of stores and test stores run until each of them waits. This is exact and involves no waiting: an
///   effect started before the move sleeps on the clock before it moves. A store is drained on the main actor, a test
///   store in the isolation of its test. An effect that moves a clock waits until nothing else is ready in its own
///   store.
/// - *Effects of a session* run at its next command. A session has its own clock, which its commands move.
/// - *Other tasks*, such as those started by `Task { … }`, run on executors whose idleness cannot be observed. The
///   caller yields to them a fixed number of times, so they have normally begun to sleep, but a busy machine may
///   delay one. In such a test, wait for a signal from the task, or put the work into an effect.
public final class VirtualClock<Duration: DurationProtocol & Hashable & Sendable>: Clock, Sendable {
  public typealias Instant = VirtualInstant<Duration>

  private let queue: Mutex<SleepQueue<Duration>>
  /// The test that created the clock: moving it drains the engines of that test, from any task.
  private let test = currentTestID

  /// Creates a clock at `now`.
  public init(now: Instant) {
    queue = Mutex(SleepQueue(now: now.offset))
  }

  /// The time, which changes only when the clock is moved.
  public var now: Instant {
    @_specialize(where Duration == Swift.Duration)
    get { Instant(offset: queue.withLock { $0.now }) }
  }

  /// Starts anew at a time, which can be in the past. Nothing must be waiting.
  @_specialize(where Duration == Swift.Duration)
  package func restart(at now: Duration) { queue.withLock { $0 = SleepQueue(now: now) } }

  /// Zero: virtual time has no smallest step.
  public var minimumResolution: Duration { .zero }

  /// Suspends until the clock is moved to `deadline`. Returns immediately if that is in the past.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws
  {
    try await sleep(until: deadline, isolation: #isolation)
  }

  private func sleep(until deadline: Instant, isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    let id = makeID()
    let effect = RunningEffect.current
    try await withTaskCancellationHandler {
      // A closure inherits the isolation that it captures.
      _ = isolation
      try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        putToSleep(id, until: deadline.offset, wake: Wake(outcome: .resume(continuation), effect: effect))
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Suspends until the clock is moved by `duration`.
  ///
  /// The sleep begins in the caller's isolation.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public func sleep(
    for duration: Duration,
    tolerance: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await sleep(until: now.advanced(by: duration), isolation: isolation)
  }

  // The compiler does not specialize closures and parts of asynchronous functions. Using the queue there would look
  // up its type some ten times per sleep.

  @_specialize(where Duration == Swift.Duration)
  private func makeID() -> Int { queue.withLock { $0.makeID() } }

  @_specialize(where Duration == Swift.Duration)
  private func putToSleep(_ id: Int, until deadline: Duration, wake: Wake) {
    let (isOver, isCancelled) = queue.withLock { queue in
      // Checked under the lock, so that a later cancellation finds the sleeper in the queue.
      if Task.isCancelled { return (false, true) }
      if deadline < queue.now { return (true, false) }
      queue.insert(id, until: deadline, wake: wake)
      return (false, false)
    }
    if isCancelled { wake.cancel() } else if isOver { wake() }
  }

  @_specialize(where Duration == Swift.Duration)
  func cancel(_ id: Int) {
    queue.withLock { $0.remove(id) }?.cancel()
  }

  /// Schedules work to run when the clock is moved to a deadline, on the thread that moves it.
  ///
  /// - Parameters:
  ///   - deadline: The time to run it at; if that is in the past, as soon as the clock is moved.
  ///   - number: The number of work that is repeated. Of two that are due at the same time, that with the lower number runs
  ///     first.
  ///   - effect: The effect that requested it, if any.
  ///   - work: The work.
  /// - Returns: The number with which the work can be cancelled.
  @_specialize(where Duration == Swift.Duration)
  func schedule(
    at deadline: Duration,
    again number: Int?,
    of effect: RunningEffect?,
    _ work: @escaping @Sendable () -> Void
  ) -> Int {
    let wake = Wake(outcome: .perform(work), effect: effect)
    return queue.withLock { queue in
      let id = number ?? queue.makeID()
      queue.insert(id, until: max(deadline, queue.now), wake: wake)
      return id
    }
  }

  /// The earliest deadline.
  package var nextDeadline: Duration? {
    @_specialize(where Duration == Swift.Duration)
    get { queue.withLock { $0.nextDeadline } }
  }

  /// The sleepers. A persistent collection, so keeping it is free.
  package var sleepers: Sleepers<Duration> {
    @_specialize(where Duration == Swift.Duration)
    get { queue.withLock { $0.sleepers } }
  }

  /// Moves the clock to the earliest deadline, and wakes its sleeper, which continues when its engine is drained.
  ///
  /// - Parameter position: The effect whose sleeper to wake first: its position among those due then, in the
  ///   order in which they began to sleep.
  /// - Returns: Whether there was a sleeper.
  @_specialize(where Duration == Swift.Duration)
  package func wakeNext(ofEffectAt position: Int? = nil) -> Bool {
    let wake = queue.withLock { queue in
      if let position { return queue.popEarliest(ofEffectAt: position) }
      return queue.popEarliest()
    }
    wake?()
    return wake != nil
  }

  /// Moves the clock without waking any sleeper.
  ///
  /// - Precondition: No deadline lies before `offset`, and the clock has not passed it.
  @_specialize(where Duration == Swift.Duration)
  package func move(to offset: Duration) {
    queue.withLock { queue in
      precondition(offset >= queue.now, "A clock cannot go back: create a new one.")
      queue.now = offset
    }
  }
}

extension VirtualClock {
  /// Advances the clock.
  ///
  /// Everything that is ready is run first; see ``VirtualClock``. Due sleepers are then woken in the order of their
  /// deadlines, each running until nothing more is ready before the next one is woken. If 10,000 sleeps end at an
  /// instant that began at it, the clock stays there, and an issue is reported.
  ///
  /// - Parameter duration: The duration to advance by.
  public func advance(
    by duration: Duration = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await wakeSleepers(
      until: now.advanced(by: duration).offset,
      at: SourceSite(fileID, filePath, line, column),
      isolation: isolation
    )
  }

  /// Advances the clock to an instant, unless that is in the past; see
  /// ``advance(by:fileID:filePath:line:column:isolation:)``.
  public func advance(
    to deadline: Instant,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await wakeSleepers(
      until: deadline.offset,
      at: SourceSite(fileID, filePath, line, column),
      isolation: isolation
    )
  }

  /// Advances the clock until nothing sleeps on it.
  ///
  /// An endless timer never stops sleeping: cancel it first. Otherwise, an issue lists what still sleeps.
  ///
  /// - Parameter timeout: When to stop, measured in sleeps instead of real time so that the outcome is always the same:
  ///   20 per millisecond.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await wakeSleepers(
      until: nil,
      timeout: timeout,
      at: SourceSite(fileID, filePath, line, column),
      isolation: isolation
    )
  }

  /// The sleepers that are due until a deadline, or at any time, in the order in which they are to be woken.
  private struct DueSleepers {
    let clock: VirtualClock
    let deadline: Duration?
    /// The maximum number of sleeps; with a deadline, that of sleeps that begin and end at an instant.
    let limit: Int
    let site: SourceSite
    private var instant: Duration
    private var rest: Int

    init(of clock: VirtualClock, until deadline: Duration?, timeout: Swift.Duration, at site: SourceSite) {
      (self.clock, self.deadline, self.site) = (clock, deadline, site)
      limit = Int(exactly: max(0, (timeout / .microseconds(50)).rounded())) ?? .max
      (instant, rest) = (clock.now.offset, limit + (deadline == nil ? 0 : clock.sleepers.count))
    }

    /// The next sleeper. At the limit, the remaining sleepers are reported.
    mutating func next() -> Wake? {
      guard rest > 0, let wake = clock.popEarliest(orMoveTo: deadline) else {
        if rest == 0, !clock.sleepers.isEmpty { clock.reportSleepers(after: limit, at: site) }
        return nil
      }
      rest -= 1
      let now = clock.now.offset
      if deadline != nil, now != instant { (instant, rest) = (now, limit + clock.sleepers.count) }
      return wake
    }
  }

  private func wakeSleepers(
    until deadline: Duration?,
    timeout: Swift.Duration = .milliseconds(500),
    at site: SourceSite,
    isolation: isolated (any Actor)?
  ) async {
    await Readiness.settleAll(of: test, isolation: isolation)
    var due = DueSleepers(of: self, until: deadline, timeout: timeout, at: site)
    while let wake = due.next() {
      wake()
      let turns = wake.effect == nil ? Readiness.usualTurns : 0
      await Readiness.settleAll(of: test, turns: turns, isolation: isolation)
    }
  }

  /// Wakes sleepers without first, or in between, running tasks that are ready.
  func wakeSleepersNow(
    until deadline: Duration?,
    timeout: Swift.Duration = .milliseconds(500),
    at site: SourceSite
  ) {
    var due = DueSleepers(of: self, until: deadline, timeout: timeout, at: site)
    while let wake = due.next() { wake() }
  }

  /// Moves the clock to the earliest deadline, or to `limit` if that comes first.
  ///
  /// - Returns: The wake-up for that deadline; `nil` if there is none up to `limit`.
  private func popEarliest(orMoveTo limit: Duration?) -> Wake? {
    queue.withLock { queue in
      if let wake = queue.popEarliest(until: limit) { return wake }
      if let limit { queue.now = max(queue.now, limit) }
      return nil
    }
  }

  /// Checks that nothing sleeps on the clock. Everything that is ready is run first; see ``VirtualClock``.
  ///
  /// - Throws: ``SuspensionError`` if something does.
  public func checkSuspension(isolation: isolated (any Actor)? = #isolation) async throws {
    await Readiness.settleAll(of: test, isolation: isolation)
    guard sleepers.isEmpty else { throw SuspensionError() }
  }

  /// Reports what still sleeps after a run has reached its limit.
  private func reportSleepers(after limit: Int, at site: SourceSite) {
    let sleepers = sleepers.values
    site.reportIssue(
      """
      The clock still has \(sleepers.count == 1 ? "a sleeper" : "\(sleepers.count) sleepers") after \(limit) sleeps:

      \(sleepers.prefix(10).map { "  • until \($0.deadline)" }.joined(separator: "\n"))

      Before running the clock, cancel effects that never stop sleeping, such as timers, or advance the clock \
      by a duration instead. If so many sleeps are expected, increase the timeout.
      """
    )
  }
}

/// Something sleeps on a clock unexpectedly.
public struct SuspensionError: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}

/// The conventional name of the clock in tests.
public typealias TestClock<Duration: DurationProtocol & Hashable & Sendable> = VirtualClock<Duration>

extension VirtualClock where Duration == Swift.Duration {
  /// Creates a clock at zero.
  public convenience init() {
    self.init(now: .init())
  }
}

extension Duration {
  /// The maximum virtual time of a session, in seconds.
  package static var furthestSeconds: Int64 { .max / 4 }
}

/// A point in virtual time: the time since a clock's start.
public struct VirtualInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public var offset: Duration

  /// Creates the instant `offset` after the clock's start.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The instant after a duration.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

  /// The time from this instant to another; negative if that is earlier.
  public func duration(to other: Self) -> Duration { other.offset - offset }

  /// Whether one instant is before the other.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}
