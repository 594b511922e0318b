/// The extent of a session's record and the current position in it: if two are equal, nothing changed between them.
package struct SessionStanding: Equatable {
  private let moments, turns, movements, tip, momentLimit: Int
  private let marks: [String: Int]
  /// The number of the current moment.
  package let moment: Int

  fileprivate init(
    of timeline: Timeline,
    movements: Int,
    marks: [String: Int],
    momentLimit: Int
  ) {
    moments = timeline.moments.count
    turns = timeline.turns.count
    moment = timeline.current.number
    tip = timeline.lineNumber(at: timeline.lineCount - 1)
    self.movements = movements
    self.marks = marks
    self.momentLimit = momentLimit
  }
}

extension Session {
  /// The session's current standing.
  package var standing: SessionStanding {
    SessionStanding(
      of: core.timeline,
      movements: core.journal.movements.count,
      marks: core.marks,
      momentLimit: core.momentLimit
    )
  }
}
