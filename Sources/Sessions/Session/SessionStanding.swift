/// The extent of a session's record and the current position in it: if two are equal, nothing changed between them.
package struct SessionStanding: Equatable {
  fileprivate let moments: Int
  private let turns, movements, tip, momentLimit: Int
  private let marks: [String: Int]
  private let moment: Int

  fileprivate init(of core: SessionCore) {
    let timeline = core.timeline
    moments = timeline.moments.count
    turns = timeline.turns.count
    moment = timeline.current.number
    tip = core.tip
    movements = core.movements.count
    marks = core.marks
    momentLimit = core.momentLimit
  }
}

extension SessionBase {
  /// Whether anything has changed since a standing. Usually a moment was recorded, and the rest need not be compared.
  package func hasChanged(since old: SessionStanding) -> Bool {
    core.timeline.moments.count != old.moments || standing != old
  }

  /// The session's current standing.
  package var standing: SessionStanding { SessionStanding(of: core) }
}
