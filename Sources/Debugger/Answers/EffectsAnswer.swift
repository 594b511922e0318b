import Core

/// The effects in flight.
public struct EffectsAnswer: Answer, JSONObject {
  package static let members = fields([
    "time": "virtual time",
    "effects": "the effects in flight, ordered by deadline",
    "cancelled": "the effects cancelled on this branch, if requested",
    "finished": "the effects that finished on this branch, if requested",
  ])

  /// The virtual time.
  public let time: Duration
  /// The effects in flight, ordered by deadline.
  public let effects: [EffectInFlight]
  /// The effects cancelled on this branch, if they were requested.
  public let cancelled: [CancellationSummary]?
  /// The effects that finished on this branch, if they were requested.
  public let finished: [FinishedEffect]?

  package init(
    _ effects: [EffectInFlight],
    cancelled: [CancellationSummary]? = nil,
    finished: [FinishedEffect]? = nil,
    now: Duration
  ) {
    self.cancelled = cancelled
    self.finished = finished
    time = now
    self.effects = effects.sorted { $0.continues(before: $1) }
  }

  public func lines(_ page: Page) -> [String] {
    var table = TextTable()
    for effect in effects {
      table.add(effect.deadline.map { "in \(($0 - time).formatted)" } ?? "waiting", effect.text)
    }
    // The effects that have ended, in the order in which they ended.
    let past =
      (finished ?? []).map { ($0.moment, "finished at #\($0.moment)", $0.effect.text) }
      + (cancelled ?? []).map {
        ($0.moment, "cancelled at #\($0.moment)", "\($0.effect.text): \($0.reasonText)")
      }
    for (_, end, text) in past.sorted(by: { $0.0 < $1.0 }) { table.add(end, text, style: .dimmed) }
    return page.lines(table, orSay: "nothing is in flight")
  }
}

/// An effect that finished: it was not cancelled.
public struct FinishedEffect: Equatable, JSONObject {
  package static let members = fields([
    "moment": "the moment at which it finished",
    "effect": "the effect",
  ])

  /// The moment at which it finished.
  public let moment: Int
  /// The effect, as it was before.
  public let effect: EffectInFlight
}
