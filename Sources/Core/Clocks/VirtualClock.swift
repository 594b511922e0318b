import Synchronization

/// A clock whose time stands still until it is moved.
///
/// Sleepers wait in a queue, ordered by deadline and, for equal deadlines, by when they went to sleep. When the clock is
/// moved, one sleeper at a time is woken and runs until nothing more is ready, and only then the next: the same moves
/// always have the same outcome.
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
/// A clock may be moved from anywhere: a test, another actor, an effect. Before it moves, and after each sleeper that it
/// wakes, everything that is ready is run:
///
/// - *Effects* of stores and test stores run until each waits for something. This is exact and involves no waiting:
///   an effect that was started before the move sleeps on the clock before it moves. A store is drained on the main
///   actor, a test store in the isolation of its test. An effect that moves a clock waits until nothing else is ready in
///   its own store.
/// - *Effects of a session* run at its next command. A session has a clock of its own, which its commands move.
/// - *Other tasks*, such as those that `Task { … }` starts, run on executors that cannot be asked whether they are
///   idle. The caller yields to them a fixed number of times, so they have normally begun to sleep, but a busy machine
///   may delay one. Have such a test wait for a signal from the task, or put the work into an effect.
public final class VirtualClock<Duration: DurationProtocol & Hashable & Sendable>: Clock, Sendable {
  public typealias Instant = VirtualInstant<Duration>

  private let queue: Mutex<SleepQueue<Duration>>
  /// The test that made the clock: it is moved for the engines of that test, from whatever task.
  private let test = currentTestID

  /// Creates a clock that stands at `now`.
  public init(now: Instant) {
    queue = Mutex(SleepQueue(now: now.offset))
  }

  /// The time, which changes only when the clock is moved.
  public var now: Instant {
    @_specialize(where Duration == Swift.Duration)
    get { Instant(offset: queue.withLock { $0.now }) }
  }

  /// None: virtual time knows no smallest step.
  public var minimumResolution: Duration { .zero }

  /// Suspends until the clock has been moved to `deadline`. Returns at once if the clock is past it already.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws
  {
    try await sleep(until: deadline, isolation: #isolation)
  }

  private func sleep(until deadline: Instant, isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    let id = makeID()
    let effect = EffectContext.current
    try await withTaskCancellationHandler {
      // A closure stays in the isolation that it captures.
      _ = isolation
      try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        putToSleep(id, until: deadline.offset, wake: Wake(outcome: .resume(continuation), effect: effect))
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Suspends until the clock has been moved by `duration`.
  ///
  /// Begins to sleep in the caller's isolation.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public func sleep(
    for duration: Duration,
    tolerance: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await sleep(until: now.advanced(by: duration), isolation: isolation)
  }

  // A sleep lives in closures and in parts of an asynchronous function. The compiler does not specialize these, and what
  // they do with the queue would be to look up its type, ten times a sleep.

  @_specialize(where Duration == Swift.Duration)
  private func makeID() -> Int { queue.withLock { $0.makeID() } }

  @_specialize(where Duration == Swift.Duration)
  private func putToSleep(_ id: Int, until deadline: Duration, wake: Wake) {
    let (isOver, isCancelled) = queue.withLock { queue in
      // Looked at under the lock: a cancellation that comes later finds the sleeper in the queue.
      if Task.isCancelled { return (false, true) }
      if deadline < queue.now { return (true, false) }
      queue.insert(Sleeper(id: id, deadline: deadline, effect: wake.effect?.id), wake: wake)
      return (false, false)
    }
    if isCancelled { wake.cancel() } else if isOver { wake() }
  }

  @_specialize(where Duration == Swift.Duration)
  func cancel(_ id: Int) {
    queue.withLock { $0.remove(id) }?.cancel()
  }

  /// Does some work when the clock has been moved to a deadline, on the thread that moves it.
  ///
  /// - Parameters:
  ///   - deadline: When to do it; if the time is past that, as soon as the clock is moved.
  ///   - effect: The effect that it is done for, if any.
  ///   - work: The work.
  /// - Returns: The number under which the work can be cancelled.
  func schedule(at deadline: Duration, of effect: EffectContext?, _ work: @escaping @Sendable () -> Void)
    -> Int
  {
    let wake = Wake(outcome: .perform(work), effect: effect)
    return queue.withLock { queue in
      let id = queue.makeID()
      queue.insert(
        Sleeper(id: id, deadline: max(deadline, queue.now), effect: wake.effect?.id),
        wake: wake
      )
      return id
    }
  }

  /// The earliest deadline.
  var nextDeadline: Duration? { queue.withLock { $0.nextDeadline } }

  /// The sleepers. A persistent collection, so keeping it costs nothing.
  var sleepers: Sleepers<Duration> { queue.withLock { $0.sleepers } }

  /// Moves the clock to the earliest deadline, if that is not after `limit`, and wakes its sleeper, which
  /// continues when its engine is drained.
  ///
  /// - Returns: Whether there was a sleeper.
  @discardableResult
  func wakeNext(until limit: Duration? = nil) -> Bool {
    guard let wake = queue.withLock({ $0.popEarliest(until: limit) }) else { return false }
    wake()
    return true
  }

  /// Moves the clock without waking anyone.
  ///
  /// - Precondition: No deadline lies before `offset`, and the clock has not passed it.
  func move(to offset: Duration) {
    queue.withLock { queue in
      precondition(offset >= queue.now, "A clock does not go back: make a new one.")
      queue.now = offset
    }
  }
}

extension VirtualClock {
  /// Moves the clock forward.
  ///
  /// Everything that is ready is run first; see ``VirtualClock``. Each sleeper whose time comes is then woken in the
  /// order of the deadlines, and runs until nothing more is ready, before the next is woken.
  ///
  /// - Parameter duration: How far.
  public func advance(by duration: Duration = .zero, isolation: isolated (any Actor)? = #isolation) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the clock forward to an instant; see ``advance(by:isolation:)``. A clock that is past it stays where it is.
  public func advance(to deadline: Instant, isolation: isolated (any Actor)? = #isolation) async {
    await wakeSleepers(until: deadline.offset, isolation: isolation)
  }

  /// Moves the clock forward until nothing sleeps on it.
  ///
  /// Does not return while a timer without end sleeps on the clock: cancel it first.
  ///
  /// - Parameter timeout: Not used: nothing is waited for. Kept so that tests written for other clocks compile.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await wakeSleepers(until: nil, isolation: isolation)
  }

  private func wakeSleepers(until limit: Duration?, isolation: isolated (any Actor)?) async {
    await Readiness.settleAll(of: test, givingWay: true, isolation: isolation)
    while let wake = popEarliest(orMoveTo: limit) {
      wake()
      await Readiness.settleAll(of: test, givingWay: wake.effect == nil, isolation: isolation)
    }
  }

  /// Moves the clock to the earliest deadline, or to `limit` if that comes first.
  ///
  /// - Returns: What ends the sleep with that deadline; `nil` if there is none up to `limit`.
  private func popEarliest(orMoveTo limit: Duration?) -> Wake? {
    queue.withLock { queue in
      if let wake = queue.popEarliest(until: limit) { return wake }
      if let limit { queue.now = max(queue.now, limit) }
      return nil
    }
  }

  /// Makes sure that nothing sleeps on the clock.
  ///
  /// - Throws: ``SuspensionError`` if something does.
  public func checkSuspension() throws {
    guard queue.withLock({ $0.sleepers.isEmpty }) else { throw SuspensionError() }
  }
}

/// Something sleeps on a clock although nothing was expected to.
public struct SuspensionError: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}

/// The clock under the name that tests know it by.
public typealias TestClock<Duration: DurationProtocol & Hashable & Sendable> = VirtualClock<Duration>

extension VirtualClock where Duration == Swift.Duration {
  /// Creates a clock that stands at zero.
  public convenience init() {
    self.init(now: .init())
  }
}
