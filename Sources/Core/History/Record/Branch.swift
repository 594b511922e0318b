/// A run of moments of a session's record, from the moment after which it left another branch to its end.
///
/// The record's tree is its branches: each moment is in exactly one. Where a second future begins the first one stays
/// in its branch, and the second gets one of its own.
public struct Branch: Sendable {
  /// Its place in the record, in the order in which the branches began; 0 is the trunk.
  public let number: Int
  /// The branch that it left; `nil` for the trunk.
  public let parent: Int?
  /// The moment that it begins after; `nil` for the trunk.
  public let fork: Int?
  /// Its moments, oldest first, by number.
  public let moments: [Int]
  /// The turns that a what-if left out of it, in the order in which they would have come.
  public let leftOut: [LeftOut]

  /// A turn that was done again in a what-if and came to nothing. With other turns before it, it may come to something:
  /// each further what-if that passes it tries it again.
  public struct LeftOut: Sendable {
    /// The turn, by the number that it has where it came to something.
    public let turn: Int
    /// The moment after which it was tried.
    public let after: Int
    /// Why it could not be done; `nil` if it was done, and nothing followed from it.
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
  public var branches: [Branch] { timeline.branches.indices.map(branch(numbered:)) }

  /// How many branches the record has.
  public var branchCount: Int { timeline.branches.count }

  /// The branch that a moment is in.
  ///
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is none with that number.
  public func branch(of moment: Int) throws(SessionError) -> Branch {
    try check(moment)
    return branch(numbered: timeline.moments[moment].place.branch)
  }

  /// The branches that the line goes through, from the trunk on, by number.
  public var branchesOfLine: [Int] { timeline.lineBranches }

  /// What a what-if left out at the end of the line, where no branch has begun since.
  public var leftOutAtTip: [Branch.LeftOut] { timeline.pendingTurns.map(Branch.LeftOut.init) }

  /// Whether a moment is on the line: on the path from the start through the current moment to the tip.
  ///
  /// - Complexity: O(log *b*) in the number of branches that the line goes through.
  public func isOnLine(_ moment: Int) -> Bool {
    timeline.moments.indices.contains(moment) && timeline.isOnLine(moment)
  }

  private func branch(numbered number: Int) -> Branch {
    let branch = timeline.branches[number]
    return Branch(
      number: number,
      parent: branch.parent,
      fork: timeline.fork(of: number),
      moments: branch.moments,
      leftOut: branch.silentTurns.map(Branch.LeftOut.init)
    )
  }

  /// Makes sure that there is a moment with a number.
  func check(_ moment: Int) throws(SessionError) {
    guard timeline.moments.indices.contains(moment) else {
      throw SessionError.noMoment(moment, last: timeline.moments.count - 1)
    }
  }
}
