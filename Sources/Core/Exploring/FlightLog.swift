/// Which actions started the effects that are in flight, as digests: two effects of one line of code may yet carry
/// different values.
struct FlightLog {
  private var actions: [Int: Origin] = [:]

  /// The action that an effect in flight came from.
  private struct Origin {
    let moment: Int
    let digest: UInt64
  }

  /// Adds the effects that were started since, and forgets those that have ended.
  ///
  /// - Parameters:
  ///   - timeline: Where they were started.
  ///   - digest: The digest of an action.
  mutating func update(from timeline: Timeline, digest: (ErasedAction) -> UInt64) {
    let records = timeline.current.records
    if actions.isEmpty, records.isEmpty { return }
    actions = actions.filter { records[$0.key] != nil }
    // What waits for the end of an interval may give way to something else.
    for record in records.values where actions[record.id]?.moment != record.moment {
      guard timeline.moments.indices.contains(record.moment),
        case .action(let action, _, _) = timeline.moments[record.moment].cause
      else { continue }
      actions[record.id] = Origin(moment: record.moment, digest: digest(action))
    }
  }

  subscript(effect: Int) -> UInt64 { actions[effect]?.digest ?? 0 }
}
