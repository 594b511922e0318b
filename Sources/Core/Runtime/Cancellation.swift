/// One act that cancels effects, as the record of a session keeps it.
final class Cancellation {
  let reason: Reason
  /// The effect whose work cancels; `nil` if what a reducer returned does, or the loss of a child.
  let canceller: EffectRecord?
  /// The virtual time.
  let time: Duration
  /// What slept on the clock just before. A persistent collection, so keeping it costs little.
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

  /// Notes an effect that is being cancelled.
  ///
  /// - Parameter isPart: Whether it is only a part of it that has a cancellation id of its own.
  func note(_ effect: EffectRecord, isPart: Bool) {
    log.entries.append(Entry(effect: effect, isPart: isPart, cancellation: self))
  }

  struct Entry {
    let effect: EffectRecord
    let isPart: Bool
    let cancellation: Cancellation
  }
}

/// The effects of an engine that were cancelled, for a session's record. Used by the thread that owns the engine.
final class CancellationLog {
  fileprivate let clock: VirtualClock<Duration>
  fileprivate var entries: [Cancellation.Entry] = []

  init(clock: VirtualClock<Duration>) {
    self.clock = clock
  }

  /// What was cancelled since the last call, in that order.
  func take() -> [Cancellation.Entry] {
    if entries.isEmpty { return [] }
    defer { entries = [] }
    return entries
  }
}
