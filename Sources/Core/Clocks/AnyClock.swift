/// A type-erased clock with a known duration type.
public final class AnyClock<Duration: DurationProtocol & Hashable & Sendable>: Clock, Sendable {
  /// A point in time, as the duration since the clock's start.
  public typealias Instant = VirtualInstant<Duration>

  private let readNow: @Sendable () -> Instant
  private let resolution: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Instant, Duration?) async throws -> Void

  /// Creates a clock that wraps another. Its instants count from its creation.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration, C.Instant: Sendable {
    let start = clock.now
    readNow = { Instant(offset: start.duration(to: clock.now)) }
    resolution = { clock.minimumResolution }
    sleepUntil = { deadline, tolerance in
      try await clock.sleep(until: start.advanced(by: deadline.offset), tolerance: tolerance)
    }
  }

  /// The time of the clock.
  public var now: Instant { readNow() }

  /// The smallest step of the clock.
  public var minimumResolution: Duration { resolution() }

  /// Sleeps on the clock.
  ///
  /// - Throws: What the clock throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleepUntil(deadline, tolerance)
  }
}
