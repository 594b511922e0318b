/// What came of doing a line again in another way; see ``Session/skip(turnOf:label:)``.
public struct WhatIf: Sendable {
  /// The moment after which the new branch goes its own way.
  public let fork: Int
  /// The tip of the line as it was.
  public let originalTip: Int
  /// The tip of the new branch.
  public let tip: Int
  /// The turns that were done again.
  public let turns: Range<Int>
  /// The turns that could not be done again, or not all of them, by their number on the old line, each with the reason. The
  /// others were done all the same.
  public let failures: [(turn: Int, error: any Error)]
  /// The turns that had been left out of the old line (see ``Branch/LeftOut``) and could be done this time, by their
  /// numbers on the new branch.
  public let reinstated: [Int]
  /// The issues that were reported on the new branch and not on the old one, each with its moment. An action for
  /// something that is no longer there is one.
  public let issues: [(moment: Int, issue: SessionIssue)]
  /// The first place at which what was done again went differently: another action, one too many or too few. If all
  /// actions were the same it is the first place at which the state differs. `nil` if there is none.
  public let firstDifference: Difference?

  /// A place at which two branches differ.
  public struct Difference: Hashable, Sendable {
    /// The moment of the old line; `nil` if it has none there.
    public let original: Int?
    /// The moment of the new branch; `nil` if it has none there.
    public let repeated: Int?
    /// Whether both did the same, and only the state came out differently.
    public let isOnlyInState: Bool

    /// Creates a difference between two moments, one of which may be missing.
    public init(original: Int?, repeated: Int?, isOnlyInState: Bool) {
      self.original = original
      self.repeated = repeated
      self.isOnlyInState = isOnlyInState
    }
  }
}
