/// Which actions started the effects that are in flight, as digests: two effects of one line of code may yet carry
/// different values.
struct FlightLog {
  private var actions: [Int: UInt64] = [:]

  /// Adds the effects that were started since, and forgets those that have ended.
  ///
  /// - Parameters:
  ///   - timeline: Where they were started.
  ///   - digest: The digest of an action.
  mutating func update(from timeline: Timeline, digest: (ErasedAction) -> UInt64) {
    let records = timeline.current.records
    if actions.isEmpty, records.isEmpty { return }
    actions = actions.filter { records[$0.key] != nil }
    for record in records.values where actions[record.id] == nil {
      guard timeline.moments.indices.contains(record.moment),
        case .action(let action, _, _) = timeline.moments[record.moment].cause
      else { continue }
      actions[record.id] = digest(action)
    }
  }

  subscript(effect: Int) -> UInt64 { actions[effect] ?? 0 }
}
