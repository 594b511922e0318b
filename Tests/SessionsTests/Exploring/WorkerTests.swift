import TodoShellSessions
import Core
import Foundation
import Synchronization
import TestSupport
import Testing

/// The number of threads changes nothing but the time that an exploration takes.
struct WorkerTests {
  /// All that an exploration tells.
  private struct Outcome: Equatable {
    var findings: [String] = []
    var verdicts: [String] = []
    var coverage: String
    var reached: [String] = []
    var interesting: [[String]]
    var transitions: Set<UInt64>
    var states: Set<UInt64>
  }

  private func outcome<State, Action>(
    of property: Property<State, Action>,
    from session: Session<State, Action>,
    workers: Int,
    isAtRestOnly: Bool = false,
    sequences: Int = rounds(75),
    steps: @escaping (Session<State, Action>) -> [ExplorationStep<State, Action>]
  ) throws -> Outcome {
    var plan = Exploration<State, Action>.Plan()
    (plan.depth, plan.sequences, plan.workers, plan.triesOrders) = (14, sequences, workers, true)
    let exploration = try Exploration(
      of: [property, .sometimes("nothing in flight later") { $0.isQuiescent && $0.now > .seconds(2) }],
      from: session,
      plan: plan,
      isAtRestOnly: isAtRestOnly,
      steps: steps
    )
    exploration.keepsInteresting = true
    var reached: [String] = []
    exploration.didReach = { reached.append("\($0) \($1.text) \($2) \(String(customDumping: $3))") }
    exploration.run()
    var outcome = Outcome(
      coverage: String(customDumping: exploration.coverage),
      reached: reached,
      interesting: exploration.interesting.map { $0.map(\.text) },
      transitions: exploration.space.transitions,
      states: exploration.space.states
    )
    outcome.findings = exploration.findings.map { finding in
      "\(finding.steps.map(\.text)) \(finding.fault) \(finding.isShortest) \(String(describing: finding.shortening))"
    }
    outcome.verdicts = exploration.verdicts.map { verdict in
      switch verdict {
      case .holds: "holds"
      case .fails(let finding): "fails after \(finding.steps.count)"
      case .reached(let finding): "reached after \(finding.steps.count)"
      case .holdsUpTo(let steps, let random), .inconclusive(let steps, let random): "\(steps) \(random)"
      }
    }
    return outcome
  }

  @Test(arguments: seededBugs.indices, [false, true])
  func anyNumberHasTheSameOutcome(_ index: Int, isFixed: Bool) throws {
    func check<Bug: SeededBug>(_ bug: Bug.Type) throws {
      func outcome(workers: Int) throws -> Outcome {
        try self.outcome(
          of: Bug.property,
          from: Bug.session(isFixed: isFixed),
          workers: workers,
          isAtRestOnly: Bug.isAtRestOnly,
          steps: Bug.steps
        )
      }
      let alone = try outcome(workers: 1)
      #expect(!alone.reached.isEmpty)
      for workers in [2, 3, 8] { #expect(try outcome(workers: workers) == alone, "\(workers) workers") }
    }
    try check(seededBugs[index])
  }

  /// All threads see the same shared value, so that only one of them can work.
  @Test(arguments: [1, 4]) func sharedValuesAreSafe(workers: Int) throws {
    let session = Session(initialState: SharedTally.State()) { SharedTally() }
    let outcome = try outcome(of: .always("small") { $0.state.count < 6 }, from: session, workers: workers) {
      _ in
      ["up", "down"].map { name in
        ExplorationStep(name, group: name) { try $0.send(name == "up" ? .up : .down) }
      }
    }
    #expect(outcome.findings.first?.hasPrefix(#"["up", "up", "up", "up", "up", "up"]"#) == true)
    #expect(session.state.count == 0, "and it is as before")
  }

  /// Whatever was tried at the same time as the first use of a shared value is tried again, one after the other.
  @Test func sharedValuesMayAppearLate() throws {
    func outcome(workers: Int) throws -> Outcome {
      let session = Session(initialState: LateTally.State()) { LateTally() }
      return try self.outcome(
        of: .always("small") { ($0.state.late?.wrappedValue ?? 0) < 3 },
        from: session,
        workers: workers
      ) { _ in
        ["up", "other", "down"].map { name in
          ExplorationStep(name, group: name) {
            try $0.send(name == "up" ? .up : name == "down" ? .down : .other)
          }
        }
      }
    }
    let alone = try outcome(workers: 1)
    #expect(
      alone.findings.contains { $0.hasPrefix(#"["up", "up", "up", "up", "up"]"#) },
      "\(alone.findings)"
    )
    for workers in [2, 8] { #expect(try outcome(workers: workers) == alone, "\(workers) workers") }
  }

  @Test func propertiesHaveTheDependenciesOfTheCaller() throws {
    var plan = Exploration<DriftingTotal.State, DriftingTotal.Action>.Plan()
    plan.workers = 4
    let exploration = try Exploration(
      of: [
        .always("the same") { _ in
          @Dependency(\.locale) var locale
          return locale.identifier == "tlh"
        }
      ],
      from: DriftingTotal.session(isFixed: true),
      plan: plan,
      steps: DriftingTotal.steps
    )
    let findings = withDependencies {
      $0.locale = Locale(identifier: "tlh")
    } operation: {
      exploration.run()
    }
    #expect(findings.isEmpty)
  }

  /// Where no step is possible, a sequence counts, too.
  @Test(arguments: 1...40) func noMoreSequencesAreTriedThanMayBe(_ most: Int) throws {
    var plan = Exploration<DriftingTotal.State, DriftingTotal.Action>.Plan()
    (plan.sequences, plan.depth) = (most, 6)
    let exploration = try Exploration(
      of: [.always("anything") { _ in true }],
      from: DriftingTotal.session(isFixed: true),
      plan: plan
    ) { session in
      session.state.total < 3 ? DriftingTotal.steps(in: session) : []
    }
    exploration.run()
    #expect(exploration.coverage.sequences <= most)
  }

  @Test func whatWasFoundBeforeAnInterruptionIsNotLost() throws {
    var steps = 0
    let exploration = try Exploration(
      of: [.always("small") { $0.state.total < 4 }],
      from: DriftingTotal.session(isFixed: true)
    ) { session in
      DriftingTotal.steps(in: session).map { step in
        ExplorationStep(step.text, group: step.group) { session in
          try step.perform(in: session)
          if session.state.total >= 4 { steps += 1 }
        }
      }
    }
    exploration.isInterrupted = { steps > 1 }
    #expect(exploration.run().first != nil)
  }

  @Test func progressIsReportedByTheThreadThatExplores() throws {
    var plan = Exploration<DriftingTotal.State, DriftingTotal.Action>.Plan()
    (plan.workers, plan.sequences) = (4, 200)
    let exploration = try Exploration(
      of: [.always("anything") { _ in true }],
      from: DriftingTotal.session(isFixed: true),
      plan: plan,
      steps: DriftingTotal.steps
    )
    let thread = Thread.current
    var threads: [Thread] = []
    exploration.didProgress = { _ in threads.append(.current) }
    exploration.run()
    #expect(threads.count > 100 && threads.allSatisfy { $0 == thread })
  }

  @Test(arguments: [1, 5, 60]) func allStopAtAnInterruption(_ end: Int) throws {
    let asked = Atomic(0)
    var plan = Exploration<DriftingTotal.State, DriftingTotal.Action>.Plan()
    plan.workers = 4
    let exploration = try Exploration(
      of: [.always("anything") { _ in true }],
      from: DriftingTotal.session(isFixed: true),
      plan: plan,
      steps: DriftingTotal.steps
    )
    exploration.isInterrupted = { asked.add(1, ordering: .relaxed).newValue == end }
    #expect(exploration.run().isEmpty)
    #expect(exploration.coverage.isInterrupted && exploration.coverage.sequences < end)
    #expect(asked.load(ordering: .relaxed) == end, "an interruption is not asked for again")
  }
}

/// A feature that counts in a shared value.
private struct SharedTally: Reducer {
  struct State: Equatable, Sendable {
    @Shared(.inMemory("tally")) var count = 0
  }
  enum Action: Equatable, Sendable { case up, down }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      let step = action == .up ? 1 : -1
      state.$count.withLock { $0 += step }
      return .none
    }
  }
}

/// A feature that has a shared value only once it has counted to three.
private struct LateTally: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var late: Shared<Int>?
  }
  enum Action: Equatable, Sendable { case up, other, down }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .up: state.count += 1
      case .down: state.count -= 1
      case .other: return .none
      }
      if state.count == 3, state.late == nil { state.late = Shared(wrappedValue: 0, .inMemory("late")) }
      if action == .up { state.late?.withLock { $0 += 1 } }
      return .none
    }
  }
}
