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
  public internal(set) var moments: [Int]
  /// The turns that a what-if left out of it, in the order in which they would have come.
  public internal(set) var leftOut: [LeftOut] = []
  /// The depth of its first moment.
  let start: Int
  /// The number of turns before its first moment.
  let turnsBefore: Int
  /// The depths at which its turns begin.
  var turnStarts: [Int] = []

  var end: Int { start + moments.count }

  /// Removes all but its first moment.
  mutating func restart() {
    moments.removeSubrange(1...)
    turnStarts.removeAll(keepingCapacity: true)
    leftOut = []
  }

  /// A turn that was replayed in a what-if and made no moments. It may make some after other turns, so each further
  /// what-if that passes it tries it again.
  public struct LeftOut: Sendable {
    /// The turn, by its number where it did make moments.
    public let turn: Int
    /// The moment after which it was tried.
    public let after: Int
    /// Why it could not be performed; `nil` if it was performed but nothing followed from it.
    public let failure: (any Error)?
    let inputs: [RepeatedInput]
    /// Whether only the beginning of the turn was replayed.
    let isPart: Bool
  }
}

extension SessionBase {
  /// All branches of the record, in the order in which they began.
  public var branches: [Branch] { core.timeline.branches }

  /// The number of branches in the record.
  public var branchCount: Int { core.timeline.branches.count }

  /// The branch that a moment is in.
  ///
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is no moment with that number.
  public func branch(of moment: Int) throws(SessionError) -> Branch {
    try core.check(moment)
    return core.timeline.branches[core.timeline.moments[moment].place.branch]
  }

  /// The branches that the line passes through, by number, starting with the trunk.
  public var branchesOfLine: [Int] { core.timeline.line.map(\.branch) }

  /// The turns that a what-if left out at the end of the line, as long as no branch begins there.
  public var leftOutAtTip: [Branch.LeftOut] { core.timeline.leftOutAtTip }

  /// Whether a moment is on the line, that is, on the path from the start through the current moment to the tip.
  ///
  /// - Complexity: O(log *b*) in the number of branches on the line.
  public func isOnLine(_ moment: Int) -> Bool {
    core.timeline.moments.indices.contains(moment) && core.timeline.isOnLine(moment)
  }
}

extension SessionCore {
  /// Throws if there is no moment with a number.
  func check(_ moment: Int) throws(SessionError) {
    guard timeline.moments.indices.contains(moment) else {
      throw .noMoment(moment, last: timeline.moments.count - 1)
    }
  }
}
