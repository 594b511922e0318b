/// What a sequence of steps shows.
public enum ExplorationFault: Hashable, Sendable {
  /// The verdict on a property, by its position.
  case property(Int, Evidence)
  /// The last step reported an issue.
  case issue(SessionIssue)
  /// The last step does not end, although no time passes.
  case endless
  /// The state differs when the same steps are repeated.
  case divergence
  /// The feature traps in the last step, or when the state after it is read.
  case trap(Trap)

  /// Why a property does not hold, or how it is reached.
  public enum Evidence: Hashable, Sendable {
    /// What must always hold does not, or not until the goal.
    case condition
    /// An action that must never be reduced was reduced.
    case action
    /// The goal was not reached in time.
    case late
    /// Nothing is due, and the goal is not reached: if nothing else is done, it never is.
    case deadEnd
    /// The goal is not reached while the last steps are repeated.
    case loop
    /// A condition that must be reached was reached.
    case reached
    /// There is no state in which the condition holds.
    case unreachable
    /// A condition throws an error with this text, so that nothing can be said about the property.
    case error(String)
  }
}

extension ExplorationBase {
  /// What shows the verdict on a property.
  public typealias Evidence = ExplorationFault.Evidence

  /// A sequence of steps that decides a property, or leads to misuse.
  public struct Finding {
    /// The steps.
    public let steps: [StepRecord]
    /// What they show.
    public let fault: ExplorationFault
    /// The number of steps up to which all sequences were tried; neighbouring clock moves count as one.
    public let exhaustedLength: Int
    /// The error that a condition throws, if it is about one.
    public internal(set) var error: (any Error)?
    /// The number of steps at the end that can be repeated forever.
    public var loopLength = 0
    /// How it was shortened, if it was found by a random sequence.
    public internal(set) var shortening: Shortening?

    /// Whether it needs each of its steps: it was shortened until none could be left out.
    public internal(set) var isMinimal = false

    /// Whether an interruption ended its shortening, so that a shorter sequence may exist.
    public internal(set) var isCutOff = false

    /// Whether all shorter sequences were tried.
    public var isShortest: Bool { exhaustedLength >= steps.count - 1 }

    /// The position of the property that it decides, if any.
    public var property: Int? {
      if case .property(let index, _) = fault { index } else { nil }
    }
  }

  /// What was removed from a sequence.
  public struct Shortening: Hashable, Sendable {
    /// The number of steps at first.
    public let from: Int
    /// How often the values of a step were replaced by simpler ones.
    public let values: Int
  }

  /// The verdict on a property.
  public enum Verdict {
    /// It holds for sequences of any length.
    case holds
    /// It holds for all sequences up to a number of steps, and for a number of random ones.
    case holdsUpTo(steps: Int, random: Int)
    /// It does not hold.
    case fails(Finding)
    /// Its condition can be reached.
    case reached(Finding)
    /// The limits of the search do not permit a verdict: it is not decided by all sequences up to a number of steps,
    /// and a number of random ones.
    case inconclusive(steps: Int, random: Int)
  }
}

extension ExplorationFault {
  /// Whether it is the same kind of fault: in a shorter sequence, an issue or a trap may concern a different element.
  func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.issue(let issue), .issue(let other)): issue.fileID == other.fileID && issue.line == other.line
    // The message begins with the location of the check, and may end with values.
    case (.trap(let trap), .trap(let other)):
      trap.signal == other.signal
        && trap.message?.prefix { $0 != " " } == other.message?.prefix { $0 != " " }
    default: self == other
    }
  }
}
