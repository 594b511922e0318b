/// Searches the behaviours that a feature can show from a session's current moment for faults.
///
/// Sequences of steps are tried breadth first, and from each distinct state only once, so that the first one found is
/// the shortest. When that becomes too expensive, random sequences follow, and those that lead to a fault are
/// shortened.
///
/// ```swift
/// let exploration = try Exploration(from: session, looksFor: .broken { $0.state.count >= 0 }) { _ in
///   [ExplorationStep("down", group: "down") { try $0.send(.down) }]
/// }
/// let finding = exploration.run()
/// ```
///
/// The same session, steps and plan always have the same outcome. The session must not be used before the exploration
/// ends, and is then unchanged.
public final class Exploration<State, Action> {
  /// A step of a sequence.
  public typealias Step = ExplorationStep<State, Action>

  /// The limits of the search.
  public struct Plan: Hashable, Sendable {
    /// The maximum number of steps in a sequence.
    public var depth = 20
    /// The maximum number of sequences: half of them breadth first, the rest random.
    public var sequences = 50_000
    /// The seed of the random sequences.
    public var seed: UInt64 = 0
    /// The shard of the work to do here, from 0.
    public var shard = 0
    /// The number of shards that the work is split into. Each tries as many sequences as would be tried without
    /// shards.
    public var shards = 1
    /// Whether states that differ only in their virtual time are distinct.
    public var comparesTimes = false
    /// Whether states that differ only in their UUIDs are distinct.
    public var comparesIDs = false
    /// The maximum number of moments per step. A step that makes more is not followed further.
    public var momentLimit = 256

    /// Creates the default plan.
    public init() {}
  }

  /// The kind of fault to search for.
  public enum Aim {
    /// A moment at the end of a step at which the condition does not hold.
    case broken((Session<State, Action>) -> Bool)
    /// Misuse, whatever the feature does: a reported issue, effects that feed each other endlessly while no time
    /// passes, or a different outcome when the same steps are repeated.
    case misuse
  }

  /// A fault after a sequence of steps.
  public enum Fault: Hashable, Sendable {
    /// The condition does not hold.
    case broken
    /// The last step reported an issue.
    case issue(SessionIssue)
    /// The last step does not end, although no time passes.
    case endless
    /// The state differs when the same steps are repeated.
    case divergence
  }

  /// A sequence of steps that leads to a fault.
  public struct Finding {
    /// The steps.
    public let steps: [Step]
    /// The fault after them.
    public let fault: Fault
    /// Whether all shorter sequences were tried.
    public let isShortest: Bool
  }

  /// Whether to interrupt the exploration; called at least once per sequence.
  public var isInterrupted: () -> Bool = { false }
  /// Called after each sequence with the coverage so far.
  public var didProgress: (Coverage) -> Void = { _ in }
  /// Called after each step with the session as it is then, and the number of the first moment that the step made in
  /// it.
  public var didPerform: (Step, Session<State, Action>, Int) -> Void = { _, _, _ in }

  /// Called when a step has led to a state: with the digests of the states before and after it, and the session in the
  /// state after it. States with the same digest count as one; all that ``Coverage/states`` counts are reached, except
  /// the first.
  public var didReach: ((_ before: UInt64, _ step: Step, _ after: UInt64, Session<State, Action>) -> Void)?

  /// The coverage so far.
  public internal(set) var coverage = Coverage()

  let plan: Plan
  let aim: Aim
  let isAtRestOnly: Bool
  let groups: (Session<State, Action>) -> [ExplorationGroup<State, Action>]
  let probe: Probe<State, Action>
  /// The states found breadth first, with the shortest path to each.
  var places: [UInt64: Probe<State, Action>.Place] = [:]
  /// The states found only by random sequences.
  var fartherStates: Set<UInt64> = []
  /// Whether other shards do the rest of the work.
  var isSplit = false

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - session: The session to start from. It must not be used before the exploration has run.
  ///   - plan: The limits of the search.
  ///   - aim: The kind of fault to search for.
  ///   - isAtRestOnly: Whether the condition need not hold while something is in flight.
  ///   - groups: The steps that may be possible in the session's current state, simplest first. Impossible ones may
  ///     be included. Random sequences choose the group first, and then one of its steps.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight could not be reproduced.
  public init(
    from session: Session<State, Action>,
    plan: Plan = Plan(),
    looksFor aim: Aim,
    isAtRestOnly: Bool = false,
    groups: @escaping (Session<State, Action>) -> [ExplorationGroup<State, Action>]
  ) throws {
    self.plan = plan
    self.aim = aim
    self.isAtRestOnly = isAtRestOnly
    self.groups = groups
    probe = try Probe(from: session, momentLimit: plan.momentLimit)
  }

  /// Creates an exploration of steps that are grouped after they have been created.
  public convenience init(
    from session: Session<State, Action>,
    plan: Plan = Plan(),
    looksFor aim: Aim,
    isAtRestOnly: Bool = false,
    steps: @escaping (Session<State, Action>) -> [Step]
  ) throws {
    try self.init(from: session, plan: plan, looksFor: aim, isAtRestOnly: isAtRestOnly) { session in
      ExplorationGroup.groups(of: steps(session))
    }
  }

  /// Tries sequences until one leads to a fault, everything is covered, or the exploration is interrupted.
  ///
  /// - Returns: The fault found, if any.
  public func run() -> Finding? {
    defer { probe.end() }
    _ = probe.go(to: probe.root)
    places[digest(of: probe.root.flight)] = probe.root
    if let fault = fault(after: nil) { return Finding(steps: [], fault: fault, isShortest: true) }
    let found = searchBreadthFirst() ?? searchAtRandom()
    coverage.states = places.count + fartherStates.count
    return found
  }

  /// The steps that may be possible in the current state; only some of them after an interruption.
  func steps() -> [Step] {
    // A state with a million elements has as many variants of a step.
    groups(probe.session).flatMap { shouldStop() ? [] : $0.steps() }
  }

  /// Counts a tried sequence.
  ///
  /// - Returns: Whether to continue.
  func noteSequence() -> Bool {
    coverage.sequences += 1
    coverage.states = places.count + fartherStates.count
    didProgress(coverage)
    return !shouldStop()
  }

  /// Whether the exploration is interrupted. Remembered, because ``isInterrupted`` may return `true` only once.
  func shouldStop() -> Bool {
    if !coverage.isInterrupted { coverage.isInterrupted = isInterrupted() }
    return coverage.isInterrupted
  }
}

extension Exploration {
  /// The outcome of a step.
  enum Outcome {
    /// It was refused, or had no effect.
    case nothing
    /// It was stopped, so its outcome is unknown.
    case endless
    case done
    case fault(Fault)
  }

  /// Performs a step in the current state and determines its outcome.
  func perform(_ step: Step) -> Outcome {
    let first = probe.session.timeline.moments.count
    let turns = probe.session.timeline.turns.count
    let result = probe.perform(step)
    let hasHappened = probe.session.timeline.moments.count > first
    switch result {
    case .done: coverage.note(step.group, hasHappened: hasHappened)
    case .refused(let error): coverage.note(step.group, refusedWith: error)
    case .diverged: return .fault(.divergence)
    }
    if probe.session.timeline.turns[turns...].contains(where: { $0.inputs.contains(where: \.isCutShort) }) {
      return outcome(ofEndless: step, first: first)
    }
    guard case .done = result, hasHappened else { return .nothing }
    didPerform(step, probe.session, first)
    return fault(after: first).map(Outcome.fault) ?? .done
  }

  /// An endless timer is legitimate; an endless sequence at a single instant is a fault.
  private func outcome(ofEndless step: Step, first: Int) -> Outcome {
    coverage.endlessSteps.insert(step.group)
    let moments = probe.session.timeline.moments
    let isOneInstant = moments[moments.count - 1].now == moments[(first + moments.count) / 2].now
    if case .misuse = aim, isOneInstant { return .fault(.endless) }
    return .endless
  }

  /// The fault in the current state, if any.
  ///
  /// - Parameter first: The first moment of the last step.
  private func fault(after first: Int?) -> Fault? {
    let timeline = probe.session.timeline
    switch aim {
    case .broken(let holds):
      if isAtRestOnly, !timeline.current.isQuiescent { return nil }
      return holds(probe.session) ? nil : .broken
    case .misuse:
      guard let first else { return nil }
      return timeline.moments[first...].lazy.flatMap(\.issues).first.map(Fault.issue)
    }
  }

  /// The digest of the current state and of what is in flight.
  ///
  /// If two places have the same digest, the same can happen from both, except where the feature depends on the time
  /// of day, on random numbers, or on UUIDs other than by comparing them. A difference that the digest misses may
  /// hide a fault, but never produces a false one.
  func digest(of flight: FlightLog) -> UInt64 {
    let current = probe.session.timeline.current
    var digest = Digest()
    var ids: [ArraySlice<UInt8>: Int] = [:]
    let state = String(customDumping: probe.session.state)
    if plan.comparesIDs { digest.add(state) } else { digest.add(state, renaming: &ids) }
    if plan.comparesTimes { digest.add(current.now) }
    guard !current.records.isEmpty else { return digest.value }
    var deadlines: [Int: [Duration]] = [:]
    for sleeper in current.world.sleepers.values {
      guard let effect = sleeper.effect else { continue }
      deadlines[effect, default: []].append(sleeper.deadline - current.now)
    }
    for record in current.records.values {
      record.add(to: &digest)
      digest.add(flight[record.id])
      for rest in (deadlines[record.id] ?? []).sorted() { digest.add(rest) }
    }
    digest.add(current.isAtRest ? 0 : 1)
    return digest.value
  }

  /// The digest of an action.
  func digest(of action: ErasedAction) -> UInt64 {
    var digest = Digest()
    var ids: [ArraySlice<UInt8>: Int] = [:]
    digest.add(String(customDumping: action.unboxed(as: Action.self)), renaming: &ids)
    return digest.value
  }
}

extension EffectRecord {
  /// Adds what distinguishes this effect from others.
  fileprivate func add(to digest: inout Digest) {
    if let name { digest.add(name) }
    if let site {
      digest.add(Int(site.line))
      digest.add(Int(site.column))
      digest.add("\(site.fileID)")
    }
    for id in cancelIDs { digest.add(String(describing: id)) }
    digest.add(UInt8(0xFE))
  }
}
