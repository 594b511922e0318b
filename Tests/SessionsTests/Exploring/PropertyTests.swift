import Synchronization
import Testing

@testable import Core
@testable import TodoShellSessions

/// The verdicts on properties: when they are exact, and when there is none.
struct PropertyTests {
  private typealias TimerProperty = Property<Timers.State, Timers.Action>
  private typealias Search = Exploration<Timers.State, Timers.Action>

  private func explore(
    _ properties: TimerProperty...,
    actions: [Timers.Action] = [.start(3)],
    moves: [Duration] = [.seconds(1)],
    change: (inout Search.Plan) -> Void = { _ in }
  ) throws -> Search {
    var plan = Search.Plan()
    (plan.depth, plan.sequences) = (6, 2_000)
    change(&plan)
    let exploration = try Exploration(
      of: properties,
      from: Session(initialState: Timers.State()) { Timers() },
      plan: plan
    ) { session in
      actions.map { action in
        ExplorationStep("\(action)", group: "\(action)") { try $0.send(action) }
      } + moves.map { .advance(by: $0, text: "\($0)") } + (moves.isEmpty ? [] : [.run])
    }
    exploration.run()
    for finding in exploration.findings where finding.error == nil {
      try checkBranch(of: finding, properties, plan)
    }
    return exploration
  }

  /// The branch of a finding's steps shows what the exploration has found, and no part of it does.
  private func checkBranch(
    of finding: Search.Finding,
    _ properties: [TimerProperty],
    _ plan: Search.Plan
  ) throws {
    guard case .property(let index, let evidence) = finding.fault, evidence != .unreachable else { return }
    let session = Session(initialState: Timers.State()) { Timers() }
    func shown() throws -> (evidence: ExplorationFault.Evidence?, loopLength: Int) {
      switch try session.verdict(on: properties[index], plan: plan) {
      case .fails(let evidence, _, let loopLength): (evidence == .unreachable ? nil : evidence, loopLength)
      case .holds: (evidence == .reached ? .reached : nil, 0)
      case .open: (nil, 0)
      }
    }
    for step in finding.steps {
      #expect(try shown().evidence == nil, "\(finding.steps.map(\.text)), before \(step.text)")
      try step.perform(in: session)
    }
    #expect(try shown() == (evidence, finding.loopLength), "\(finding.steps.map(\.text))")
  }

  @Test func theGoalCanBeReachedAtTheDeadlineAfterOtherCommands() throws {
    let property = TimerProperty.eventually("on", within: .seconds(2)) { $0.state.isOn }
    let session = Session(initialState: Timers.State()) { Timers() }
    func verdict() throws -> BranchVerdict { try session.verdict(on: property) }
    try session.advance(by: .seconds(2))
    #expect(try verdict() == .fails(.late, moment: session.moment.number, loopLength: 0))
    try session.send(.waitSilently)
    try session.send(.toggle)
    #expect(try verdict() == .holds(isVacuous: false))
    try session.send(.toggle)
    #expect(try verdict() == .holds(isVacuous: false))
  }

  @Test func aLoopIsFoundWithoutRunningAnEffectAgain() throws {
    let runs = CountedTicker.Runs()
    let session = Session(initialState: false) { CountedTicker(runs: runs) }
    try session.send(.tick)
    try session.advance(by: .seconds(1))
    try session.advance(by: .seconds(1))
    let count = runs.count.load(ordering: .relaxed)
    #expect(count == 3)
    let verdict = try session.verdict(on: .eventually("on") { $0.state })
    guard case .fails(.loop, _, 1) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(runs.count.load(ordering: .relaxed) == count)
  }

  @Test func aBranchIsJudgedUntilACheckFails() throws {
    let session = Session(initialState: Timers.State()) { Timers() }
    for _ in 0..<9 { try session.send(.toggle) }
    var (checks, evaluations) = (0, 0)
    let property = TimerProperty.always("p") { _ in
      evaluations += 1
      return true
    }
    #expect(throws: Unknown.self) {
      try session.verdict(on: property) {
        checks += 1
        if checks == 5 { throw Unknown() }
      }
    }
    #expect(evaluations == 4, "not all of \(session.moments.count) moments")
  }

  private func verdict(_ exploration: Search, _ index: Int = 0) -> String {
    switch exploration.verdicts[index] {
    case .holds: "holds"
    case .holdsUpTo(let steps, _): "holds up to \(steps)"
    case .fails(let finding): "fails: \(finding.fault) after \(finding.steps.map(\.text))"
    case .reached(let finding): "reached after \(finding.steps.map(\.text))"
    case .inconclusive: "inconclusive"
    }
  }

  private func fails(_ evidence: String, _ steps: String...) -> String {
    "fails: property(0, TodoShellSessions.ExplorationFault.Evidence.\(evidence)) after \(steps)"
  }

  // What is done in three seconds is done within three seconds, and not within a moment less.
  @Test(arguments: [(3_000, true), (2_999, false)]) func deadlinesAreExact(_ limit: Int, _ holds: Bool) throws
  {
    let property = TimerProperty.leadsTo("ends", within: .milliseconds(limit)) {
      $0.state.running > 0
    } to: {
      $0.state.done > 0
    }
    let verdict = try verdict(explore(property, moves: [.seconds(3)]))
    #expect(verdict == (holds ? "holds up to 6" : fails("late", "start(3)", "advance 2.999 seconds")))
  }

  @Test func aConditionAfterAnActionIsJudgedWhereTheActionOccurs() throws {
    func after(_ action: Timers.Action, _ condition: @escaping (Timers.State) -> Bool) -> TimerProperty {
      .after("after", { $0 == action }) { condition($0.state) }
    }
    let properties = [
      after(.start(3)) { $0.running > 0 }, after(.start(3)) { $0.running < 2 },
      after(.end) { $0.running == 0 },
      after(.tick) { _ in false },
    ]
    let exploration = try explore(properties[0], properties[1], properties[2], properties[3])
    #expect(verdict(exploration).hasPrefix("holds"))
    let failure =
      "fails: property(1, TodoShellSessions.ExplorationFault.Evidence.condition) after [\"start(3)\", \"start(3)\"]"
    #expect(verdict(exploration, 1) == failure)
    #expect(verdict(exploration, 2).hasPrefix("fails: property(2"), "two timers run, and one ends")
    #expect(exploration.vacuousProperties == [3], "no tick ever occurs")
  }

  @Test func aDeadlineBetweenTwoMomentsIsWhereAPropertyFails() throws {
    let property = TimerProperty.eventually("soon", within: .milliseconds(1_500)) { $0.state.done > 0 }
    #expect(
      try verdict(explore(property, moves: [.seconds(60)])) == fails("late", "advance 1.5 seconds"),
      "though no step ends there"
    )
  }

  @Test func aDeadlineIsMissedEvenWhileSomethingIsInFlight() throws {
    let property = TimerProperty.eventually("soon", within: .seconds(2)) { $0.state.done > 0 }
    let session = Session(initialState: Timers.State()) { Timers() }
    try session.send(.start(3))
    let start = session.moment.number
    let exploration = try Exploration(of: [property], from: session, isAtRestOnly: true) { _ in
      [.advance(by: .seconds(1), text: "advance 1s")]
    }
    let finding = try #require(exploration.run().first)
    #expect(finding.steps.map(\.text) == ["advance 2.0 seconds"])
    for step in finding.steps { try step.perform(in: session) }
    let verdict = try session.verdict(on: property, since: start, isAtRestOnly: true)
    #expect(verdict == .fails(.late, moment: session.moment.number, loopLength: 0))
  }

  @Test func timeAloneCanReachTheGoalAtTheDeadline() throws {
    let reached = TimerProperty.eventually("2 s", within: .seconds(2)) { $0.now >= .seconds(2) }
    func compareTimes(_ plan: inout Search.Plan) { plan.comparesTimes = true }
    let exploration = try explore(reached, moves: [.seconds(60)], change: compareTimes)
    #expect(verdict(exploration).hasPrefix("holds"))
    let session = Session(initialState: Timers.State()) { Timers() }
    try session.advance(by: .seconds(60))
    #expect(try session.verdict(on: reached) == .holds(isVacuous: false))
    let missed = TimerProperty.eventually("3 s", within: .seconds(2)) { $0.now >= .seconds(3) }
    let expected = fails("late", "advance 2.0 seconds")
    #expect(try verdict(explore(missed, moves: [.seconds(60)], change: compareTimes)) == expected)
  }

  @Test func anEffectThatEndsSilentlyIsSeenWhenItEnds() throws {
    let property = TimerProperty.leadsTo("ends", within: .seconds(3)) {
      !$0.effects.isEmpty
    } to: {
      $0.effects.isEmpty
    }
    let exploration = try explore(property, actions: [.waitSilently], moves: [.seconds(60)])
    #expect(verdict(exploration) == "holds")
  }

  @Test func whatIsWaitedForMayPassDuringALongStep() throws {
    let property = TimerProperty.eventually("flash", within: .seconds(3)) { $0.state.isOn }
    let exploration = try explore(property, actions: [.flash], moves: [.seconds(60)])
    let finding = try #require(exploration.findings.first)
    #expect(finding.steps.map(\.text) == ["advance 3.0 seconds"], "without a flash")
    let flashing = TimerProperty.leadsTo("flash", within: .seconds(1)) {
      !$0.effects.isEmpty && !$0.state.isOn && $0.state.done == 0
    } to: {
      $0.state.isOn
    }
    #expect(try verdict(explore(flashing, actions: [.flash], moves: [.seconds(60)])).hasPrefix("holds"))
  }

  @Test func anActionThatMustNotOccurIsFoundWhoeverSendsIt() throws {
    let property = TimerProperty.never("no end") { $0 == .end }
    #expect(try verdict(explore(property)) == fails("action", "start(3)", "run"))
    #expect(try verdict(explore(property, actions: [.waitSilently])) == "holds")
  }

  @Test func aConditionThatCanBeReachedIsReachedByTheShortestWay() throws {
    let property = TimerProperty.sometimes("two") { $0.state.done == 2 }
    #expect(try verdict(explore(property)) == "reached after [\"start(3)\", \"start(3)\", \"run\"]")
    let never = TimerProperty.sometimes("on") { $0.state.isOn }
    #expect(try verdict(explore(never, actions: [.waitSilently])) == fails("unreachable"))
    #expect(try verdict(explore(never)) == "inconclusive", "there may be more states")
  }

  @Test func aDeadEndWithoutTheGoalIsACounterexample() throws {
    let property = TimerProperty.leadsTo("on again") {
      $0.state.done > 0
    } to: {
      $0.state.isOn
    }
    #expect(try verdict(explore(property)) == fails("deadEnd", "start(3)", "run"))
  }

  @Test func aLoopWithoutTheGoalIsACounterexampleOnlyIfTimePasses() throws {
    let property = TimerProperty.leadsTo("done") {
      $0.state.isTicking
    } to: {
      $0.state.done > 0
    }
    let finding = try #require(try explore(property, actions: [.tick]).findings.first)
    #expect(finding.fault == .property(0, .loop))
    #expect(finding.loopLength > 0)
    #expect(finding.steps.suffix(finding.loopLength).contains { $0.text.contains("second") })
    // Toggling a switch forever takes no time, and while time passes the timer ends.
    let fair = TimerProperty.leadsTo("done") {
      !$0.effects.isEmpty
    } to: {
      $0.effects.isEmpty
    }
    #expect(try verdict(explore(fair, actions: [.waitSilently, .toggle], moves: [.seconds(3)])) == "holds")
  }

  @Test func timePassesEvenIfNoStepMovesTheClock() throws {
    func verdict(_ goal: @escaping TimerProperty.Condition) throws -> String {
      let property = TimerProperty.leadsTo("p", from: { !$0.effects.isEmpty }, to: goal)
      return try self.verdict(explore(property, actions: [.waitSilently], moves: []))
    }
    #expect(try verdict { $0.effects.isEmpty } == "holds")
    #expect(try verdict { $0.state.isOn } == fails("deadEnd", "waitSilently", "advance 3.0 seconds"))
  }

  @Test func aGoalThatHoldsAtTheStartDecidesAtOnce() throws {
    let off = TimerProperty.eventually("off") { !$0.state.isOn }
    let exploration = try explore(off, .until("off", { _ in false }) { !$0.state.isOn })
    #expect([0, 1].map { verdict(exploration, $0) } == ["holds", "holds"])
    #expect(exploration.vacuousProperties == [1] && exploration.coverage.sequences == 0)
    let others = try explore(off, .always("off") { !$0.state.isOn }, actions: [.start(3), .toggle])
    #expect(verdict(others, 1).hasSuffix("after [\"toggle\"]"), "the search goes on for other properties")
  }

  @Test func untilRequiresBoth() throws {
    let early = TimerProperty.until("quiet") {
      !$0.state.isTicking
    } until: {
      $0.state.isOn
    }
    #expect(try verdict(explore(early, actions: [.tick])) == fails("deadEnd"), "nothing need happen")
    let limited = TimerProperty.until("quiet", within: .seconds(9)) {
      !$0.state.isTicking
    } until: {
      $0.state.isOn
    }
    #expect(try verdict(explore(limited, actions: [.tick], moves: [])) == fails("condition", "tick"))
  }

  private struct Unknown: Error {}

  /// A property whose condition throws once the light is on, in each place where a property has one.
  private static func unknowns() -> [TimerProperty] {
    func unknown(_ otherwise: Bool) -> TimerProperty.Condition {
      { moment in
        if moment.state.isOn { throw Unknown() }
        return otherwise
      }
    }
    return [
      .always("p", unknown(true)), .sometimes("p", unknown(false)),
      .eventually("p", within: .seconds(9), unknown(false)),
      .leadsTo("p", from: unknown(false)) { _ in false },
      .leadsTo("p", from: { _ in true }, to: unknown(true)),
      .until("p", within: .seconds(9), unknown(true)) { _ in false },
      .until("p", within: .seconds(9), { _ in true }, until: unknown(false)),
    ]
  }

  @Test(arguments: 0..<7) func aConditionThatThrowsGivesNoVerdict(_ index: Int) throws {
    let exploration = try explore(
      .sometimes("three") { $0.state.done == 3 },
      Self.unknowns()[index],
      actions: [.tick, .toggle]
    )
    let finding = try #require(exploration.findings.last)
    #expect(finding.error is Unknown && finding.property == 1)
    #expect(finding.steps.map(\.text) == ["toggle"])
    #expect(verdict(exploration, 1) == "inconclusive" && !exploration.coverage.isComplete)
  }

  @Test func aConditionThatThrowsLateIsToldWithItsSteps() throws {
    let property = TimerProperty.always("few") { moment in
      if moment.state.done == 4 { throw Unknown() }
      return true
    }
    let exploration = try explore(property, actions: [.start(1), .toggle, .waitSilently]) {
      ($0.depth, $0.sequences) = (20, 600)
    }
    let finding = try #require(exploration.findings.first)
    #expect(finding.error is Unknown)
    #expect(finding.steps.filter { $0.text == "start(1)" }.count == 4, "\(finding.steps.map(\.text))")
  }

  @Test func vacuousPropertiesAreReported() throws {
    let exploration = try explore(
      .leadsTo("never on", within: .seconds(1)) {
        $0.state.isOn
      } to: {
        !$0.state.isOn
      },
      .leadsTo("at once") {
        $0.state.running > 0
      } to: {
        $0.state.running > 0
      },
      .until("from the start", { $0.state.isOn }, until: { !$0.state.isOn }),
      .until(
        "later",
        within: .seconds(100),
        { !$0.state.isOn },
        until: { $0.state.done > 0 || $0.now > .seconds(9) }
      ),
      .eventually("now") { $0.state.done == 0 }
    ) { $0.comparesTimes = true }
    #expect(exploration.vacuousProperties == [0, 2])
    let reached = try explore(
      .leadsTo("on", within: .seconds(1)) {
        $0.state.isOn
      } to: {
        $0.state.isOn
      },
      actions: [.toggle]
    )
    #expect(reached.vacuousProperties == [] && verdict(reached) == "holds")
  }

  @Test func neighbouringClockMovesAreMerged() throws {
    let property = TimerProperty.always("one") { $0.state.done < 2 }
    let exploration = try explore(property, actions: [.start(2), .toggle], moves: [.seconds(1)]) {
      $0.depth = 8
    }
    let finding = try #require(exploration.findings.first)
    #expect(finding.steps.count == 3, "\(finding.steps.map(\.text))")
  }

  /// If a single clock move leads as far as two do, sequences of fewer steps have not all been tried.
  @Test func aFindingIsShortestOnlyIfAllShorterSequencesWereTried() throws {
    func finding(moves: [Duration]) throws -> Search.Finding {
      let property = TimerProperty.always("no light after three seconds") {
        !$0.state.isOn || $0.now < .seconds(3)
      }
      let actions: [Timers.Action] = [.toggle]
      var plan = Search.Plan()
      (plan.depth, plan.comparesTimes) = (6, true)
      let exploration = try Exploration(
        of: [property],
        from: Session(initialState: Timers.State()) { Timers() },
        plan: plan
      ) { _ in
        actions.map { action in ExplorationStep("\(action)", group: "\(action)") { try $0.send(action) } }
          + moves.map { .advance(by: $0, text: "\($0)") }
      }
      return try #require(exploration.run().first)
    }
    let merged = try finding(moves: [.seconds(1)])
    #expect(Set(merged.steps.map(\.text)) == ["toggle", "advance 3.0 seconds"])
    #expect(!merged.isShortest && merged.exhaustedLength == 0, "one long move has not been tried")
    let whole = try finding(moves: [.seconds(3)])
    #expect(whole.steps.count == 2)
  }

  @Test func aFindingIsShortestWhereMovesLeadNoFarther() throws {
    let property = TimerProperty.always("one") { $0.state.done < 1 }
    let exploration = try explore(property, actions: [.start(1)], moves: [.seconds(1)])
    let finding = try #require(exploration.findings.first)
    #expect(finding.steps.map(\.text) == ["start(1)", "1.0 seconds"] && finding.isShortest)
  }

  @Test func severalAreDecidedAtOnce() throws {
    let exploration = try explore(
      .always("few") { $0.state.done < 2 },
      .sometimes("one") { $0.state.done == 1 },
      .leadsTo("ends", within: .seconds(3)) {
        $0.state.running > 0
      } to: {
        $0.state.done > 0
      },
      .never("no tick") { $0 == .tick }
    )
    #expect(verdict(exploration, 0).hasSuffix("after [\"start(3)\", \"start(3)\", \"run\"]"))
    #expect(verdict(exploration, 1) == "reached after [\"start(3)\", \"run\"]")
    #expect(verdict(exploration, 2).hasPrefix("holds up to"))
    #expect(verdict(exploration, 3).hasPrefix("holds up to"))
    #expect(exploration.findings.count == 2)
  }

  @Test func aLongWayIsShortened() throws {
    let property = TimerProperty.leadsTo("on", within: .seconds(2)) {
      $0.state.done == 5
    } to: {
      $0.state.isOn
    }
    let exploration = try explore(property, actions: [.start(1), .toggle, .waitSilently]) {
      ($0.depth, $0.sequences) = (20, 2_000)
    }
    let finding = try #require(exploration.findings.first)
    #expect(finding.fault == .property(0, .late))
    #expect(finding.steps.count <= 8, "\(finding.steps.map(\.text))")
  }
}

/// Timers of all kinds, and a light.
struct Timers: Reducer {
  struct State: Equatable, Sendable {
    var running = 0
    var done = 0
    var isOn = false
    var isTicking = false
  }

  enum Action: Equatable, Sendable { case start(Int), end, waitSilently, flash, toggle, tick }

  @Dependency(\.continuousClock) var clock
  private enum CancelID { case wait, flash, tick }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .start(let seconds):
        state.running += 1
        return .run { send in
          try await clock.sleep(for: .seconds(seconds))
          await send(.end)
        }
      case .end:
        state.running -= 1
        state.done += 1
        return .none
      case .waitSilently:
        return .run { _ in try await clock.sleep(for: .seconds(3)) }
          .cancellable(id: CancelID.wait, cancelInFlight: true)
      case .flash:
        return .run { send in
          for _ in 0..<2 {
            try await clock.sleep(for: .seconds(1))
            await send(.toggle)
          }
          await send(.end)
        }
        .cancellable(id: CancelID.flash, cancelInFlight: true)
      case .toggle:
        state.isOn.toggle()
        return .none
      case .tick:
        state.isTicking = true
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
        .cancellable(id: CancelID.tick, cancelInFlight: true)
      }
    }
  }
}

/// A timer that starts again whenever it ends, and counts how often it was started.
private struct CountedTicker: Reducer {
  final class Runs: Sendable {
    let count = Atomic(0)
  }

  enum Action: Sendable { case tick }

  let runs: Runs
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<Bool, Action> {
    Reduce { _, _ in
      .run { send in
        runs.count.add(1, ordering: .relaxed)
        try await clock.sleep(for: .seconds(1))
        await send(.tick)
      }
    }
  }
}
