import Synchronization

/// How far an effect has got, which its tasks note on any thread.
struct EffectProgress: ~Copyable {
  private let sleeps = Atomic(0)
  private let count = Atomic<UInt8>(0)

  /// Whether at least one of the effect's tasks sleeps on a controlled clock.
  var isAsleep: Bool { sleeps.load(ordering: .acquiring) > 0 }

  /// 32 times the actions that the effect has sent, plus the waits begun since then.
  ///
  /// An effect is assumed to go on in the same way from its seventh action on, and from its 31st wait without an
  /// action: otherwise, the states of a feature with a timer would never be complete.
  var steps: UInt8 { count.load(ordering: .relaxed) }

  func didFallAsleep() {
    sleeps.add(1, ordering: .releasing)
    if steps % 32 < 31 { count.store(steps + 1, ordering: .relaxed) }
  }

  func didWakeUp() { sleeps.subtract(1, ordering: .releasing) }

  func didSend() { count.store(min(steps / 32 + 1, 7) * 32, ordering: .relaxed) }
}
