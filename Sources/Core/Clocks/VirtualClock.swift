import Synchronization

/// A clock whose time stands still until it is moved.
///
/// Who sleeps on it waits in a queue, ordered by deadline and, for equal deadlines, by who went to sleep first. When
/// the clock is moved, one sleeper at a time is woken and goes on until nothing more is ready, and only then the next:
/// the same moves always have the same outcome.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: Timer.State()) { Timer() } withDependencies: { $0.continuousClock = clock }
///
/// await store.send(.startButtonTapped)
/// await clock.advance(by: .seconds(1))
/// await store.receive(\.timerTicked) { $0.count = 1 }
/// ```
public final class VirtualClock<Duration: DurationProtocol & Hashable & Sendable>: Clock, Sendable {
  public typealias Instant = VirtualInstant<Duration>

  private let queue: Mutex<SleepQueue<Duration>>

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

  /// Suspends until the clock has been moved to `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws
  {
    try Task.checkCancellation()
    let id = makeID()
    let effect = EffectContext.current
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        putToSleep(id, until: deadline.offset, wake: Wake(continuation: continuation, effect: effect))
      }
    } onCancel: {
      cancel(id)
    }
  }

  // A sleep lives in closures and in parts of an asynchronous function. The compiler does not specialize these, and what
  // they do with the queue would be to look up its type, ten times a sleep.

  @_specialize(where Duration == Swift.Duration)
  private func makeID() -> Int { queue.withLock { $0.makeID() } }

  @_specialize(where Duration == Swift.Duration)
  private func putToSleep(_ id: Int, until deadline: Duration, wake: Wake) {
    let isCancelled = queue.withLock { queue in
      // Looked at under the lock: a cancellation that comes later finds the sleeper in the queue.
      if Task.isCancelled { return true }
      queue.insert(Sleeper(id: id, deadline: deadline, effect: wake.effect?.id), wake: wake)
      return false
    }
    if isCancelled { wake.continuation.resume(throwing: CancellationError()) }
  }

  @_specialize(where Duration == Swift.Duration)
  private func cancel(_ id: Int) {
    queue.withLock { $0.remove(id) }?.continuation.resume(throwing: CancellationError())
  }

  /// The earliest deadline that someone sleeps until.
  var nextDeadline: Duration? { queue.withLock { $0.nextDeadline } }

  /// Who sleeps now. A persistent collection, so keeping it costs nothing.
  var sleepers: Sleepers<Duration> { queue.withLock { $0.sleepers } }

  /// Moves the clock to the earliest deadline and resumes its sleeper, who goes on when its engine's owner lets it.
  ///
  /// - Returns: Whether there was a sleeper.
  @discardableResult
  func wakeNext() -> Bool {
    guard let wake = queue.withLock({ $0.popEarliest() }) else { return false }
    wake.continuation.resume()
    return true
  }

  /// Moves the clock to the earliest deadline, resumes its sleeper and lets it go on, if the earliest deadline is not
  /// after `limit`.
  ///
  /// - Returns: Whether there was one.
  func wakeAndSettleNext(until limit: Duration?) -> Bool {
    let wake = queue.withLock { queue -> Wake? in
      guard let deadline = queue.nextDeadline else { return nil }
      if let limit, deadline > limit { return nil }
      return queue.popEarliest()
    }
    guard let wake else { return false }
    wake.continuation.resume()
    wake.effect?.owner.owner?.settle()
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
  /// Moves the clock on. Each sleeper whose time comes goes on, in the order of the deadlines, until nothing more is
  /// ready, before the next is woken.
  ///
  /// That holds for effects of a store, a test store or a session. A task of another kind is resumed, and goes on when
  /// its own executor lets it.
  ///
  /// - Parameter duration: How far.
  public func advance(by duration: Duration = .zero, isolation: isolated (any Actor)? = #isolation) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the clock to an instant; see ``advance(by:isolation:)``.
  public func advance(to deadline: Instant, isolation: isolated (any Actor)? = #isolation) async {
    while wakeAndSettleNext(until: deadline.offset) {}
    queue.withLock { $0.now = max($0.now, deadline.offset) }
  }

  /// Moves the clock on until nobody sleeps any more.
  ///
  /// Does not return while a timer without end sleeps on the clock: cancel it first.
  ///
  /// - Parameter timeout: Not used: nothing is waited for. Kept so that tests written for other clocks compile.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    isolation: isolated (any Actor)? = #isolation
  ) async {
    while wakeAndSettleNext(until: nil) {}
  }

  /// Makes sure that nobody sleeps.
  ///
  /// - Throws: ``SuspensionError`` if someone does.
  public func checkSuspension() throws {
    guard queue.withLock({ $0.sleepers.isEmpty }) else { throw SuspensionError() }
  }
}

/// Someone sleeps on a clock on which nobody was expected to.
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
