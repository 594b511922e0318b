/// Lets virtual time go by together with real time, at a rate.
///
/// It only tells what time it should be; the session's clock is moved when something is due, or when a command is given.
/// Instants of real time are those of ``RunningTime``: while the program is stopped, virtual time stands still.
package struct ClockPlayer {
  /// How many seconds of virtual time a second of real time is.
  let rate: Double
  /// Whether the command that is running is one by which it moves the session's clock.
  var isMoving = false
  private var start: Duration
  private var origin: Duration

  /// The rates that there can be.
  static let rates = 0.001...1_000_000.0

  /// Starts to play.
  ///
  /// - Parameters:
  ///   - rate: How many seconds of virtual time a second of real time is.
  ///   - now: The virtual time at this instant.
  ///   - instant: This instant.
  init(rate: Double, from now: Duration, at instant: Duration) {
    self.rate = rate
    origin = now
    start = instant
  }

  /// The virtual time at an instant, in whole milliseconds after the one at which it was started.
  func time(at instant: Duration) -> Duration { time(after: instant - start) }

  private func time(after realTime: Duration) -> Duration {
    origin + .milliseconds(max(0, Int64(min(realTime * rate / .milliseconds(1), 1e15))))
  }

  /// How much real time is left until a virtual one.
  func rest(until deadline: Duration, at instant: Duration) -> Duration {
    let due = (deadline - origin) / rate
    return max(.zero, due - (instant - start))
  }

  /// For how long in real time a virtual time has been over.
  func lag(behind deadline: Duration, at instant: Duration) -> Duration {
    instant - start - (deadline - origin) / rate
  }

  /// Goes on from a time that may be earlier than the one that it should be: what happened took too long to keep up.
  mutating func fallBack(to now: Duration, at instant: Duration) {
    origin = now
    start = instant
  }

  /// Goes on from a later time, to which the clock was moved by hand.
  mutating func follow(_ now: Duration, at instant: Duration) {
    guard now > time(at: instant) else { return }
    origin = now
    start = instant
  }
}

/// What a person sees of it: another time each second.
extension ClockPlayer {
  /// The virtual time to show at an instant: that of the last whole second of real time, in round numbers.
  func shownTime(at instant: Duration) -> Duration {
    let time = time(after: .seconds(max(0, (instant - start).components.seconds)))
    return max(origin, .milliseconds(Int64(time / step) * Int64(step / .milliseconds(1))))
  }

  /// How much real time is left until there is another time to show.
  func restOfSecond(at instant: Duration) -> Duration {
    let elapsed = max(.zero, instant - start)
    return .seconds(elapsed.components.seconds + 1) - elapsed
  }

  /// What shown times are multiples of.
  private var step: Duration { rate >= 1 ? .seconds(1) : rate >= 0.1 ? .milliseconds(100) : .milliseconds(1) }
}
