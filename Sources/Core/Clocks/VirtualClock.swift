import DequeModule
import HashTreeCollections
import HeapModule
import Synchronization

/// A clock whose time stands still until it is moved.
///
/// Who sleeps on it waits in a queue, ordered by deadline and, for equal deadlines, by who went to sleep first. The
/// owner wakes one sleeper at a time with ``wakeNext()``, lets it run until nothing more is ready, and wakes the next:
/// the same moves always have the same outcome.
public final class VirtualClock: Clock, Sendable {
  /// A point in virtual time: the time since the clock's start.
  public struct Instant: InstantProtocol {
    /// The time since the clock's start.
    public var offset: Duration

    /// Creates the instant that lies `offset` after the clock's start.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    public func duration(to other: Self) -> Duration { other.offset - offset }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private let state: Mutex<SleepQueue>

  /// Creates a clock that stands at `offset`.
  public init(offset: Duration = .zero) {
    state = Mutex(SleepQueue(now: offset))
  }

  public var now: Instant { Instant(offset: state.withLock(\.now)) }

  public var minimumResolution: Duration { .zero }

  /// Suspends until the clock has been moved to `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = state.withLock { $0.makeID() }
    let effect = EffectInFlight.currentID
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        let isCancelled = state.withLock { queue in
          // Looked at under the lock: a cancellation that comes later finds the sleeper in the queue.
          if Task.isCancelled { return true }
          queue.insert(
            Sleeper(id: id, deadline: deadline.offset, effect: effect),
            continuation: continuation
          )
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      state.withLock { $0.remove(id) }?.resume(throwing: CancellationError())
    }
  }

  /// The earliest deadline that someone sleeps until.
  var nextDeadline: Duration? { state.withLock { $0.nextDeadline } }

  /// Who sleeps now. A persistent collection, so keeping it costs nothing.
  var sleepers: Sleepers { state.withLock(\.sleepers) }

  /// Moves the clock to the earliest deadline and resumes its sleeper, who goes on when its executor is drained.
  ///
  /// - Returns: Whether there was a sleeper.
  @discardableResult
  func wakeNext() -> Bool {
    guard let continuation = state.withLock({ $0.popEarliest() }) else { return false }
    continuation.resume()
    return true
  }

  /// Moves the clock without waking anyone.
  ///
  /// - Precondition: No deadline lies before `offset`, and the clock has not passed it.
  func move(to offset: Duration) {
    state.withLock { queue in
      precondition(offset >= queue.now, "A clock does not go back: make a new one.")
      queue.now = offset
    }
  }
}
