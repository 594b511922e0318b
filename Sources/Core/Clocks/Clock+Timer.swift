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
