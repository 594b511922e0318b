import HashTreeCollections

/// What is known of an effect in flight: enough to tell a person which one it is.
struct EffectRecord: Sendable {
  let id: Int
  let name: String?
  /// The moment whose action started it.
  let moment: Int
  /// Where it was asked for; `nil` for an action sent at once.
  let site: SourceSite?
  let cancelIDs: [CancelID]
}

/// The effects in flight by number: a persistent collection, kept with every moment.
typealias EffectRecords = TreeDictionary<Int, EffectRecord>
