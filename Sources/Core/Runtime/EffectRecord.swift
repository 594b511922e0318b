/// The description of an effect in flight, for display.
final class EffectRecord: Sendable {
  let id: Int
  let name: String?
  /// The action that started it.
  let origin: EffectOrigin
  /// Where the effect was created; `nil` for an action sent directly.
  let site: SourceSite?
  let cancelIDs: [CancelID]
  /// Whether this is the interval of a throttled effect with nothing pending.
  let isIdle: Bool
  /// The number of parts that are left in each sequence around it, which distinguishes it from the other parts.
  let left: Int
  /// The ids under which parts of these sequences were cancelled before they started.
  let dropped: [CancelID]

  init(
    of effect: RunningEffect,
    name: String? = nil,
    site: SourceSite? = nil,
    origin: EffectOrigin? = nil
  ) {
    id = effect.id
    self.origin = origin ?? effect.origin
    cancelIDs = effect.cancelIDs
    self.name = name
    self.site = site
    isIdle = effect.parent?.isIdleInterval ?? false
    left = effect.parent?.left ?? 0
    dropped = effect.dropped
  }

  /// The moment whose action started it.
  var moment: Int { origin.moment }
}

/// The effects in flight by number: a persistent collection, kept with every moment.
typealias EffectRecords = NumberedTable<EffectRecord>

/// The action that caused an effect.
struct EffectOrigin: Sendable {
  /// The number of the moment in which the action was processed.
  var moment = 0
  /// The action; `nil` if no action did.
  var action: ErasedAction?
}
