/// The questions and reports of an ``Exploration`` while it runs, and how it searches.
public struct ExplorationSettings {
  /// Whether to interrupt the exploration. It is called by one thread at a time, at least once per step.
  public var isInterrupted: () -> Bool = { false }
  /// Whether enough was covered to end the exploration; called after each sequence.
  public var isEnough: () -> Bool = { false }
  /// Whether only a sample of the possible steps was tried, so that a state that was not reached may still be
  /// reachable.
  public var triesSample: () -> Bool = { false }
  /// Called after each sequence with the coverage so far.
  public var didProgress: (ExplorationCoverage) -> Void = { _ in }
  /// Called while a sequence is shortened, with the number of steps that are left and that there were at first.
  public var didShorten: (_ left: Int, _ all: Int) -> Void = { _, _ in }

  /// The sequences to try first, such as those of earlier findings. Steps that are impossible are left out of them.
  public var firstSequences: [[StepRecord]] = []

  /// Called when a step of ``firstSequences`` is impossible, with the positions of the sequence and the step, and why.
  public var didRefuse: (_ sequence: Int, _ step: Int, any Error) -> Void = { _, _, _ in }

  /// Called with a step to be made simpler when a sequence is shortened: returns steps that do the same with simpler
  /// values, the simplest first. It must not return any for its results forever.
  public var simplerSteps: (StepRecord) -> [StepRecord] = { _ in [] }

  /// How a step that only advances the clock is written in a script.
  public var clockStep: (Duration) -> StepRecord = { .advance(by: $0, text: "advance \($0)") }

  /// Whether to keep the random sequences in ``ExplorationBase/interesting``.
  public var keepsInteresting = false

  /// Whether the search ends at states from which no property can be decided any more. The coverage then lacks what follows
  /// them.
  public var endsAtGoals = false
}
