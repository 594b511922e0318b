/// The actions that started the effects in flight, as digests: two effects created on the same line may carry
/// different values.
struct FlightLog {
  private var actions: [Int: Origin] = [:]

  /// The origin of an effect in flight.
  private struct Origin {
    let moment: Int
    let digest: UInt64
  }

  /// Adds the effects started since the last update, and removes those that have ended.
  ///
  /// - Parameters:
  ///   - timeline: The timeline in which they were started.
  ///   - digest: Returns the digest of an action.
  mutating func update(from timeline: Timeline, digest: (ErasedAction) -> UInt64) {
    let records = timeline.current.records
    if actions.isEmpty, records.isEmpty { return }
    actions = actions.filter { records[$0.key] != nil }
    // An effect that waits for the end of an interval may be replaced by another.
    for record in records.values where actions[record.id]?.moment != record.moment {
      guard timeline.moments.indices.contains(record.moment),
        case .action(let action, _, _) = timeline.moments[record.moment].cause
      else { continue }
      actions[record.id] = Origin(moment: record.moment, digest: digest(action))
    }
  }

  subscript(effect: Int) -> UInt64 { actions[effect]?.digest ?? 0 }
}
