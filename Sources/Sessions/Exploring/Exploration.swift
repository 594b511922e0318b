import Synchronization

/// Decides properties of everything that a feature can do from a session's current moment on; without properties, it
/// searches for misuse: a reported issue, effects that trigger each other endlessly while no time passes, or a different
/// outcome when the same steps are repeated. A trap of the feature also ends the search, but not the program.
///
/// Sequences of steps are tried breadth first, and from each distinct state only once, so that the first one found is
/// the shortest. When that becomes too expensive, random sequences follow, and those that decide a property are
/// shortened.
///
/// ```swift
/// let exploration = try Exploration(of: [.always("positive") { $0.state.count >= 0 }], from: session) { _ in
///   [ExplorationStep("down", group: "down") { try $0.send(.down) }]
/// }
/// let findings = exploration.run()
/// ```
///
/// A property without a time limit can be violated by an endless behaviour. It is assumed that time passes in it and
/// that what is due is delivered; nothing is assumed about which steps are taken, so that taking no more steps is such a
/// behaviour, too.
///
/// The same session, steps and plan always have the same outcome, provided that steps and properties depend on nothing
/// else. The session must not be used before the exploration ends, and is then unchanged.
public final class Exploration<State, Action> {
  /// A step of a sequence.
  public typealias Step = ExplorationStep<State, Action>
  /// How much of the feature's behaviour has been tried.
  public typealias Coverage = ExplorationCoverage

  /// The limits of the search.
  public typealias Plan = ExplorationPlan

  /// Whether to interrupt the exploration. It is called by one thread at a time, at least once per step.
  public var isInterrupted: () -> Bool = { false }
  /// Whether enough was covered to end the exploration; called after each sequence.
  public var isEnough: () -> Bool = { false }
  /// Whether only a sample of the possible steps was tried, so that a state that was not reached may still be
  /// reachable.
  public var triesSample: () -> Bool = { false }
  /// Called after each sequence with the coverage so far.
  public var didProgress: (Coverage) -> Void = { _ in }
  /// Called while a sequence is shortened, with the number of steps that are left and that there were at first.
  public var didShorten: (_ left: Int, _ all: Int) -> Void = { _, _ in }
  /// Called when a step has led to a state: with the digests of the states before and after it, and the state after it.
  /// States with the same digest count as one; all that ``ExplorationCoverage/states`` counts are reached, except the first.
  public var didReach: ((_ before: UInt64, _ step: Step, _ after: UInt64, State) -> Void)?

  /// The sequences to try first, such as those of earlier findings. Steps that are impossible are left out of them.
  public var firstSequences: [[Step]] = []

  /// Called when a step of ``firstSequences`` is impossible, with the positions of the sequence and the step, and why.
  public var didRefuse: (_ sequence: Int, _ step: Int, any Error) -> Void = { _, _, _ in }

  /// Called with a step to be made simpler when a sequence is shortened: returns steps that do the same with simpler
  /// values, the simplest first. It must not return any for its results forever.
  public var simplerSteps: (Step) -> [Step] = { _ in [] }

  /// Brings a state into the form in which it is compared with others, such as with a collection sorted that stands for
  /// a set. The feature and the properties must not depend on the difference.
  public var canonical: ((State) -> State)?

  /// The kind of an action, such as the name of its case. Random sequences that cause a new kind are extended first.
  ///
  /// It must be the same for actions with the same cases, also of actions inside them, that change the same properties.
  public var actionKind: (Action) -> String = { String(String(customDumping: $0).prefix { $0 != "(" }) }

  /// Whether to keep the random sequences in ``interesting``.
  public var keepsInteresting = false

  /// The coverage so far.
  public internal(set) var coverage = Coverage()

  /// How a step that only advances the clock is written in a script.
  public var clockStep: (Duration) -> Step = { .advance(by: $0, text: "advance \($0)") }

  /// The verdicts on the properties, in their order, once the exploration has run.
  public private(set) var verdicts: [Verdict] = []
  /// The positions of the properties that hold vacuously: nothing that was tried put them to the test, because the
  /// trigger of ``Property/leadsTo(_:within:from:to:)`` never held, no action of ``Property/after(_:_:_:)`` occurred, or
  /// the goal of ``Property/until(_:within:_:until:)`` held from the start.
  public private(set) var vacuousProperties: Set<Int> = []

  let plan: Plan
  let judge: Judge
  let searchesMisuse: Bool
  let groups: (Session<State, Action>) -> [ExplorationGroup<State, Action>]
  /// Creates the steps of all groups, if that is faster.
  private(set) var allSteps: ((Session<State, Action>) -> [Step])?
  let copies: [SessionCopy<State, Action>]
  /// The workers, each used by one thread at a time.
  private(set) var workers: [ExplorationWorker<State, Action>] = []
  /// The place where the session stands.
  let root: ExplorationPlace
  /// The states found breadth first, by number, with the shortest path to each.
  var paths = ShortestPaths()
  /// The numbers of the states found breadth first, by their keys.
  var places: [UInt64: Int] = [:]
  /// The same for states found since the workers began their current work, during which they read ``places``.
  var newPlaces: [UInt64: Int] = [:]
  /// What the properties have seen on the path to each of these states, if there are properties that need it.
  var views: [(standing: ExplorationStanding, now: Duration)] = []
  /// The states found only by random sequences.
  var fartherStates: Set<UInt64> = []
  /// The states, with those as distinct that differ only in UUIDs or in what ``canonical`` removes.
  package internal(set) var variants: Set<UInt64> = []
  /// Whether random sequences choose among all groups, and start from the root.
  var isUniform = false
  /// Random sequences that reached something new, to be extended.
  var promising: [[Step]] = []
  var reachedCombinations: Set<UInt64> = []
  /// The groups and the kinds of actions that were reached; systematically only if ``keepsInteresting``.
  var reachedKinds: Set<String> = []
  /// The random sequences that were the first to reach a group of steps or a kind of action, if ``keepsInteresting``.
  public internal(set) var interesting: [[Step]] = []
  /// The distinct states, if the digests of ``places`` include more than the state.
  var stateDigests: Set<UInt64> = []
  /// The pairs of a state and a step that had an effect in it.
  package internal(set) var transitions: Set<UInt64> = []
  /// The steps from place to place, if a loop of them can decide a property.
  var behaviour = BehaviourGraph()
  /// Whether the search ends at states from which no property can be decided any more. The coverage then lacks what follows
  /// them.
  public var endsAtGoals = false
  /// Whether other shards do the rest of the work.
  var isSplit = false
  private var hasEnough = false
  /// Whether the search cannot go on because of misuse, or of a condition that throws an error.
  private var hasFailed = false
  /// The number of places or random sequences to hand out to the workers next.
  var batch = 1
  private let isStopped = Atomic(false)
  /// Protects ``isInterrupted``.
  private let interruption = Mutex(())
  /// Whether a step has led to states that are unknown because it was stopped.
  var hasUnknownStates = false
  /// The length of the shortest sequence, ending with a clock move, that another clock move leads farther than.
  var lengthWithNeighbours = Int.max
  /// The places at the greatest depth that has been tried completely, if a clock move leads there.
  var farthestMoves: [ExplorationPlace] = []
  /// The properties that are not vacuous.
  var premises = PropertySet()
  /// Which conditions had an answer so far.
  var answers = ConditionAnswers()
  /// The findings so far, in the order in which they were made.
  public private(set) var findings: [Finding] = []
  /// The properties that are decided, and so are no longer judged.
  private(set) var decided = PropertySet()
  /// The length up to which all sequences of this shard were tried, once the exploration has run; 0 without shards.
  package private(set) var finalLength = 0

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - properties: The properties to decide, at most ``mostProperties``; if there are none, misuse is searched for.
  ///   - session: The session to start from. It must not be used before the exploration has run.
  ///   - moment: The number of the moment to start from; by default the current one.
  ///   - plan: The limits of the search.
  ///   - isAtRestOnly: Whether conditions are judged only when nothing is in flight.
  ///   - groups: The steps that may be possible in the session's current state, simplest first. Impossible ones may
  ///     be included. Random sequences choose the group first, and then one of its steps.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight could not be reproduced.
  public init(
    of properties: [Property<State, Action>] = [],
    from session: Session<State, Action>,
    at moment: Int? = nil,
    plan: Plan = Plan(),
    isAtRestOnly: Bool = false,
    groups: @escaping (Session<State, Action>) -> [ExplorationGroup<State, Action>]
  ) throws {
    precondition(properties.count <= Self.mostProperties, "More than \(Self.mostProperties) properties.")
    self.plan = plan
    judge = Judge(of: properties.map(\.claim), isAtRestOnly: isAtRestOnly)
    searchesMisuse = properties.isEmpty
    self.groups = groups
    // There is only one copy of a shared value.
    let count = session.core.shared.isUnused ? max(plan.workers, 1) : 1
    copies = try (0..<count).map { _ in
      try SessionCopy(
        from: session,
        at: moment,
        momentLimit: plan.momentLimit,
        lookback: plan.lookback
      )
    }
    root = copies[0].root
  }

  /// Creates an exploration of steps that are grouped after they have been created.
  public convenience init(
    of properties: [Property<State, Action>] = [],
    from session: Session<State, Action>,
    plan: Plan = Plan(),
    isAtRestOnly: Bool = false,
    steps: @escaping (Session<State, Action>) -> [Step]
  ) throws {
    try self.init(of: properties, from: session, plan: plan, isAtRestOnly: isAtRestOnly) { session in
      ExplorationGroup.groups(of: steps(session))
    }
    allSteps = steps
  }

  /// The maximum number of properties.
  public static var mostProperties: Int { 64 }
}

extension Exploration {
  /// Tries sequences until all properties are decided, everything is covered, or the exploration is interrupted.
  ///
  /// - Returns: The findings, in the order in which they were made: what violates a property, the path to a state that
  ///   ``Property/sometimes(_:_:)`` claims, misuse, or a condition that throws an error, after which it ends.
  @discardableResult
  public func run() -> [Finding] {
    defer { copies[0].end() }
    search()
    coverage.isInterrupted = isInterruptedNow
    noteUnanswered()
    coverage.isComplete = coverage.isComplete && !hasUnknownStates
    if plan.shards > 1 { finalLength = exhaustedLengthOfShard() }
    coverage.states = stateCount
    coverage.variants = max(variants.count, coverage.states)
    verdicts = judge.claims.indices.map(verdict)
    vacuousProperties = Set(judge.claims.indices.filter(isVacuous))
    return findings
  }

  /// Tries random sequences, in which all groups of steps are as likely, instead of a search.
  ///
  /// - Parameter count: The number of sequences, which have up to ``Plan/depth`` steps.
  /// - Returns: The number of those that decided a property. Sequences skipped by an interruption do not count.
  ///   Sampling ends with the first trap, which ``findings`` then contains.
  public func sample(_ count: Int) -> Int {
    defer { copies[0].end() }
    begin()
    if !findings.isEmpty { return count }
    isUniform = true
    var hits = 0
    for first in stride(from: 0, to: count, by: Self.samplesPerBatch) {
      if isInterruptedNow || hasFailed { break }
      distribute(Array(first..<min(first + Self.samplesPerBatch, count))) { worker, number in
        let attempts = worker.walk(number, limit: .max).attempts
        return (steps: attempts.map(\.step), outcome: attempts.last?.outcome)
      } takesEarly: {
        if case .fault(.trap) = $0.outcome { false } else { true }
      } take: { _, walk in
        coverage.randomSequences += 1
        coverage.sequences += 1
        didProgress(coverage)
        switch walk.outcome {
        case .done(let judgement): hits += judgement.hits.isEmpty ? 0 : 1
        case .fault(.trap(let trap)) where !hasFailed: note(shortened(walk.steps.map(Step.init), .trap(trap)))
        default: break
        }
      }
    }
    return hits
  }

  /// After an interruption, the rest of a batch is passed over one by one.
  private static var samplesPerBatch: Int { 256 }

  private func search() {
    begin()
    for index in firstSequences.indices where !isDone { replay(index) }
    if isDone || isInterruptedNow { return }
    searchBreadthFirst()
    if !isDone { searchAtRandom() }
  }

  private func begin() {
    workers = copies.map { ExplorationWorker(for: self, with: $0) }
    _ = worker.copy.go(to: root)
    var standing = root.standing
    let now = worker.session.now
    standing.monitors = judge.monitors(at: now)
    let start = worker.judge(nil, from: 0, now, &standing)
    premises = start.premises
    answers.add(start.answers)
    for hit in start.hits { note(finding([], hit.fault, hit.error)) }
    // A goal that is reached at the start decides its property.
    for (monitor, property) in zip(standing.monitors, monitored) where monitor == .decided {
      decided.insert(property)
    }
    (standing.digest, standing.variant) = worker.digests
    variants.insert(standing.variant)
    if !monitored.isEmpty { stateDigests.insert(standing.digest) }
    root.standing = standing
    add(root, key: key(of: standing, at: now), after: nil)
    settlePlaces()
  }

  /// Leaves a property open if one of its conditions had no answer wherever it was judged. In other shards, it may.
  private func noteUnanswered() {
    guard plan.shards == 1, !isInterruptedNow, !hasFailed else { return }
    let violated = Set(findings.compactMap(\.property).filter { judge.claims[$0].needsNoAnswer })
    guard let (property, error) = answers.firstUnanswered({ !violated.contains($0) }) else { return }
    findings.removeAll { $0.property == property }
    let fault = Fault.property(property, .error("\(error)"))
    findings.append(Finding(steps: [], fault: fault, exhaustedLength: 0, error: error))
  }

  /// The positions of the properties that have a monitor, in the order of the monitors.
  var monitored: PropertySet { judge.monitored }

  /// Whether nothing is left to decide.
  var isDone: Bool { hasEnough || hasFailed || !searchesMisuse && decided.count == judge.claims.count }

  /// Keeps a finding.
  func note(_ finding: Finding) {
    if let property = finding.property {
      guard !decided.contains(property) else { return }
      decided.insert(property)
      if monitored.contains(property) { mergePlaces() }
    }
    findings.append(finding)
    if finding.property == nil || finding.error != nil { hasFailed = true }
  }

  /// The distinct states, as digests that are the same in every process.
  package var states: Set<UInt64> {
    monitored.isEmpty ? fartherStates.union(places.keys) : stateDigests
  }

  /// The number of distinct states.
  var stateCount: Int { monitored.isEmpty ? paths.count + fartherStates.count : stateDigests.count }

  /// Counts a tried sequence.
  ///
  /// - Returns: Whether to continue.
  func noteSequence() -> Bool {
    coverage.sequences += 1
    coverage.states = stateCount
    didProgress(coverage)
    hasEnough = isEnough()
    return !hasEnough
  }

  /// Whether the exploration is interrupted. Remembered, because ``isInterrupted`` may return `true` only once.
  ///
  /// All workers call this, but only one at a time calls ``isInterrupted``.
  package func shouldStop() -> Bool {
    if isInterruptedNow { return true }
    interruption.withLock { _ in
      if !isInterruptedNow, isInterrupted() { isStopped.store(true, ordering: .relaxed) }
    }
    return isInterruptedNow
  }

  /// Whether the exploration has been interrupted so far.
  var isInterruptedNow: Bool { isStopped.load(ordering: .relaxed) }

  /// The worker for what is tried one after the other.
  var worker: ExplorationWorker<State, Action> { workers[0] }
}
