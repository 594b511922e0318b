/// The actions that started the effects in flight: two effects created on the same line may carry different values.
struct FlightLog {
  private var actions: [Int: Origin] = [:]

  /// The origin of an effect in flight.
  private struct Origin {
    let moment: Int
    let action: ErasedAction
  }

  /// Adds the effects started since the last update, and removes those that have ended.
  ///
  /// - Parameter timeline: The timeline in which they were started.
  mutating func update(from timeline: Timeline) {
    let records = timeline.current.records
    if actions.isEmpty, records.isEmpty { return }
    actions = actions.filter { records[$0.key] != nil }
    // An effect that waits for the end of an interval may be replaced by another.
    for record in records.values where actions[record.id]?.moment != record.moment {
      guard timeline.moments.indices.contains(record.moment),
        case .action(let action, _, _) = timeline.moments[record.moment].cause
      else { continue }
      actions[record.id] = Origin(moment: record.moment, action: action)
    }
  }

  subscript(effect: Int) -> ErasedAction? { actions[effect]?.action }
}
