/// The outcome of replaying a line with a change; see ``Session/skip(turnOf:label:)``.
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
