import Synchronization

/// A clock on which every sleep ends immediately, while its time advances as if the sleep had happened.
///
/// Use it in previews, and in tests that do not depend on time.
public final class ImmediateClock<Duration: DurationProtocol & Hashable & Sendable>: Clock, Sendable {
  public typealias Instant = VirtualInstant<Duration>

  private let time: Mutex<Instant>

  /// Creates a clock at `now`.
  public init(now: Instant = .init()) {
    time = Mutex(now)
  }

  /// The time: the latest deadline so far.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: virtual time has no smallest step.
  public var minimumResolution: Duration { .zero }

  /// Advances the time to `deadline` and returns after yielding to other jobs.
  ///
  /// Because of the yield, a loop that sleeps on this clock notices its cancellation.
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
  /// Creates a clock at zero.
  public convenience init() {
    self.init(now: .init())
  }
}
