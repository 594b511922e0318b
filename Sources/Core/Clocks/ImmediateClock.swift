import Synchronization

/// A clock on which every sleep is over at once, while its time moves on as if it had been slept.
///
/// For previews and tests in which it does not matter when things happen.
public final class ImmediateClock<Duration: DurationProtocol & Hashable & Sendable>: Clock, Sendable {
  public typealias Instant = VirtualInstant<Duration>

  private let time: Mutex<Instant>

  /// Creates a clock that stands at `now`.
  public init(now: Instant = .init()) {
    time = Mutex(now)
  }

  /// The time: the latest deadline so far.
  public var now: Instant { time.withLock { $0 } }

  /// None: virtual time knows no smallest step.
  public var minimumResolution: Duration { .zero }

  /// Moves the time on to `deadline` and returns, after others that are ready to run have had a turn.
  ///
  /// A loop that sleeps on this clock therefore notices that it is cancelled.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws
  {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock that stands at zero.
  public convenience init() {
    self.init(now: .init())
  }
}
