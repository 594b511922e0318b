/// The outcome of replaying a line with a change; see ``SessionBase/skip(turnOf:label:)``.
public struct WhatIf: Sendable {
  /// The moment that the new branch forks after.
  public let fork: Int
  /// The tip of the original line.
  public let originalTip: Int
  /// The tip of the new branch.
  public let tip: Int
  /// The turns that were repeated.
  public let turns: Range<Int>
  /// The turns that could not be repeated completely, by their number on the original line, each with the reason. The
  /// others were repeated regardless.
  public let failures: [(turn: Int, error: any Error)]
  /// The turns left out of the original line (see ``Branch/LeftOut``) that succeeded this time, by their numbers on
  /// the new branch.
  public let reinstated: [Int]
  /// The issues reported on the new branch but not on the original line, each with its moment. An example is an
  /// action for an element that no longer exists.
  public let issues: [(moment: Int, issue: SessionIssue)]
  /// The first difference of the repetition: a different action, or an additional or missing one. If all actions are
  /// the same, the first moment whose state differs. `nil` if there is no difference.
  public let firstDifference: Difference?

  /// A point at which two branches differ.
  public struct Difference: Hashable, Sendable {
    /// The moment of the original line, if any.
    public let original: Int?
    /// The moment of the new branch, if any.
    public let repeated: Int?
    /// Whether the action is the same and only the state differs.
    public let isOnlyInState: Bool

    /// Creates a difference between two moments, of which one may be absent.
    public init(original: Int?, repeated: Int?, isOnlyInState: Bool) {
      self.original = original
      self.repeated = repeated
      self.isOnlyInState = isOnlyInState
    }
  }
}

/// What-ifs: each replays the line with one change on a new branch, and moves to its tip. The original line stays in
/// the record.
///
/// The unit is the turn, that is, the command. Later turns are repeated with ``SessionPolicy/replay``, for example
/// by executing the text of the command, so that they do what a new session would do. If the policy cannot replay a
/// turn, its recorded inputs are processed again: the same actions, and clock moves of the same durations. An action
/// for an element that no longer exists is then reported as an issue, as in the feature. A turn that can no longer be
/// performed is left out and listed in ``WhatIf/failures``. Later turns are repeated in both cases. A turn that was
/// left out is kept with the new branch (``Branch/leftOut``): the next what-if tries it again, and lists it in
/// ``WhatIf/reinstated`` if it succeeds.
///
/// A turn that was stopped is stopped again after as many moments. If the line left a turn in the middle, only the
/// part on the line is repeated.
extension SessionBase {
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
    var turns = core.timeline.lineTurns
    let index = try index(ofTurnWith: moment, in: turns)
    let fork = turns[index].depths.lowerBound - 1
    turns.removeSubrange(...index)
    return try core.tryOut(turns, after: fork, label: label)
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
    try core.check(moment)
    let timeline = core.timeline
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
    return try core.tryOut([wanted] + turns, after: fork, label: label)
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
    var turns = core.timeline.lineTurns
    let source = try index(ofTurnWith: moment, in: turns)
    let destination = try index(ofTurnWith: other, in: turns)
    guard source != destination, source + 1 != destination else { throw SessionError.alreadyInPlace(moment) }
    let first = min(source, destination)
    let fork = turns[first].depths.lowerBound - 1
    let moved = turns.remove(at: source)
    turns.insert(moved, at: source < destination ? destination - 1 : destination)
    turns.removeSubrange(..<first)
    return try core.tryOut(turns, after: fork, label: label)
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
    var turns = core.timeline.lineTurns
    let index = try index(ofTurnWith: moment, in: turns)
    let amended = turns[index]
    turns.removeSubrange(...index)
    return try core.tryOut(turns, after: amended.depths.lowerBound - 1, amending: amended, label: label) {
      let (turnCount, movementCount) = (core.timeline.turns.count, movements.count)
      try body()
      guard core.timeline.turns.count > turnCount, movements.count == movementCount else {
        throw SessionError.noAmendment
      }
    }
  }

  /// The index of the turn with a moment, among turns of the line, or of the turn that repeats it there.
  private func index(ofTurnWith moment: Int, in turns: [LineTurn]) throws(SessionError) -> Int {
    try core.check(moment)
    let timeline = core.timeline
    let place = timeline.moments[moment].place
    guard let turn = place.turn else { throw .startHasNoTurn }
    let isOnLine = timeline.isOnLine(moment)
    let original = timeline.firstOriginal(of: turn)
    let index = turns.firstIndex {
      isOnLine ? $0.depths.contains(place.depth) : timeline.firstOriginal(of: $0.turn.number) == original
    }
    guard let index else { throw .notOnLine(moment) }
    return index
  }

  /// The moment that a what-if changes: the given one or, if it is not on the line, the first of the turn that repeats its
  /// turn there.
  package func momentOnLine(for moment: Int) -> Int {
    let turns = core.timeline.lineTurns
    guard !isOnLine(moment), let index = try? index(ofTurnWith: moment, in: turns) else { return moment }
    return turns[index].moments.first ?? moment
  }

  /// Whether a what-if is in progress. It is reported when it is complete.
  public var isTryingOut: Bool { core.isTryingOut }
}
