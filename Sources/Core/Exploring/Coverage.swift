extension Exploration {
  /// How much of what a feature can do has been tried.
  public struct Coverage: Hashable, Sendable {
    /// How many sequences were tried.
    public internal(set) var sequences = 0
    /// How many of them were chosen at random.
    public internal(set) var randomSequences = 0
    /// How many states they led to, those apart that differ in what is in flight, or in when that goes on.
    public internal(set) var states = 1
    /// Up to how many steps all sequences have been tried.
    public internal(set) var exhaustedDepth = 0
    /// How many steps the longest sequence had that was tried.
    public internal(set) var deepest = 0
    /// Whether nothing else can be reached, however many steps are done.
    public internal(set) var isComplete = false
    /// Whether someone wanted the exploration to end.
    public internal(set) var isInterrupted = false
    /// How often each group of steps was tried, and how often something followed.
    public internal(set) var groups: [String: Tries] = [:]
    /// The groups of steps that were stopped at the limit of moments, and so not followed.
    public internal(set) var endlessSteps: Set<String> = []

    /// How often something was tried.
    public struct Tries: Hashable, Sendable {
      /// How often it was tried.
      public internal(set) var all = 0
      /// How often something followed from it.
      public internal(set) var happened = 0
      /// The first reason for which it was refused, if it was: a command throws where it cannot be done.
      public internal(set) var refusal: String?
    }

    mutating func note(_ group: String, hasHappened: Bool) {
      groups[group, default: Tries()].all += 1
      if hasHappened { groups[group, default: Tries()].happened += 1 }
    }

    mutating func note(_ group: String, refusedWith error: any Error) {
      note(group, hasHappened: false)
      if groups[group]?.refusal == nil { groups[group]?.refusal = "\(error)" }
    }
  }
}
