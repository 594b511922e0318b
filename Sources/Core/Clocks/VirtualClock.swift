import HashTreeCollections
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

  public var now: Instant { Instant(offset: queue.withLock(\.now)) }

  public var minimumResolution: Duration { .zero }

  /// Suspends until the clock has been moved to `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = queue.withLock { $0.makeID() }
    let effect = EffectInFlight.currentID
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        let isCancelled = queue.withLock { queue in
          // Looked at under the lock: a cancellation that comes later finds the sleeper in the queue.
          if Task.isCancelled { return true }
          let sleeper = Sleeper(id: id, deadline: deadline.offset, effect: effect)
          queue.insert(sleeper, continuation: continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      queue.withLock { $0.remove(id) }?.resume(throwing: CancellationError())
    }
  }

  /// The earliest deadline that someone sleeps until.
  var nextDeadline: Duration? { queue.withLock { $0.nextDeadline } }

  /// Who sleeps now. A persistent collection, so keeping it costs nothing.
  var sleepers: Sleepers<Duration> { queue.withLock(\.sleepers) }

  /// Moves the clock to the earliest deadline and resumes its sleeper, who goes on when its engine's owner lets it.
  ///
  /// - Returns: Whether there was a sleeper.
  @discardableResult
  func wakeNext() -> Bool {
    guard let continuation = queue.withLock({ $0.popEarliest() }) else { return false }
    continuation.resume()
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

extension VirtualClock where Duration == Swift.Duration {
  /// Creates a clock that stands at zero.
  public convenience init() {
    self.init(now: .init())
  }
}
