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
  /// The turns replayed during it, as by ``SessionBase/skip(turnOf:label:)``; for other movements, the empty range at the
  /// number of the next turn, which records when the movement happened.
  public let turns: Range<Int>

  /// The tip of the line that was left, to which `redo` led from there.
  let fromTip: Int
  /// The movement that this one reversed.
  var takesBack: Int?
  /// Where undoing began, if this movement is an undo or redo.
  var undoneFrom: Int?
}
