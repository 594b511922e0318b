import TestSupport

@testable import Core
@testable import TodoShellSessions

/// A machine with properties, and a way through it.
struct MachineExample: CustomStringConvertible {
  typealias Search = Exploration<MachineFeature.State, MachineFeature.Action>
  typealias Step = Search.Step

  var machine: Machine
  var properties: [MachineProperty]
  /// What is chosen among what can be done, step by step, before anything is judged.
  var beginning: [Int] = []
  /// What is chosen then.
  var walk: [Int] = []
  /// Whether conditions are judged only while nothing is in flight.
  var isAtRestOnly = false
  /// Whether a search that ends early, and then tries random sequences, is tried, too.
  var isLimited = false
  /// How many places of a model are searched. Larger machines are left undecided.
  var limit = 250

  init(machine: Machine, properties: [MachineProperty]) {
    (self.machine, self.properties) = (machine, properties)
  }

  init(_ random: inout SeededGenerator) {
    let machine = Machine(&random)
    self.machine = machine
    properties = (0..<3).map { _ in MachineProperty(&random, of: machine) }
    if random.below(2) == 0 { beginning = (0..<1 + random.below(4)).map { _ in random.below(60) } }
    walk = (0..<8).map { _ in random.below(60) }
    isAtRestOnly = random.below(6) == 0
    isLimited = random.below(3) == 0
    if random.below(10) > 0 { limit = 50 }
  }

  var description: String {
    "\(machine)\n\(properties)\nwalk \(beginning) \(walk)\(isAtRestOnly ? ", at rest only" : "")\(isLimited ? ", limited" : "")"
      .replacing("CoreTests.", with: "")
  }

  /// What Core and the model disagree on.
  func complaint() throws -> String? {
    if checker.multiplies { return nil }
    return try explorationComplaint() ?? (isLimited ? limitedComplaint() : nil) ?? branchComplaint()
  }

  /// The simplest example that is found with a complaint, too.
  func shrunk(_ complaint: String) throws -> (example: Self, complaint: String) {
    var (best, complaint) = (self, complaint)
    for _ in 0..<200 {
      guard
        let next = try best.simpler.firstResult(where: { example in
          try example.complaint().map { (example, $0) }
        })
      else { break }
      (best, complaint) = next
    }
    return (best, complaint)
  }

  private var simpler: [Self] {
    var simpler: [Self] = []
    func add(_ change: (inout Self) -> Void) {
      var copy = self
      change(&copy)
      simpler.append(copy)
    }
    if properties.count > 1 { for index in properties.indices { add { $0.properties.remove(at: index) } } }
    if !walk.isEmpty { add { $0.walk = [] } }
    for index in beginning.indices { add { $0.beginning.remove(at: index) } }
    for index in walk.indices { add { $0.walk.remove(at: index) } }
    if isAtRestOnly { add { $0.isAtRestOnly = false } }
    for machine in machine.simpler { add { $0.machine = machine } }
    return simpler
  }
}

// What an exploration says.
extension MachineExample {
  func explore(
    _ properties: [MachineProperty],
    reached: ((MachineFeature.State) -> Void)? = nil,
    change: (inout Search.Plan) -> Void = { _ in }
  ) throws -> Search {
    var plan = Search.Plan()
    (plan.depth, plan.sequences, plan.momentLimit) = (100_000, 100_000, 512)
    change(&plan)
    let feature = MachineFeature(machine: machine)
    let exploration = try Search(
      of: properties.map { $0.claim(of: machine) } + (reached == nil ? [] : [.always("true") { _ in true }]),
      from: begun(),
      plan: plan,
      isAtRestOnly: isAtRestOnly,
      steps: feature.steps
    )
    // States that the model does not tell apart, but Core does, may be many.
    exploration.isEnough = { [unowned exploration, limit] in exploration.coverage.sequences >= 40 * limit }
    if let reached { exploration.didReach = { _, _, _, state in reached(state) } }
    exploration.run()
    return exploration
  }

  /// A session after the beginning.
  private func begun() throws -> Session<MachineFeature.State, MachineFeature.Action> {
    let session = Session(initialState: MachineFeature.State()) { MachineFeature(machine: machine) }
    for choice in start.choices { try MachineFeature(machine: machine).step(choice).perform(in: session) }
    return session
  }

  private var start: MachineBranch {
    var start = MachineBranch(of: machine, from: MachineModel(startOf: machine), isAtRestOnly: isAtRestOnly)
    for number in beginning { start.choose(number) }
    return start
  }

  private var checker: MachineChecker {
    MachineChecker(machine: machine, start: start.model, isAtRestOnly: isAtRestOnly, limit: limit)
  }

  private func explorationComplaint() throws -> String? {
    let reachable = checker.reachableValues()
    let known = properties.compactMap { property in checker.decide(property).map { (property, $0) } }
    guard !known.isEmpty, reachable != nil || !machine.moves.contains(0) else { return nil }
    var values: Set = [checker.start.values]
    let exploration = try explore(
      known.map(\.0),
      reached: reachable == nil ? nil : { values.insert($0.all(in: machine)) }
    )
    for (index, (property, decision)) in known.enumerated() {
      let verdict = exploration.verdicts[index]
      if !exploration.agrees(verdict, with: decision) {
        return "explore: \(property): \(text(of: verdict)), the model says \(decision)"
      }
      if let complaint = try complaint(about: verdict, on: property) { return "explore: \(complaint)" }
      if case .holds = verdict, property.mayBeVacuous,
        exploration.vacuousProperties.contains(index) == decision.isTested
      {
        return "explore: \(property) is vacuous: \(!decision.isTested)"
      }
    }
    if let reachable, exploration.coverage.isComplete ? values != reachable : !values.isSubset(of: reachable)
    {
      return "explore reaches \(values), the model \(reachable)"
    }
    let other = try explore(
      known.map(\.0),
      reached: reachable == nil ? nil : { _ in },
      change: { $0.workers = 2 }
    )
    let (one, two) = (text(of: exploration), text(of: other))
    let isSame = one == two && exploration.coverage == other.coverage
    return isSame ? nil : "two workers: \(two) \(other.coverage), one: \(one) \(exploration.coverage)"
  }

  /// What a search says that ends early, and then tries random sequences.
  private func limitedComplaint() throws -> String? {
    let exploration = try explore(properties, change: { ($0.depth, $0.sequences) = (6, 24) })
    for (property, verdict) in zip(properties, exploration.verdicts) {
      if let complaint = try complaint(about: verdict, on: property) { return "limited: \(complaint)" }
      guard let decision = checker.decide(property) else { continue }
      if !exploration.agrees(verdict, with: decision) {
        return "limited: \(property): \(text(of: verdict)), the model says \(decision)"
      }
    }
    return nil
  }

  /// What is wrong with a finding.
  private func complaint(about verdict: Search.Verdict, on property: MachineProperty) throws -> String? {
    let finding: Search.Finding
    switch verdict {
    case .fails(let found), .reached(let found): finding = found
    case .holds, .holdsUpTo, .inconclusive: return nil
    }
    guard case .property(_, let evidence) = finding.fault, evidence != .unreachable else { return nil }
    let name = "\(property): \(text(of: verdict))"
    let branch = branch(of: finding.steps.map(choice))
    if branch.choices.count < finding.steps.count { return "\(name): not all steps are possible" }
    if let complaint = try complaint(about: branch, on: [property]) { return "\(name): \(complaint)" }
    let shown = branch.verdict(on: property)
    switch evidence {
    case .loop:
      guard shown == .open, branch.isLoop(ofLast: finding.loopLength, missing: property) else {
        return "\(name): no loop, but \(shown)"
      }
      return nil
    case .reached where shown != .holds(isVacuous: false): return "\(name): \(shown)"
    case .reached: break
    default:
      guard shown == .fails(evidence.modelled, choices: finding.steps.count) else {
        return "\(name): \(shown)"
      }
    }
    if let fewest = checker.fewestSteps(deciding: property, most: finding.steps.count),
      fewest > finding.steps.count || fewest < finding.steps.count && finding.isShortest
    {
      return "\(name): \(fewest) steps are enough"
    }
    guard finding.isMinimal, !property.isResponse else { return nil }
    for index in branch.choices.indices {
      var fewer = branch.choices
      fewer.remove(at: index)
      let verdict = self.branch(of: fewer).verdict(on: property)
      let isSame = if case .fails(evidence.modelled, _) = verdict { true } else { false }
      if isSame || evidence == .reached && verdict == .holds(isVacuous: false) {
        return "\(name): step \(index) is not needed"
      }
    }
    return nil
  }

  private func branch(of choices: [Machine.Choice]) -> MachineBranch {
    MachineBranch(of: machine, from: start.model, isAtRestOnly: isAtRestOnly, choices)
  }

  private func choice(of step: StepRecord) -> Machine.Choice {
    switch step.move {
    case .run?: .run
    case .advance(let duration)?: .advance(Int(duration / .milliseconds(100)))
    default: machine.allActs.first { $0.description == step.text } ?? .run
    }
  }

  private func text(of verdict: Search.Verdict) -> String {
    switch verdict {
    case .fails(let finding), .reached(let finding):
      "\(finding.fault) after \(finding.steps.map(\.text)), loop \(finding.loopLength), shortest \(finding.isShortest)"
    case .holds, .holdsUpTo, .inconclusive: "\(verdict)"
    }
  }

  private func text(of exploration: Search) -> String {
    "\(exploration.verdicts.map(text)) \(exploration.vacuousProperties.sorted())"
  }
}

// What a branch shows, and what is left of it when it is shortened.
extension MachineExample {
  private func branchComplaint() throws -> String? {
    let session = try begun()
    var branch = branch(of: [])
    var ends = [session.moment.number]
    for number in walk {
      guard let choice = branch.choose(number) else { continue }
      try MachineFeature(machine: machine).step(choice).perform(in: session)
      ends.append(session.moment.number)
      if session.state.all(in: machine) != branch.model.values {
        return "\(branch.choices): \(session.state), the model says \(branch.model)"
      }
      if let complaint = try complaint(about: branch, on: properties, session, ends) { return complaint }
    }
    return try shorteningComplaint(branch)
  }

  /// Performs the choices of a branch in a session, and compares what they show.
  private func complaint(about branch: MachineBranch, on properties: [MachineProperty]) throws -> String? {
    let session = try begun()
    var ends = [session.moment.number]
    for choice in branch.choices {
      try MachineFeature(machine: machine).step(choice).perform(in: session)
      ends.append(session.moment.number)
    }
    return try complaint(about: branch, on: properties, session, ends)
  }

  private func complaint(
    about branch: MachineBranch,
    on properties: [MachineProperty],
    _ session: Session<MachineFeature.State, MachineFeature.Action>,
    _ ends: [Int]
  ) throws -> String? {
    for property in properties {
      let verdict = try session.verdict(
        on: property.claim(of: machine),
        since: ends[0],
        isAtRestOnly: isAtRestOnly
      )
      let expected = branch.verdict(on: property)
      let isRight =
        switch verdict {
        case .holds(let isVacuous): expected == .holds(isVacuous: isVacuous)
        case .fails(.loop, _, let length):
          expected == .open && branch.turns.isLoop(ofLast: length, missing: property)
        case .fails(let evidence, let moment, _):
          expected == .fails(evidence.modelled, choices: ends.firstIndex { $0 >= moment } ?? -1)
        case .open: expected == .open
        }
      if !isRight {
        return "expect \(property) after \(branch.choices): \(verdict), the model says \(expected)"
      }
    }
    return nil
  }

  private func shorteningComplaint(_ branch: MachineBranch) throws -> String? {
    let failing = properties.first {
      if case .fails(let evidence, _) = branch.verdict(on: $0) { evidence != .unreachable } else { false }
    }
    let values = branch.model.values
    guard failing != nil || values != branch.models[0].values else { return nil }
    let feature = MachineFeature(machine: machine)
    let check = Step("check", group: "check") { session in
      if let failing {
        let verdict = try session.verdict(on: failing.claim(of: machine), isAtRestOnly: isAtRestOnly)
        if case .fails = verdict { throw Failure() }
      } else if session.state.all(in: machine) == values {
        throw Failure()
      }
    }
    let shrinker = try Shrinker(
      of: branch.choices.map(feature.step),
      from: begun(),
      keepsPlaces: failing == nil,
      check: check
    )
    let isReproduced = (failing == nil ? shrinker.cut() : true) && shrinker.shrink()
    shrinker.end()
    func fails(_ choices: [Machine.Choice]) -> Bool {
      let branch = self.branch(of: choices)
      guard let failing else { return branch.model.values == values }
      if case .fails = branch.verdict(on: failing) { return true }
      return false
    }
    let short = self.branch(of: shrinker.steps.map(choice))
    let what = failing.map { "\($0)" } ?? "\(values)"
    let name = "shorten \(what) after \(branch.choices) to \(short.choices)"
    if !isReproduced || short.choices.count < shrinker.steps.count { return "\(name): not reproduced" }
    if let failing, let complaint = try complaint(about: short, on: [failing]) {
      return "\(name): \(complaint)"
    }
    let isLoop = failing.map { property in
      let turns = short.turns
      return (1...max(1, turns.choices.count)).contains { turns.isLoop(ofLast: $0, missing: property) }
    }
    if !fails(short.choices), isLoop != true { return "\(name): it does not fail" }
    return short.simpler.first(where: fails).map { "\(name): \($0) is enough" }
  }

  private struct Failure: Error {}
}

extension MachineBranch {
  /// What is left if one or two choices are left out, or neighbouring moves of the clock are merged.
  fileprivate var simpler: [[Machine.Choice]] {
    var simpler: [[Machine.Choice]] = []
    for index in choices.indices {
      var fewer = choices
      fewer.remove(at: index)
      simpler.append(fewer)
      for other in fewer.indices.dropFirst(index) {
        var fewer = fewer
        fewer.remove(at: other)
        simpler.append(fewer)
      }
      guard index + 1 < choices.count, choices[index].isMove, choices[index + 1].isMove else { continue }
      let tenths = points[(index + 1)...(index + 2)].joined().reduce(0) { $0 + $1.passed }
      simpler.append(choices[..<index] + [.advance(tenths)] + choices[(index + 2)...])
    }
    return simpler
  }
}

extension Machine {
  fileprivate var allActs: [Choice] {
    choices(at: [0, 0] + Array(repeating: 0, count: slots)).filter { !$0.isMove }
  }
}

extension Sequence {
  fileprivate func firstResult<Result>(where transform: (Element) throws -> Result?) rethrows -> Result? {
    for element in self {
      if let result = try transform(element) { return result }
    }
    return nil
  }
}

extension ExplorationFault.Evidence {
  fileprivate var modelled: MachineProperty.Evidence {
    switch self {
    case .condition, .error: .condition
    case .action: .action
    case .late: .late
    case .deadEnd: .deadEnd
    case .loop: .loop
    case .reached: .reached
    case .unreachable: .unreachable
    }
  }
}

extension Exploration {
  /// Whether a verdict says the same as the model, as far as it says anything.
  func agrees(_ verdict: Verdict, with decision: MachineChecker.Decision) -> Bool {
    switch verdict {
    case .holds: !decision.isDecided
    case .reached: decision.isDecided
    case .fails(let finding):
      if case .property(_, .unreachable) = finding.fault { !decision.isDecided } else { decision.isDecided }
    case .holdsUpTo(let steps, _), .inconclusive(let steps, _):
      !coverage.isComplete && decision.steps.map { $0 > steps } ?? true
    }
  }
}

extension MachineProperty {
  /// Draws a property.
  init(_ random: inout SeededGenerator, of machine: Machine) {
    func condition() -> Condition {
      let variable = random.below(4 + machine.slots)
      if variable == 3 + machine.slots { return Condition(variable: nil, value: random.below(2)) }
      // Twice as likely as a child.
      if variable < 3 { return Condition(variable: variable % 2, value: random.below(3)) }
      return Condition(variable: variable - 1, value: random.below(4) - 1)
    }
    func event() -> MachineModel.Event {
      let slot = random.below(2) == 0 || machine.slots == 0 ? nil : random.below(machine.slots)
      return .init(slot: slot, number: random.below(machine.events.count))
    }
    let within = random.below(2) == 0 ? nil : 1 + random.below(5)
    switch random.below(10) {
    case 0: self = .never(event())
    case 1: self = .alwaysNot(condition())
    case 2: self = .sometimes(condition(), condition())
    case 3: self = .after(event(), condition())
    case 4, 5: self = .eventually(condition(), within: within)
    case 6: self = .eventually(condition(), within: within, never: condition())
    // Something is in flight forever only if endless effects are.
    case 7: self = .leadsTo(from: Condition(variable: nil, value: 1), to: condition(), within: within)
    default: self = .leadsTo(from: condition(), to: condition(), within: within)
    }
  }

  fileprivate var isResponse: Bool {
    switch self {
    case .leadsTo, .eventually: true
    case .never, .alwaysNot, .sometimes, .after: false
    }
  }

  fileprivate var mayBeVacuous: Bool {
    switch self {
    case .after, .leadsTo: true
    case .eventually(_, _, let never): never != nil
    case .never, .alwaysNot, .sometimes: false
    }
  }

  /// The same as a property of the feature.
  fileprivate func claim(of machine: Machine) -> Property<MachineFeature.State, MachineFeature.Action> {
    func holds(_ condition: Condition) -> (SettledMoment<MachineFeature.State, MachineFeature.Action>) -> Bool
    {
      { condition.holds($0.state.all(in: machine), isQuiescent: $0.effects.isEmpty) }
    }
    func limit(_ tenths: Int?) -> Duration? { tenths.map { .milliseconds(100 * $0) } }
    switch self {
    case .never(let event): return .never("") { $0.event == event }
    case .alwaysNot(let condition): return .always("") { !holds(condition)($0) }
    case .sometimes(let first, let second): return .sometimes("") { holds(first)($0) && holds(second)($0) }
    case .after(let event, let condition): return .after("", { $0.event == event }, holds(condition))
    case .leadsTo(let trigger, let goal, let within):
      return .leadsTo("", within: limit(within), from: holds(trigger), to: holds(goal))
    case .eventually(let goal, let within, let never?):
      return .until("", within: limit(within), { !holds(never)($0) }, until: holds(goal))
    case .eventually(let goal, let within, nil): return .eventually("", within: limit(within), holds(goal))
    }
  }
}
