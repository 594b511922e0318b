/// A single cancellation of one or more effects, as a session records it.
package final class Cancellation {
  package let reason: Reason
  /// The effect that cancelled; `nil` if the cause was an effect returned by a reducer, or the removal of a child.
  package let canceller: EffectRecord?
  /// The virtual time.
  package let time: Duration
  /// The sleepers on the clock just before. A persistent collection, so keeping it is cheap.
  package let sleepers: Sleepers<Duration>
  private let log: CancellationLog

  package enum Reason {
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

  package struct Entry {
    package let effect: EffectRecord
    package let isPart: Bool
    package let cancellation: Cancellation
  }
}

/// The cancelled effects of an engine, for a session's record. Used by the thread that owns the engine.
package final class CancellationLog {
  fileprivate let clock: VirtualClock<Duration>
  // Unchecked: appending to it calls nothing.
  @exclusivity(unchecked) fileprivate var entries: [Cancellation.Entry] = []

  package init(clock: VirtualClock<Duration>) {
    self.clock = clock
  }

  /// Returns the cancellations since the last call, in order.
  package func take() -> [Cancellation.Entry] {
    if entries.isEmpty { return [] }
    defer { entries = [] }
    return entries
  }
}
