import Core

/// How the effects in flight changed from the moment before to a moment.
public struct EffectChanges {
  /// The effects that were started.
  public let started: [EffectInFlight]
  /// The effects that ended or were cancelled.
  public let ended: [EffectInFlight]
  /// The effects that began a sleep or were woken; those that were started are included.
  public let rescheduled: [EffectInFlight]

  /// How the effects in flight changed from one moment to the next.
  ///
  /// - Complexity: O(*k* log *k*) in the number of effects in flight.
  package init(from before: AnyMoment, to moment: AnyMoment) {
    let old = moment.parent == nil ? [] : before.effects
    let new = moment.effects
    // The numbers of effects are unique along a line.
    let earlier = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let remaining = Set(new.map(\.id))
    started = new.filter { earlier[$0.id] == nil }
    ended = old.filter { !remaining.contains($0.id) }
    rescheduled = new.filter { earlier[$0.id]?.deadline != $0.deadline }
  }
}

extension MomentSummary {
  /// The effects that a moment started, cancelled and finished, a line each.
  func lines(for changes: EffectChanges, _ page: Page) -> [String] {
    func named(_ effect: EffectInFlight) -> String { effect.name.map { "effect '\($0)'" } ?? "effect" }
    func details(_ effect: EffectInFlight) -> String {
      let ids = effect.cancelIDs.isEmpty ? nil : "id \(effect.cancelIDs.joined(separator: ", "))"
      let details = [effect.site, ids].compactMap(\.self)
      return details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
    }
    let cancelledWhole = Set(cancelled.filter { !$0.isPart }.map(\.effect.id))
    let cancelled = cancelled.map {
      "cancels \(named($0.effect)) of #\($0.effect.moment): \($0.reasonText)"
    }
    // The header already describes the effect that sent the action.
    let finished = changes.ended.filter { !cancelledWhole.contains($0.id) }.map {
      "finishes \(named($0)) of #\($0.moment)" + ($0.id == effect?.id ? "" : details($0))
    }
    let started = changes.started.map { effect in
      let due = effect.deadline.map { " due in \(($0 - time).formatted)" } ?? ""
      return "starts \(named(effect))\(due)\(details(effect))"
    }
    return (cancelled + finished + started).map { page.dimmed("  " + $0) }
  }
}

extension AnySession {
  /// How the effects in flight changed from the moment before to a moment.
  ///
  /// - Complexity: O(*k* log *k*) in the number of effects in flight.
  public func effectChanges(at moment: AnyMoment) -> EffectChanges {
    EffectChanges(from: before(moment), to: moment)
  }
}
