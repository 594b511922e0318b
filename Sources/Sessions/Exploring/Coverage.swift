/// How much of a feature's behaviour has been tried.
///
/// A file lacks the members that follow from the digests of the states reached.
public struct ExplorationCoverage: Hashable, Sendable, Codable {
  /// The number of sequences tried.
  public internal(set) var sequences = 0
  /// The number of those that were random.
  public internal(set) var randomSequences = 0
  /// The number of distinct states reached, counting as distinct those that differ in what is in flight or when it
  /// resumes.
  public package(set) var states = 1
  /// The number of states if those that differ only in their UUIDs, or in what ``Exploration/canonical`` removes,
  /// count as distinct.
  public package(set) var variants = 1
  /// The number of sequences of ``ExplorationSettings/firstSequences`` that were tried first, which are not among the
  /// others.
  public internal(set) var firstSequences = 0
  /// The number of distinct pairs of a state and a step that had an effect in it.
  public package(set) var transitions = 0
  /// The number of steps up to which all sequences have been tried.
  public internal(set) var exhaustedDepth = 0
  /// The number of steps in the longest sequence tried.
  public internal(set) var deepest = 0
  /// Whether nothing else can be reached with any number of steps.
  public package(set) var isComplete = false
  /// Whether the exploration was interrupted.
  public internal(set) var isInterrupted = false
  /// How often each group of steps was tried, and how often it had an effect.
  public internal(set) var groups: [String: Tries] = [:]
  /// How many actions of each kind were processed; see ``Exploration/actionKind``.
  public internal(set) var actions: [String: Int] = [:]
  /// The kinds of actions that changed the state at least once.
  public internal(set) var changingActions: Set<String> = []
  /// The groups of steps that were stopped at the limit of moments, and so not followed further.
  public var endlessSteps: Set<String> { Set(endless) }
  /// The same in alphabetical order.
  package var endless: [String] = []

  /// The attempts of a group of steps.
  public struct Tries: Hashable, Sendable, Codable {
    /// The number of attempts.
    public internal(set) var all = 0
    /// The number of attempts that had an effect.
    public internal(set) var happened = 0
    /// Whether an attempt changed the state, or what is in flight.
    public internal(set) var changesState = false
    /// The first reason for a refusal, if any: a command throws where it is impossible.
    public internal(set) var refusal: String?

    private enum CodingKeys: CodingKey { case happened, refusal }

    mutating func note(hasHappened: Bool, changesState: Bool = false, refusedWith error: (any Error)? = nil) {
      all += 1
      if hasHappened { happened += 1 }
      if changesState { self.changesState = true }
      if refusal == nil { refusal = error.map { "\($0)" } }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case sequences, randomSequences, exhaustedDepth, deepest, isComplete, isInterrupted, actions, endless
    case firstSequences = "replayed"
    case groups = "commands"
  }

  /// Adds the coverage of another part of the same search, except for the numbers of states and transitions, because
  /// both parts may have reached the same ones.
  package mutating func add(_ other: Self) {
    sequences += other.sequences
    randomSequences += other.randomSequences
    firstSequences += other.firstSequences
    deepest = max(deepest, other.deepest)
    exhaustedDepth = min(exhaustedDepth, other.exhaustedDepth)
    isComplete = isComplete && other.isComplete
    isInterrupted = isInterrupted || other.isInterrupted
    for (name, tries) in other.groups {
      groups[name, default: Tries()].happened += tries.happened
      if groups[name]?.refusal == nil { groups[name]?.refusal = tries.refusal }
    }
    endless = endlessSteps.union(other.endless).sorted()
    actions.merge(other.actions, uniquingKeysWith: +)
  }
}
