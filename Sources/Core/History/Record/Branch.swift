/// A sequence of moments in a session's record, from the moment where it forks from another branch to its end.
///
/// The record's tree consists of its branches: each moment is in exactly one. At a fork, the first future stays in
/// its branch, and the second gets a new branch.
public struct Branch: Sendable {
  /// Its number, in the order in which the branches began; 0 is the trunk.
  public let number: Int
  /// The branch that it forks from; `nil` for the trunk.
  public let parent: Int?
  /// The moment that it forks after; `nil` for the trunk.
  public let fork: Int?
  /// Its moments, oldest first, by number.
  public let moments: [Int]
  /// The turns that a what-if left out of it, in the order in which they would have come.
  public let leftOut: [LeftOut]

  /// A turn that was replayed in a what-if and made no moments. It may make some after other turns, so each further
  /// what-if that passes it tries it again.
  public struct LeftOut: Sendable {
    /// The turn, by its number where it did make moments.
    public let turn: Int
    /// The moment after which it was tried.
    public let after: Int
    /// Why it could not be performed; `nil` if it was performed but nothing followed from it.
    public let failure: (any Error)?

    init(_ silent: Timeline.SilentTurn) {
      turn = silent.turn
      after = silent.after
      failure = silent.failure
    }
  }
}

extension Session {
  /// All branches of the record, in the order in which they began.
  ///
  /// - Complexity: O(*b*) in the number of branches.
  public var branches: [Branch] { core.timeline.branches.indices.map(core.branch(numbered:)) }

  /// The number of branches in the record.
  public var branchCount: Int { core.timeline.branches.count }

  /// The branch that a moment is in.
  ///
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is no moment with that number.
  public func branch(of moment: Int) throws(SessionError) -> Branch {
    try core.check(moment)
    return core.branch(numbered: core.timeline.moments[moment].place.branch)
  }

  /// The branches that the line passes through, by number, starting with the trunk.
  public var branchesOfLine: [Int] { core.timeline.lineBranches }

  /// The turns that a what-if left out at the end of the line, as long as no branch begins there.
  public var leftOutAtTip: [Branch.LeftOut] { core.timeline.pendingTurns.map(Branch.LeftOut.init) }

  /// Whether a moment is on the line, that is, on the path from the start through the current moment to the tip.
  ///
  /// - Complexity: O(log *b*) in the number of branches on the line.
  public func isOnLine(_ moment: Int) -> Bool {
    core.timeline.moments.indices.contains(moment) && core.timeline.isOnLine(moment)
  }
}

extension SessionCore {
  fileprivate func branch(numbered number: Int) -> Branch {
    let branch = timeline.branches[number]
    return Branch(
      number: number,
      parent: branch.parent,
      fork: timeline.fork(of: number),
      moments: branch.moments,
      leftOut: branch.silentTurns.map(Branch.LeftOut.init)
    )
  }

  /// Throws if there is no moment with a number.
  func check(_ moment: Int) throws(SessionError) {
    guard timeline.moments.indices.contains(moment) else {
      throw SessionError.noMoment(moment, last: timeline.moments.count - 1)
    }
  }
}
