import Synchronization

/// The part of an ``Exploration`` that does not depend on the types of its feature.
@dynamicMemberLookup
public class ExplorationBase {
  /// How much of the feature's behaviour has been tried.
  public typealias Coverage = ExplorationCoverage
  /// The limits of the search.
  public typealias Plan = ExplorationPlan

  let plan: Plan
  var settings = ExplorationSettings()
  var feature: ExploredFeature
  private let copies: [SessionCopy]
  /// The workers, each used by one thread at a time.
  var workers: [ExplorationWorker] = []
  let outcome: Verdicts
  package let space: StateSpace
  package var breadthFirst = BreadthFirst()
  var randomWalks = RandomWalks()
  /// The number of places or random sequences to hand out to the workers next.
  var batch = 1
  /// The coverage so far.
  public internal(set) var coverage = Coverage()
  private var hasEnough = false
  private let isStopped = Atomic(false)
  /// Protects ``ExplorationSettings/isInterrupted``.
  private let interruption = Mutex(())

  init(
    by judge: Judge,
    from session: SessionBase,
    at moment: Int?,
    _ plan: Plan,
    _ feature: ExploredFeature
  ) throws {
    precondition(judge.claims.count <= Self.maxProperties, "More than \(Self.maxProperties) properties.")
    self.plan = plan
    self.feature = feature
    // There is only one copy of a shared value.
    copies = try (0..<(session.core.shared.isUnused ? max(plan.workers, 1) : 1)).map { _ in
      try SessionCopy(from: session, at: moment, momentLimit: plan.momentLimit, lookback: plan.lookback)
    }
    outcome = Verdicts(by: judge)
    space = StateSpace(for: outcome)
  }

  /// The maximum number of properties.
  public static var maxProperties: Int { 64 }

  /// One of the settings.
  public subscript<Setting>(
    dynamicMember path: WritableKeyPath<ExplorationSettings, Setting>
  ) -> Setting {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }
}

extension ExplorationBase {
  /// Tries sequences until all properties are decided, everything is covered, or the exploration is interrupted.
  ///
  /// - Returns: The findings, in the order in which they were made: what violates a property, the path to a state that
  ///   ``Property/sometimes(_:_:)`` claims, misuse, or a condition that throws an error, after which it ends.
  @discardableResult
  public func run() -> [Finding] {
    defer { copies[0].end() }
    begin()
    search()
    coverage.isInterrupted = isInterruptedNow
    // In other shards, a condition without an answer may have one.
    if plan.shards == 1, !isInterruptedNow { outcome.noteUnanswered() }
    coverage.isComplete = coverage.isComplete && !space.hasUnknownStates
    if plan.shards > 1 { breadthFirst.finalLength = exhaustedLengthOfShard() }
    coverage.states = space.states.count
    coverage.variants = max(space.variants.count, coverage.states)
    return findings
  }

  private func search() {
    for index in settings.firstSequences.indices where !isDone { replay(index) }
    if isDone || isInterruptedNow { return }
    searchBreadthFirst()
    if !isDone { searchAtRandom() }
  }

  /// Tries random sequences, in which all groups of steps are as likely, instead of a search.
  ///
  /// - Parameter count: The number of sequences, which have up to ``ExplorationPlan/depth`` steps.
  /// - Returns: The number of those that decided a property. Sequences skipped by an interruption do not count.
  ///   Sampling ends with the first trap, which ``findings`` then contains.
  public func sample(_ count: Int) -> Int {
    defer { copies[0].end() }
    begin()
    if !findings.isEmpty { return count }
    randomWalks.isUniform = true
    var hits = 0
    // After an interruption, the rest of a batch is passed over one by one.
    for first in stride(from: 0, to: count, by: 256) {
      if isInterruptedNow || outcome.hasFailed { break }
      distribute(Array(first..<min(first + 256, count))) { worker, number in
        worker.walk(number, limit: .max).attempts
      } takesEarly: {
        if case .fault(.trap) = $0.last?.outcome { false } else { true }
      } take: { _, attempts in
        coverage.randomSequences += 1
        _ = noteSequence()
        switch attempts.last?.outcome {
        case .done(let judgement): hits += judgement.hits.isEmpty ? 0 : 1
        case .fault(.trap(let trap)) where !outcome.hasFailed:
          note(shortened(attempts.map(\.step), .trap(trap)))
        default: break
        }
      }
    }
    return hits
  }

  /// The findings so far, in the order in which they were made.
  public var findings: [Finding] { outcome.findings }

  /// The verdicts on the properties, in their order, once the exploration has run.
  public var verdicts: [Verdict] { outcome.judge.claims.indices.map(verdict) }

  /// The positions of the properties that hold vacuously: nothing that was tried put them to the test, because the
  /// trigger of ``Property/leadsTo(_:within:from:to:)`` never held, no action of ``Property/after(_:_:_:)`` occurred, or
  /// the goal of ``Property/until(_:within:_:until:)`` held from the start.
  public var vacuousProperties: Set<Int> { outcome.vacuous }

  /// Which conditions of a property had an answer, and the errors of those that had none, by their numbers in the property.
  package func answers(to property: Int) -> (given: [Int], missing: [Int: any Error]) {
    outcome.answers.about(property)
  }

  /// The random sequences that were the first to reach a group of steps or a kind of action, if
  /// ``ExplorationSettings/keepsInteresting``.
  public var interesting: [[StepRecord]] { randomWalks.interesting }

  /// Whether the exploration is interrupted. Remembered, because ``ExplorationSettings/isInterrupted`` may return `true`
  /// only once.
  ///
  /// All workers call this, but only one at a time calls ``ExplorationSettings/isInterrupted``.
  package func shouldStop() -> Bool {
    if isInterruptedNow { return true }
    interruption.withLock { _ in
      if !isInterruptedNow, settings.isInterrupted() { isStopped.store(true, ordering: .relaxed) }
    }
    return isInterruptedNow
  }

  /// Whether the exploration has been interrupted so far.
  var isInterruptedNow: Bool { isStopped.load(ordering: .relaxed) }
}

extension ExplorationBase {
  /// The place where the session stands.
  var root: ExplorationPlace { copies[0].root }

  /// The worker for what is tried one after the other.
  var worker: ExplorationWorker { workers[0] }

  /// Whether nothing is left to decide.
  var isDone: Bool { hasEnough || outcome.areComplete }

  private func begin() {
    workers = copies.map { ExplorationWorker(for: self, with: $0) }
    _ = worker.copy.go(to: root)
    var standing = root.standing
    let now = worker.core.now
    standing.monitors = outcome.judge.monitors(at: now)
    let start = worker.judge(nil, from: 0, now, &standing)
    outcome.note(start)
    for hit in start.hits { note(finding([], hit.fault, hit.error)) }
    // A goal that is reached at the start decides its property.
    for (monitor, property) in zip(standing.monitors, outcome.judge.monitored) where monitor == .decided {
      outcome.decided.insert(property)
    }
    (standing.digest, standing.variant) = worker.digests
    space.note(standing)
    root.standing = standing
    space.add(root, key: space.key(of: standing, at: now))
    space.settlePlaces()
  }

  /// Tries one of the sequences that were given, without the steps that are impossible.
  private func replay(_ index: Int) {
    guard let attempts = follow(settings.firstSequences[index]) else {
      return note(finding([], worker.copy.obstacle))
    }
    var path: [StepRecord] = []
    coverage.firstSequences += 1
    for (position, attempt) in attempts.enumerated() {
      note(attempt)
      switch attempt.outcome {
      case .nothing: continue
      case .refused(let error):
        if isInterruptedNow { return }
        settings.didRefuse(index, position, error)
      case .endless: return
      case .fault(let fault): return note(shortened(path + [attempt.step], fault))
      case .done(let judgement):
        path.append(attempt.step)
        if settings.keepsInteresting { randomWalks.noteKinds(of: attempt) }
        if let hit = judgement.hits.first { return note(shortened(cut(path, at: hit), hit.fault, hit.error)) }
      }
    }
  }

  func finding(_ steps: [StepRecord], _ fault: ExplorationFault, _ error: (any Error)? = nil) -> Finding {
    Finding(steps: steps, fault: fault, exhaustedLength: exhaustedLength(), error: error)
  }

  /// Keeps a finding.
  func note(_ finding: Finding) {
    if outcome.note(finding) { space.mergePlaces() }
  }

  /// Counts a tried sequence.
  ///
  /// - Returns: Whether to continue.
  func noteSequence() -> Bool {
    coverage.sequences += 1
    coverage.states = space.states.count
    settings.didProgress(coverage)
    hasEnough = settings.isEnough()
    return !hasEnough
  }
}
