/// Lets virtual time go by together with real time, at a rate.
///
/// It only tells what time it should be; the session's clock is moved when something is due, or when a command is given.
struct ClockPlayer {
  /// How many seconds of virtual time a second of real time is.
  let rate: Double
  private var start: SuspendingClock.Instant
  private var origin: Duration

  /// The rates that there can be.
  static let rates = 0.001...1_000_000.0

  /// Starts to play.
  ///
  /// - Parameters:
  ///   - rate: How many seconds of virtual time a second of real time is.
  ///   - now: The virtual time at this instant.
  ///   - instant: This instant.
  init(rate: Double, from now: Duration, at instant: SuspendingClock.Instant) {
    self.rate = rate
    origin = now
    start = instant
  }

  /// The virtual time at an instant, in whole milliseconds after the one at which it was started.
  func time(at instant: SuspendingClock.Instant) -> Duration {
    let elapsed = (instant - start) * rate
    return origin + .milliseconds(max(0, Int64(min(elapsed / .milliseconds(1), 1e15))))
  }

  /// How much real time is left until a virtual one.
  func rest(until deadline: Duration, at instant: SuspendingClock.Instant) -> Duration {
    let due = (deadline - origin) / rate
    return max(.zero, due - (instant - start))
  }

  /// Goes on from a later time, to which the clock was moved by hand.
  mutating func follow(_ now: Duration, at instant: SuspendingClock.Instant) {
    guard now > time(at: instant) else { return }
    origin = now
    start = instant
  }
}
