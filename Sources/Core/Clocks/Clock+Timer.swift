extension Clock where Duration: Hashable {
  /// The instants of a timer: one at the end of each interval.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await send(.timerTicked)
  /// }
  /// ```
  ///
  /// The timer does not drift: it sleeps until multiples of the interval after its start. It ends when the awaiting
  /// task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: The time between two instants.
  ///   - tolerance: The maximum delay of an instant.
  public func timer(
    interval: Duration,
    tolerance: Duration? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    AsyncTimerSequence(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}

/// The instants at which a timer fires; see `Clock.timer(interval:tolerance:)`.
public struct AsyncTimerSequence<C: Clock>: AsyncSequence {
  public typealias Element = C.Instant
  public typealias Failure = Never

  let clock: C
  let interval: C.Duration
  let tolerance: C.Duration?

  /// Starts the first interval.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(timer: self, last: clock.now)
  }

  /// Iterates over the ticks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let timer: AsyncTimerSequence
    var last: C.Instant

    /// Waits for the next tick.
    ///
    /// - Returns: The time of the tick; `nil` once the task is cancelled.
    public mutating func next() async -> C.Instant? {
      await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> C.Instant? {
      last = last.advanced(by: timer.interval)
      do {
        try await timer.clock.sleep(until: last, tolerance: timer.tolerance)
      } catch {
        return nil
      }
      return timer.clock.now
    }
  }
}

extension AsyncTimerSequence: Sendable where C: Sendable, C.Duration: Sendable {}

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
