/// What-ifs: each replays the line with one change on a new branch, and moves to its tip. The original line stays in
/// the record.
///
/// The unit is the turn, that is, the command. Later turns are repeated with ``Session/Policy/replay``, for example
/// by executing the text of the command, so that they do what a new session would do. If the policy cannot replay a
/// turn, its recorded inputs are processed again: the same actions, and clock moves of the same durations. An action
/// for an element that no longer exists is then reported as an issue, as in the feature. A turn that can no longer be
/// performed is left out and listed in ``WhatIf/failures``. Later turns are repeated in both cases. A turn that was
/// left out is kept with the new branch (``Branch/leftOut``): the next what-if tries it again, and lists it in
/// ``WhatIf/reinstated`` if it succeeds.
///
/// A turn that was stopped is stopped again after as many moments. If the line left a turn in the middle, only the
/// part on the line is repeated.
extension Session {
  /// Replays the line without a turn, up to the line's tip.
  ///
  /// - Parameters:
  ///   - moment: A moment of the turn, on the line or on a branch that the line was made from.
  ///   - label: The text of the command, for ``movements``.
  /// - Returns: The outcome.
  /// - Throws: ``SessionError/noMoment(_:last:)``, ``SessionError/notOnLine(_:)``, ``SessionError/startHasNoTurn``,
  ///   ``SessionError/diverged(_:)``, or ``SessionError/interrupted``.
  /// - Complexity: That of the inputs that follow, plus O(*n*) in the length of the line.
  @discardableResult
  public func skip(turnOf moment: Int, label: String? = nil) throws -> WhatIf {
    var turns = timeline.lineTurns
    let index = try index(ofTurnWith: moment, in: turns)
    let fork = turns[index].depths.lowerBound - 1
    turns.removeSubrange(...index)
    return try tryOut(turns, after: fork, label: label)
  }

  /// Replays the line with a turn that it lacks: one that was skipped, or one of another branch.
  ///
  /// The turn is inserted after the last of its preceding turns that are on the line.
  ///
  /// - Parameters:
  ///   - moment: A moment of the turn, where it was.
  ///   - label: The text of the command, for ``movements``.
  /// - Returns: The outcome.
  /// - Throws: ``SessionError/noMoment(_:last:)``, ``SessionError/startHasNoTurn``,
  ///   ``SessionError/alreadyOnLine(_:)``, ``SessionError/diverged(_:)``, or ``SessionError/interrupted``.
  /// - Complexity: As ``skip(turnOf:label:)``.
  @discardableResult
  public func unskip(turnOf moment: Int, label: String? = nil) throws -> WhatIf {
    try check(moment)
    let there = timeline.lineTurns(to: moment)
    guard let wanted = there.last else { throw SessionError.startHasNoTurn }
    var turns = timeline.lineTurns
    let originals = turns.map { timeline.firstOriginal(of: $0.turn.number) }
    guard !originals.contains(timeline.firstOriginal(of: wanted.turn.number)) else {
      throw SessionError.alreadyOnLine(moment)
    }
    let before = Set(there.dropLast().map { timeline.firstOriginal(of: $0.turn.number) })
    let index = originals.lastIndex(where: before.contains).map { $0 + 1 } ?? 0
    let fork = index == 0 ? 0 : turns[index - 1].depths.upperBound - 1
    turns.removeSubrange(..<index)
    return try tryOut([wanted] + turns, after: fork, label: label)
  }

  /// Replays the line with a turn moved to another place.
  ///
  /// - Parameters:
  ///   - moment: A moment of the turn, on the line or on a branch that the line was made from.
  ///   - other: A moment, on the line, of the turn to move it before.
  ///   - label: The text of the command, for ``movements``.
  /// - Returns: The outcome.
  /// - Throws: As ``skip(turnOf:label:)``, or ``SessionError/alreadyInPlace(_:)``.
  /// - Complexity: As ``skip(turnOf:label:)``.
  @discardableResult
  public func move(turnOf moment: Int, before other: Int, label: String? = nil) throws -> WhatIf {
    var turns = timeline.lineTurns
    let source = try index(ofTurnWith: moment, in: turns)
    let destination = try index(ofTurnWith: other, in: turns)
    guard source != destination, source + 1 != destination else { throw SessionError.alreadyInPlace(moment) }
    let first = min(source, destination)
    let fork = turns[first].depths.lowerBound - 1
    let moved = turns.remove(at: source)
    turns.insert(moved, at: source < destination ? destination - 1 : destination)
    turns.removeSubrange(..<first)
    return try tryOut(turns, after: fork, label: label)
  }

  /// Replays the line with something else in place of a turn.
  ///
  /// - Parameters:
  ///   - moment: A moment of the turn, on the line or on a branch that the line was made from.
  ///   - label: The text of the command, for ``movements``.
  ///   - body: Performs the replacement: it sends actions or moves the clock. The session then stands before the
  ///     turn.
  /// - Returns: The outcome.
  /// - Throws: What `body` throws, and as ``skip(turnOf:label:)``; ``SessionError/noAmendment`` if `body` did
  ///   nothing, or travelled. The session's position is then unchanged.
  /// - Complexity: As ``skip(turnOf:label:)``.
  @discardableResult
  public func amend(turnOf moment: Int, label: String? = nil, with body: () throws -> Void) throws -> WhatIf {
    var turns = timeline.lineTurns
    let index = try index(ofTurnWith: moment, in: turns)
    let amended = turns[index]
    turns.removeSubrange(...index)
    return try tryOut(turns, after: amended.depths.lowerBound - 1, amending: amended, label: label) {
      let (turnCount, movementCount) = (timeline.turns.count, journal.movements.count)
      try body()
      guard timeline.turns.count > turnCount, journal.movements.count == movementCount else {
        throw SessionError.noAmendment
      }
    }
  }

  private func index(ofTurnWith moment: Int, in turns: [LineTurn]) throws(SessionError) -> Int {
    try check(moment)
    guard timeline.isOnLine(moment) else { return try index(ofTurnRepeating: moment, in: turns) }
    let depth = timeline.moments[moment].place.depth
    guard let index = turns.firstIndex(where: { $0.depths.contains(depth) }) else {
      throw SessionError.startHasNoTurn
    }
    return index
  }

  /// The turn of the line that was made from the turn of a moment on another branch.
  private func index(ofTurnRepeating moment: Int, in turns: [LineTurn]) throws(SessionError) -> Int {
    guard let turn = timeline.moments[moment].turn else { throw SessionError.startHasNoTurn }
    let original = timeline.firstOriginal(of: turn)
    let index = turns.firstIndex { timeline.firstOriginal(of: $0.turn.number) == original }
    guard let index else { throw SessionError.notOnLine(moment) }
    return index
  }
}
