import TestSupport
import Testing

@testable import Core
@testable import Sessions

/// The verdicts of explorations of random features agree with those of a search on a separate model.
struct VerdictTests {
  private typealias State = Machine.State
  private typealias Action = Machine.Action

  /// How many places of a model are searched. Larger machines are left undecided.
  private static let limit = 250

  @Test(arguments: 0..<max(200, rounds(25))) func verdictsAreThoseOfAnIndependentSearch(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let machine = Machine(&random)
    let properties = (0..<2).map { _ in Self.property(&random, of: machine) }
    let checker = MachineChecker(machine: machine, order: .usual, limit: Self.limit)
    let expected = properties.map(checker.decides)
    if expected.allSatisfy({ $0 == nil }) { return }
    let exploration = try explore(machine, zip(properties, expected).filter { $1 != nil }.map(\.0))
    for (index, (property, decides)) in zip(properties, expected).filter({ $1 != nil }).enumerated() {
      let verdict = exploration.verdicts[index]
      #expect(
        exploration.isDecided(verdict) == decides,
        "seed \(seed): \(property) of \(machine): \(verdict), the model says \(decides ?? false)"
      )
      if case .fails(let finding) = verdict, finding.fault != .property(index, .unreachable) {
        try checkThatItFails(finding, machine, property, seed)
      }
    }
  }

  /// Orders that commute with each other are tried once, so what is between them may be missing; nothing else is.
  @Test(arguments: (0..<max(40, rounds(5))) + [3_657])
  func verdictsOnOrdersAreThoseOfAnIndependentSearch(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let machine = Machine(&random).sendingAfterEachSleep()
    let property = Self.property(&random, of: machine)
    let least = MachineChecker(machine: machine, order: .any, limit: Self.limit).decides(property)
    let most = MachineChecker(machine: machine, order: .piecemeal, limit: Self.limit).decides(property)
    // Where they differ, either is right, and the machine may be large.
    guard let least, least == most else { return }
    let exploration = try explore(machine, [property], triesOrders: true)
    let isDecided = exploration.isDecided(exploration.verdicts[0])
    #expect(
      isDecided == least,
      "seed \(seed): \(property) of \(machine): \(exploration.verdicts[0]), the model says \(least)"
    )
  }

  /// A loop that `expect` finds is one in which each effect is where it was.
  @Test(arguments: (0..<max(40, rounds(5))) + [670, 3_037]) func loopsOfABranchAreThoseOfTheModel(seed: Int)
    throws
  {
    var random = SeededGenerator(seed: UInt64(seed))
    let machine = Machine(&random)
    let goal = MachineProperty.Condition(variable: random.below(2), value: 1 + random.below(2))
    let session = Session(initialState: State()) { machine }
    var models = [MachineModel()]
    for _ in 0..<12 {
      let steps = machine.steps(in: session)
      let choice = random.below(steps.count + 1) % steps.count
      try steps[choice].perform(in: session)
      models.append(models[models.count - 1].steps(of: machine, .usual)[choice].model)
      #expect(session.state.values == models[models.count - 1].values, "seed \(seed): \(machine)")
    }
    let verdict = try session.verdict(on: Self.claim(.response(from: nil, to: goal, within: nil)))
    guard case .fails(.loop, _, let length) = verdict else { return }
    let (end, start) = (models[models.count - 1], models[models.count - 1 - length])
    #expect(end == start, "seed \(seed): \(machine) is elsewhere after the loop")
  }

  private func explore(
    _ machine: Machine,
    _ properties: [MachineProperty],
    triesOrders: Bool = false
  ) throws -> Exploration<State, Action> {
    var plan = Exploration<State, Action>.Plan()
    (plan.depth, plan.sequences, plan.triesOrders) = (100_000, 100_000, triesOrders)
    let session = Session(initialState: State()) { machine }
    let exploration = try Exploration(
      of: properties.map(Self.claim),
      from: session,
      plan: plan,
      steps: machine.steps
    )
    exploration.run()
    return exploration
  }

  /// Runs what was found in a session of its own.
  private func checkThatItFails(
    _ finding: Exploration<State, Action>.Finding,
    _ machine: Machine,
    _ property: MachineProperty,
    _ seed: Int
  ) throws {
    let session = Session(initialState: State()) { machine }
    for step in finding.steps { try step.perform(in: session) }
    let verdict = try session.verdict(on: Self.claim(property))
    let isFailure = if case .fails = verdict { true } else { false }
    #expect(
      isFailure,
      "seed \(seed): \(property) of \(machine): \(finding.steps.map(\.text)) \(finding.fault): \(verdict)"
    )
  }

  private static func property(_ random: inout SeededGenerator, of machine: Machine) -> MachineProperty {
    func condition() -> MachineProperty.Condition { .init(variable: random.below(2), value: random.below(3)) }
    switch random.below(7) {
    case 0: return .never(event: random.below(machine.events.count))
    case 1: return .alwaysNot(condition())
    case 2: return .sometimes(condition(), condition())
    case 3: return .response(from: nil, to: condition(), within: 1 + random.below(5))
    case 4: return .response(from: nil, to: condition(), within: nil)
    case 5: return .response(from: condition(), to: condition(), within: 1 + random.below(5))
    default: return .response(from: condition(), to: condition(), within: nil)
    }
  }

  private static func claim(_ property: MachineProperty) -> Property<State, Action> {
    func holds(_ condition: MachineProperty.Condition) -> Property<State, Action>.Condition {
      { $0.state.values[condition.variable] == condition.value }
    }
    switch property {
    case .never(let event): return .never("") { $0 == .event(event) }
    case .alwaysNot(let condition): return .always("") { try !holds(condition)($0) }
    case .sometimes(let first, let second):
      return .sometimes("") { try holds(first)($0) && holds(second)($0) }
    case .response(let trigger, let goal, let tenths):
      let limit = tenths.map { Duration.milliseconds(100 * $0) }
      guard let trigger else { return .eventually("", within: limit, holds(goal)) }
      return .leadsTo("", within: limit, from: holds(trigger), to: holds(goal))
    }
  }
}

extension Exploration {
  /// Whether a verdict says that something decides its property: violates it, or reaches its condition; `nil` if it
  /// says neither.
  fileprivate func isDecided(_ verdict: Verdict) -> Bool? {
    switch verdict {
    case .holds: false
    case .reached: true
    case .fails(let finding): if case .property(_, .unreachable) = finding.fault { false } else { true }
    case .holdsUpTo, .inconclusive: nil
    }
  }
}
