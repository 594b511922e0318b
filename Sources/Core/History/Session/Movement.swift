/// A move through the record, which is itself recorded: whoever jumped by mistake finds the way back.
public struct Movement: Hashable, Sendable {
  /// Its place among the movements.
  public let number: Int
  /// The moment that was left.
  public let from: Int
  /// The moment that was gone to. For a what-if it is the one that its branch begins after.
  public let to: Int
  /// The command's own words, if the user of the session gave them.
  public internal(set) var label: String?
  /// The turns that were made again in the course of it, as by ``Session/skip(turnOf:label:)``; for all other movements
  /// the empty range at the number of the next turn, which says when it was.
  public internal(set) var turns: Range<Int>

  /// The end of the line that was left, to which `redo` led from there.
  let fromTip: Int
  /// The movement that this one took back.
  var takesBack: Int?
  /// Where undoing began, if that is what it is part of.
  let undoneFrom: Int?
}

/// The movements of a session.
struct Journal: Sendable {
  private(set) var movements: [Movement] = []

  @discardableResult
  mutating func note(
    from: Int,
    fromTip: Int,
    to: Int,
    turn: Int,
    label: String?,
    takingBack other: Int? = nil,
    undoneFrom: Int? = nil
  ) -> Movement {
    let movement = Movement(
      number: movements.count,
      from: from,
      to: to,
      label: label,
      turns: turn..<turn,
      fromTip: fromTip,
      takesBack: other,
      undoneFrom: undoneFrom
    )
    movements.append(movement)
    return movement
  }

  /// Gives the movements from one on other words.
  mutating func relabel(_ label: String?, fromMovement first: Int) {
    for movement in first..<max(first, movements.count) { movements[movement].label = label }
  }

  /// Notes that the last movement made turns.
  mutating func noteTurns(upTo turn: Int) {
    guard let last = movements.indices.last else { return }
    movements[last].turns = movements[last].turns.lowerBound..<turn
  }

  /// The movement to take back next, seen from a moment.
  ///
  /// Right after one was taken back it is the one before that, so that asking again and again leads through all places.
  /// What has happened in between makes the returns themselves part of the way.
  func next(from moment: Int, tip: Int, turn: Int) -> Movement? {
    guard var index = movements.indices.last else { return nil }
    let last = movements[index]
    if let other = last.takesBack, last.to == moment, last.turns.upperBound == turn { index = other - 1 }
    while index >= 0, movements[index].from == moment, movements[index].fromTip == tip { index -= 1 }
    return index >= 0 ? movements[index] : nil
  }
}
