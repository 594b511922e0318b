/// Tries out what a feature can come to from a session's current moment on, and looks for what must not be.
///
/// Sequences of steps are tried breadth first, from each distinct state only once, so that what is found first is the
/// shortest. Where that becomes too much, random sequences follow, and what they find is made as short as can be.
///
/// ```swift
/// let exploration = try Exploration(from: session, looksFor: .broken { $0.state.count >= 0 }) { _ in
///   [ExplorationStep("down", group: "down") { try $0.send(.down) }]
/// }
/// let finding = exploration.run()
/// ```
///
/// The same session, steps and plan have the same outcome, always. The session is as it was afterwards, and is not to be
/// used before.
public final class Exploration<State, Action> {
  /// What a sequence consists of.
  public typealias Step = ExplorationStep<State, Action>

  /// How much is tried.
  public struct Plan: Hashable, Sendable {
    /// How many steps a sequence may have.
    public var depth = 20
    /// How many sequences are tried, at most: half of them breadth first, the rest at random.
    public var sequences = 50_000
    /// Decides the random sequences.
    public var seed: UInt64 = 0
    /// The part of the work that is done here, from 0.
    public var shard = 0
    /// Into how many parts the work is split. Each tries as many sequences as all would without.
    public var shards = 1
    /// Whether states at different virtual times are told apart though all else is the same.
    public var comparesTimes = false
    /// Whether states are told apart that differ only in which UUIDs they have.
    public var comparesIDs = false
    /// How many moments a step may make. What makes more is not followed any further.
    public var momentLimit = 256

    /// Creates the plan that suits most.
    public init() {}
  }

  /// What is looked for.
  public enum Aim {
    /// A moment at the end of a step at which this does not hold.
    case broken((Session<State, Action>) -> Bool)
    /// What is wrong whatever the feature is for: that an issue is reported, that effects feed each other without end
    /// while no time passes, or that the same comes out differently the second time.
    case misuse
  }

  /// What is wrong after a sequence of steps.
  public enum Fault: Hashable, Sendable {
    /// What was to hold does not hold.
    case broken
    /// An issue was reported by the last step.
    case issue(SessionIssue)
    /// The last step does not end, though no time passes.
    case endless
    /// The state comes out differently when the same is done again.
    case divergence
  }

  /// A sequence of steps that leads to a fault.
  public struct Finding {
    /// The steps.
    public let steps: [Step]
    /// What is wrong after them.
    public let fault: Fault
    /// Whether all shorter sequences have been tried.
    public let isShortest: Bool
  }

  /// Finds out whether someone wants the exploration to end; asked at least once for each sequence.
  public var isInterrupted: () -> Bool = { false }
  /// Told after each sequence how far it has come.
  public var didProgress: (Coverage) -> Void = { _ in }
  /// Told of each step that was done, with the session as it is after it, and with the number of the first moment that the
  /// step has made there.
  public var didPerform: (Step, Session<State, Action>, Int) -> Void = { _, _, _ in }

  /// What has been covered.
  public internal(set) var coverage = Coverage()

  let plan: Plan
  let aim: Aim
  let isAtRestOnly: Bool
  let groups: (Session<State, Action>) -> [ExplorationGroup<State, Action>]
  let probe: Probe<State, Action>
  /// The states that were found breadth first, with the shortest way to them.
  var places: [UInt64: Probe<State, Action>.Place] = [:]
  /// The states that only random sequences have come to.
  var fartherStates: Set<UInt64> = []
  /// Whether the rest of the work is done elsewhere.
  var isSplit = false

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - session: Where it begins. It must not be used before the exploration has run.
  ///   - plan: How much is tried.
  ///   - aim: What is looked for.
  ///   - isAtRestOnly: Whether what is to hold need not hold while something is in flight.
  ///   - groups: What can be done in the session as it stands, the simplest first. What is impossible may be among it.
  ///     Random sequences choose the group first, and then one of its steps.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight could not be made again.
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

  /// Creates an exploration of steps whose groups are known once they are made.
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

  /// Tries sequences until one leads to a fault, all is covered, or someone wants it to end.
  ///
  /// - Returns: What was found, if anything was.
  public func run() -> Finding? {
    defer { probe.end() }
    _ = probe.go(to: probe.root)
    places[digest(of: probe.root.flight)] = probe.root
    if let fault = fault(after: nil) { return Finding(steps: [], fault: fault, isShortest: true) }
    let found = searchBreadthFirst() ?? searchAtRandom()
    coverage.states = places.count + fartherStates.count
    return found
  }

  /// The steps that may be possible where the session stands; only some of them once it is interrupted.
  func steps() -> [Step] {
    // A state with a million elements offers as much to choose from.
    groups(probe.session).flatMap { shouldStop() ? [] : $0.steps() }
  }

  /// Notes that a sequence has been tried.
  ///
  /// - Returns: Whether to go on.
  func noteSequence() -> Bool {
    coverage.sequences += 1
    coverage.states = places.count + fartherStates.count
    didProgress(coverage)
    return !shouldStop()
  }

  /// Whether someone wants the exploration to end. Who is asked may say so only once.
  func shouldStop() -> Bool {
    if !coverage.isInterrupted { coverage.isInterrupted = isInterrupted() }
    return coverage.isInterrupted
  }
}

extension Exploration {
  /// What came of a step.
  enum Outcome {
    /// It was refused, or nothing followed from it.
    case nothing
    /// It was stopped, so that nobody knows where it leads.
    case endless
    case done
    case fault(Fault)
  }

  /// Does a step where the session stands, and looks at what came of it.
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

  /// A timer may go on forever; what goes on forever in an instant is a mistake.
  private func outcome(ofEndless step: Step, first: Int) -> Outcome {
    coverage.endlessSteps.insert(step.group)
    let moments = probe.session.timeline.moments
    let isOneInstant = moments[moments.count - 1].now == moments[(first + moments.count) / 2].now
    if case .misuse = aim, isOneInstant { return .fault(.endless) }
    return .endless
  }

  /// What is wrong with where the session stands.
  ///
  /// - Parameter first: The first moment of what was done last.
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

  /// The digest of where the session stands: its state, and what is in flight.
  ///
  /// That two places have the same means that what can be done from them is the same, but for what the feature does with
  /// the time of day and with random numbers, and with UUIDs other than to compare them. A difference that this does not
  /// see may keep a fault from being found, and never makes one up.
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
  /// Adds what tells this effect from others.
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
