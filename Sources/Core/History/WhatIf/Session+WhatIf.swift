/// What would have been: each of these does the line again in another way, on a branch of its own, and moves to its tip.
/// The line as it was stays in the record.
///
/// The unit is the turn: what was typed. Those that follow are done again by ``Session/Policy/replay``, as by the words
/// that were typed: they come to what a new session would make of them. Where it does not know how, the inputs are processed again
/// as they were recorded: the same actions, and the clock moved by the same durations. An action for something that is
/// no longer there is then an issue, as it is in the feature. A turn that cannot be done any more is left out and told of
/// in ``WhatIf/failures``; neither stops what follows. It stays part of the new branch as what was typed there
/// (``Branch/leftOut``): the next what-if tries it again, and tells in ``WhatIf/reinstated`` if it then could be done.
///
/// A turn that was stopped is stopped again after as many moments, and of one whose middle the line went on from, as much
/// is done as was.
extension Session {
  /// Does the line again without a turn, from there to the line's tip.
  ///
  /// - Parameters:
  ///   - moment: A moment of the turn, on the line or on a branch from which the line was made.
  ///   - label: The words of the command, for ``movements``.
  /// - Returns: What came of it.
  /// - Throws: ``SessionError/noMoment(_:last:)``, ``SessionError/notOnLine(_:)``, ``SessionError/startHasNoTurn``,
  ///   ``SessionError/diverged(_:)``, or ``SessionError/interrupted``.
  /// - Complexity: That of the inputs that follow, and O(*n*) in the length of the line.
  @discardableResult
  public func skip(turnOf moment: Int, label: String? = nil) throws -> WhatIf {
    var turns = timeline.lineTurns
    let index = try index(ofTurnWith: moment, in: turns)
    let fork = turns[index].depths.lowerBound - 1
    turns.removeSubrange(...index)
    return try tryOut(turns, after: fork, label: label)
  }

  /// Does the line again with a turn that it lacks: one that was skipped, or one of another branch.
  ///
  /// The turn comes behind the last one of those before it that are on the line.
  ///
  /// - Parameters:
  ///   - moment: A moment of the turn, where it was.
  ///   - label: The words of the command, for ``movements``.
  /// - Returns: What came of it.
  /// - Throws: ``SessionError/noMoment(_:last:)``, ``SessionError/startHasNoTurn``, ``SessionError/alreadyOnLine(_:)``,
  ///   ``SessionError/diverged(_:)``, or ``SessionError/interrupted``.
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

  /// Does the line again with a turn at another place of it.
  ///
  /// - Parameters:
  ///   - moment: A moment of the turn, on the line or on a branch from which the line was made.
  ///   - other: A moment of the turn that it is to come before, on the line.
  ///   - label: The words of the command, for ``movements``.
  /// - Returns: What came of it.
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

  /// Does the line again with something else in the place of a turn.
  ///
  /// - Parameters:
  ///   - moment: A moment of the turn, on the line or on a branch from which the line was made.
  ///   - label: The words of the command, for ``movements``.
  ///   - body: Does what is to be done instead: it sends, or moves the clock. The session stands before the turn then.
  /// - Returns: What came of it.
  /// - Throws: What `body` throws, and as ``skip(turnOf:label:)``; ``SessionError/noAmendment`` if `body` did nothing,
  ///   or moved. The session then stands where it stood.
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
