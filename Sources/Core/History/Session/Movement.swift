/// A move through the record, itself recorded so that a mistaken jump can be reversed.
public struct Movement: Hashable, Sendable {
  /// Its number among the movements.
  public let number: Int
  /// The moment that was left.
  public let from: Int
  /// The moment moved to. For a what-if, the moment that its branch forks after.
  public let to: Int
  /// The text of the command, if the session's user provided it.
  public internal(set) var label: String?
  /// The turns replayed during it, as by ``Session/skip(turnOf:label:)``; for other movements, the empty range at the
  /// number of the next turn, which records when the movement happened.
  public internal(set) var turns: Range<Int>

  /// The tip of the line that was left, to which `redo` led from there.
  let fromTip: Int
  /// The movement that this one reversed.
  var takesBack: Int?
  /// Where undoing began, if this movement is an undo or redo.
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

  /// Changes the label of the movements from a number on.
  mutating func relabel(_ label: String?, fromMovement first: Int) {
    for movement in first..<max(first, movements.count) { movements[movement].label = label }
  }

  /// Records that the last movement made turns.
  mutating func noteTurns(upTo turn: Int) {
    guard let last = movements.indices.last else { return }
    movements[last].turns = movements[last].turns.lowerBound..<turn
  }

  /// The next movement to reverse from a moment.
  ///
  /// Right after a reversal, it is the movement before the reversed one, so that repeated calls lead back through all
  /// places. After anything else, reversals themselves count as movements.
  func next(from moment: Int, tip: Int, turn: Int) -> Movement? {
    guard var index = movements.indices.last else { return nil }
    let last = movements[index]
    if let other = last.takesBack, last.to == moment, last.turns.upperBound == turn { index = other - 1 }
    while index >= 0, movements[index].from == moment, movements[index].fromTip == tip { index -= 1 }
    return index >= 0 ? movements[index] : nil
  }
}
