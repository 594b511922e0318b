import Core

/// How the effects in flight changed from the moment before to a moment.
public struct EffectChanges {
  /// The effects that were started.
  public let started: [EffectSummary]
  /// The effects that ended or were cancelled.
  public let ended: [EffectSummary]
  /// The effects that began a sleep or were woken; those that were started are included.
  public let rescheduled: [EffectSummary]
}

extension AnySession {
  /// How the effects in flight changed from the moment before to a moment.
  ///
  /// - Complexity: O(*k* log *k*) in the number of effects in flight.
  public func effectChanges(at moment: AnyMoment) -> EffectChanges {
    let old = moment.parent == nil ? [] : before(moment).effects
    let new = moment.effects
    // The numbers of effects are unique along a line.
    let earlier = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let remaining = Set(new.map(\.id))
    return EffectChanges(
      started: new.filter { earlier[$0.id] == nil }.map(EffectSummary.init),
      ended: old.filter { !remaining.contains($0.id) }.map(EffectSummary.init),
      rescheduled: new.filter { earlier[$0.id]?.deadline != $0.deadline }.map(EffectSummary.init)
    )
  }
}
