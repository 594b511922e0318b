/// The description of an effect in flight, for display.
package final class EffectRecord: Sendable {
  package let id: Int
  package let name: String?
  /// The action that started it.
  package let origin: EffectOrigin
  /// Where the effect was created; `nil` for an action sent directly.
  package let site: SourceSite?
  package let cancelIDs: [CancelID]
  /// Whether this is the interval of a throttled effect with nothing pending.
  package let isIdle: Bool
  /// The number of parts that are left in each sequence around it, which distinguishes it from the other parts.
  package let left: Int
  /// The ids under which parts of these sequences were cancelled before they started.
  package let dropped: [CancelID]

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
  package var moment: Int { origin.moment }
}

/// The effects in flight by number: a persistent collection, kept with every moment.
package typealias EffectRecords = NumberedTable<EffectRecord>

/// The action that caused an effect.
package struct EffectOrigin: Sendable {
  /// The number of the moment in which the action was processed.
  var moment = 0
  /// The action; `nil` if no action did.
  package var action: ErasedAction?
}
