/// Plays virtual time along with real time, at a rate.
///
/// It only computes the time; the session's clock is moved when an effect is due or a command is entered. Instants of
/// real time are those of ``RunningTime``: while the program is stopped, virtual time stands still.
package struct ClockPlayer {
  /// The rate, in seconds of virtual time per second of real time.
  let rate: Double
  /// Whether the running command is the player's own `advance`.
  var isMoving = false
  /// The virtual time at the start.
  var origin: Duration
  var start: Duration

  /// The valid rates.
  static let rates = 0.001...1_000_000.0

  /// The virtual time at an instant, in whole milliseconds since the start.
  func time(at instant: Duration) -> Duration { time(after: instant - start) }

  private func time(after realTime: Duration) -> Duration {
    origin + .milliseconds(max(0, Int64(min(realTime * rate / .milliseconds(1), 1e15))))
  }

  /// The real time left until a virtual time.
  func rest(until deadline: Duration, at instant: Duration) -> Duration {
    max(.zero, .zero - lag(behind: deadline, at: instant))
  }

  /// The real time that has passed since a virtual time.
  func lag(behind deadline: Duration, at instant: Duration) -> Duration {
    instant - start - (deadline - origin) / rate
  }

  /// Continues from a time that may be behind, if processing took too long to keep up.
  mutating func fallBack(to now: Duration, at instant: Duration) {
    origin = now
    start = instant
  }

  /// Continues from a later time, to which a command moved the clock.
  mutating func follow(_ now: Duration, at instant: Duration) {
    if now > time(at: instant) { fallBack(to: now, at: instant) }
  }
}

/// The time shown in the prompt, which changes every second.
extension ClockPlayer {
  /// The virtual time to show at an instant: that of the last whole second of real time, rounded.
  func shownTime(at instant: Duration) -> Duration {
    let time = time(after: .seconds(max(0, (instant - start).components.seconds)))
    return max(origin, .milliseconds(Int64(time / step) * Int64(step / .milliseconds(1))))
  }

  /// The real time left until the shown time changes.
  func restOfSecond(at instant: Duration) -> Duration {
    let elapsed = max(.zero, instant - start)
    return .seconds(elapsed.components.seconds + 1) - elapsed
  }

  /// The unit to which shown times are rounded.
  private var step: Duration { rate >= 1 ? .seconds(1) : rate >= 0.1 ? .milliseconds(100) : .milliseconds(1) }
}
