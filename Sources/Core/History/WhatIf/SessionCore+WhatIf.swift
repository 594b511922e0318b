extension SessionCore {
  func skip(turnOf moment: Int, label: String?) throws -> WhatIf {
    var turns = timeline.lineTurns
    let index = try index(ofTurnWith: moment, in: turns)
    let fork = turns[index].depths.lowerBound - 1
    turns.removeSubrange(...index)
    return try tryOut(turns, after: fork, label: label)
  }

  func unskip(turnOf moment: Int, label: String?) throws -> WhatIf {
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

  func move(turnOf moment: Int, before other: Int, label: String?) throws -> WhatIf {
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

  func amend(turnOf moment: Int, label: String?, with body: () throws -> Void) throws -> WhatIf {
    var turns = timeline.lineTurns
    let index = try index(ofTurnWith: moment, in: turns)
    let amended = turns[index]
    turns.removeSubrange(...index)
    return try tryOut(turns, after: amended.depths.lowerBound - 1, amending: amended, label: label) {
      let (turnCount, movementCount) = (timeline.turns.count, movements.count)
      try body()
      guard timeline.turns.count > turnCount, movements.count == movementCount else {
        throw SessionError.noAmendment
      }
    }
  }

  private func index(ofTurnWith moment: Int, in turns: [LineTurn]) throws(SessionError) -> Int {
    try check(moment)
    guard timeline.isOnLine(moment) else { return try index(ofTurnRepeating: moment, in: turns) }
    let depth = timeline.moments[moment].place.depth
    guard let index = turns.firstIndex(where: { $0.depths.contains(depth) }) else {
      throw .startHasNoTurn
    }
    return index
  }

  /// The turn of the line that was made from the turn of a moment on another branch.
  private func index(ofTurnRepeating moment: Int, in turns: [LineTurn]) throws(SessionError) -> Int {
    guard let turn = timeline.moments[moment].turn else { throw .startHasNoTurn }
    let original = timeline.firstOriginal(of: turn)
    let index = turns.firstIndex { timeline.firstOriginal(of: $0.turn.number) == original }
    guard let index else { throw .notOnLine(moment) }
    return index
  }
}
