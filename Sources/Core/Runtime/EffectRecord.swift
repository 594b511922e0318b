/// What is known of an effect in flight: enough to tell a person which one it is.
final class EffectRecord: Sendable {
  let id: Int
  let name: String?
  /// The moment whose action started it.
  let moment: Int
  /// Where it was asked for; `nil` for an action sent at once.
  let site: SourceSite?
  let cancelIDs: [CancelID]
  /// Whether it is the interval of a throttled effect, and nothing waits for its end.
  let isIdle: Bool

  init(of effect: RunningEffect, name: String?, site: SourceSite?, moment: Int? = nil, isIdle: Bool = false) {
    id = effect.id
    self.moment = moment ?? effect.moment
    cancelIDs = effect.cancelIDs
    self.name = name
    self.site = site
    self.isIdle = isIdle
  }
}

/// The effects in flight by number: a persistent collection, kept with every moment.
typealias EffectRecords = NumberedTable<EffectRecord>
