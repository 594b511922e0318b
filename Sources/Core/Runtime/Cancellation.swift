/// A single cancellation of one or more effects, as a session records it.
final class Cancellation {
  let reason: Reason
  /// The effect that cancelled; `nil` if the cause was an effect returned by a reducer, or the removal of a child.
  let canceller: EffectRecord?
  /// The virtual time.
  let time: Duration
  /// The sleepers on the clock just before. A persistent collection, so keeping it is cheap.
  let sleepers: Sleepers<Duration>
  private let log: CancellationLog

  enum Reason {
    case id(CancelID)
    case replaced(CancelID)
    case childRemoved
  }

  init(_ reason: Reason, by canceller: EffectRecord?, in log: CancellationLog) {
    self.reason = reason
    self.canceller = canceller
    self.log = log
    time = log.clock.now.offset
    sleepers = log.clock.sleepers
  }

  /// Records an effect that is being cancelled.
  ///
  /// - Parameter isPart: Whether only a part with its own cancellation id is cancelled.
  func note(_ effect: EffectRecord, isPart: Bool) {
    log.entries.append(Entry(effect: effect, isPart: isPart, cancellation: self))
  }

  struct Entry {
    let effect: EffectRecord
    let isPart: Bool
    let cancellation: Cancellation
  }
}

/// The cancelled effects of an engine, for a session's record. Used by the thread that owns the engine.
final class CancellationLog {
  fileprivate let clock: VirtualClock<Duration>
  // Unchecked: appending to it calls nothing.
  @exclusivity(unchecked) fileprivate var entries: [Cancellation.Entry] = []

  init(clock: VirtualClock<Duration>) {
    self.clock = clock
  }

  /// Returns the cancellations since the last call, in order.
  func take() -> [Cancellation.Entry] {
    if entries.isEmpty { return [] }
    defer { entries = [] }
    return entries
  }
}
