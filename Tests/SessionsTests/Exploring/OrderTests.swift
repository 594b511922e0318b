import Testing

@testable import Core
@testable import TodoShellSessions

/// Three effects are started at once and end at once; if the posts come before the user, something is wrong.
private struct SimultaneousRace: SeededBug {
  struct State: Equatable, Sendable {
    var isLoading = false
    var hasImages = false
    var hasUser = false
    var hasPosts = false
    var isBroken = false
  }
  enum Action: Equatable, Sendable { case load, images, user, posts }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .load:
        state.isLoading = true
        return .merge([.images, .user, .posts].map { Self.later(.seconds(1), $0, on: clock) })
      case .images: state.hasImages = true
      case .user: state.hasUser = true
      case .posts:
        state.hasPosts = true
        if !state.hasUser, !isFixed { state.isBroken = true }
      }
      return .none
    }
  }

  static var start: State { State() }
  static func actions(in state: State) -> [Action] { state.isLoading ? [] : [.load] }
  static func isRight(_ state: State) -> Bool { !state.isBroken }
  static var script: [String] { ["load", "step 2"] }
}

/// The orders in which effects that are due at one instant continue.
struct OrderTests {
  private typealias Search = Exploration<SimultaneousRace.State, SimultaneousRace.Action>

  private func exploration(isFixed: Bool, triesOrders: Bool) throws -> Search {
    var plan = Search.Plan()
    (plan.depth, plan.sequences, plan.triesOrders) = (4, 400, triesOrders)
    return try Exploration(
      of: [SimultaneousRace.property],
      from: SimultaneousRace.session(isFixed: isFixed),
      plan: plan,
      steps: SimultaneousRace.steps
    )
  }

  @Test func aRaceIsFoundOnlyIfOrdersAreTried() throws {
    #expect(try exploration(isFixed: false, triesOrders: false).run().isEmpty)
    let finding = try #require(try exploration(isFixed: false, triesOrders: true).run().first)
    #expect(finding.steps.map(\.text) == SimultaneousRace.script)
    let session = SimultaneousRace.session(isFixed: false)
    for step in finding.steps { try step.perform(in: session) }
    #expect(!SimultaneousRace.isRight(session.state))
  }

  @Test func ordersThatCommuteCountOnce() throws {
    let (with, without) = (
      try exploration(isFixed: true, triesOrders: true), try exploration(isFixed: true, triesOrders: false)
    )
    #expect(with.run().isEmpty && without.run().isEmpty)
    #expect(with.coverage.groups["step"] == nil, "no order makes a difference")
    #expect(with.coverage.states == without.coverage.states)
    #expect(with.coverage.transitions == without.coverage.transitions)
    #expect(with.coverage.isComplete)
  }

  @Test func onlyOrdersThatMakeADifferenceAreTried() throws {
    var plan = Search.Plan()
    (plan.depth, plan.sequences, plan.triesOrders) = (6, 400, true)
    let exploration = try Exploration(
      of: [.sometimes("never") { _ in false }],
      from: SimultaneousRace.session(isFixed: false),
      plan: plan,
      steps: SimultaneousRace.steps
    )
    var tried: Set<String> = []
    exploration.didReach = { _, step, _, _ in if step.group == "step" { tried.insert(step.text) } }
    exploration.run()
    #expect(tried == ["step 2"], "the images make no difference, and the user comes before the posts anyway")
    #expect(exploration.coverage.isComplete)
  }

  @Test func randomSequencesChooseOrdersToo() throws {
    func search(triesOrders: Bool) throws -> Search {
      var plan = Search.Plan()
      (plan.depth, plan.sequences, plan.triesOrders) = (6, 400, triesOrders)
      let exploration = try Search(
        of: [SimultaneousRace.property],
        from: SimultaneousRace.session(isFixed: false),
        plan: plan
      ) { session in
        // As many as are tried breadth first.
        (1...200).map { .advance(by: .milliseconds($0), text: "\($0) ms") }
          + SimultaneousRace.steps(in: session)
      }
      exploration.run()
      #expect(exploration.coverage.exhaustedDepth == 0 && exploration.coverage.randomSequences > 0)
      return exploration
    }
    #expect(try search(triesOrders: false).findings.isEmpty)
    let finding = try #require(try search(triesOrders: true).findings.first)
    #expect(finding.steps.contains { $0.group == "step" })
    let session = SimultaneousRace.session(isFixed: false)
    for step in finding.steps { try step.perform(in: session) }
    #expect(!SimultaneousRace.isRight(session.state))
  }
}

/// Letting one of the effects due at an instant continue first.
struct ResumeTests {
  private func session() throws -> Session<SimultaneousRace.State, SimultaneousRace.Action> {
    let session = SimultaneousRace.session(isFixed: false)
    try session.send(.load)
    return session
  }

  @Test func theChosenEffectContinuesBeforeTheOthers() throws {
    let session = try session()
    try session.resume(effectAt: 2)
    #expect(session.now == .seconds(1) && session.state.hasPosts && !session.state.hasUser)
    #expect(session.moment.effectsDueNext.count == 2, "the others are still due")
    try session.advance(by: .zero)
    #expect(session.state.hasUser && session.effects.isEmpty && session.now == .seconds(1))
  }

  @Test func theOrderIsReproduced() throws {
    let session = try session()
    try session.resume(effectAt: 1)
    try session.resume(effectAt: 1)
    let actions = session.moments.compactMap(\.action)
    #expect(actions == [.load, .user, .posts])
    #expect(try session.verify() == nil)
    try session.go(by: -1)
    try session.step()
    #expect(
      session.moments.compactMap(\.action).last == .images,
      "after the user, the images come first again"
    )
  }

  @Test func whatIfsKeepTheOrder() throws {
    let session = SimultaneousRace.session(isFixed: false)
    let first = try #require(try session.send(.images))
    try session.send(.load)
    try session.resume(effectAt: 2)
    _ = try session.skip(turnOf: first.moments.lowerBound)
    #expect(session.state.hasPosts && session.state.isBroken && !session.state.hasImages)
  }

  @Test(arguments: [-1, 3]) func aPositionWithoutAnEffectIsAnError(_ position: Int) throws {
    let session = try session()
    #expect(throws: SessionError.notDue(position, count: 3)) { try session.resume(effectAt: position) }
    #expect(session.now == .zero && session.moments.count == 2)
    #expect("\(SessionError.notDue(3, count: 3))" == "no effect 3 is due next; they go from 0 to 2")
  }
}

/// A timer that ticks twice, and a sleep that was started after it, but began before its second tick: it ends first.
private struct TimerAgainstSleep: SeededBug {
  struct State: Equatable, Sendable {
    var isStarted = false
    var order: [Action] = []
  }
  enum Action: Equatable, Sendable { case start, tick, sleepEnded }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard action == .start else {
        state.order.append(action)
        return .none
      }
      state.isStarted = true
      return .merge(
        .run { send in
          try await clock.sleep(for: .seconds(1))
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        },
        Self.later(.seconds(2), .sleepEnded, on: clock)
      )
    }
  }

  static var start: State { State() }
  static func actions(in state: State) -> [Action] { state.isStarted ? [] : [.start] }
  static func isRight(_ state: State) -> Bool { state.order.first != .tick }
  static var script: [String] { ["start", "advance 1.0 seconds", "step 1"] }
}

/// Effects continue in the order in which their sleeps began, not in that in which they were started.
struct WakingOrderTests {
  private func session() throws -> Session<TimerAgainstSleep.State, TimerAgainstSleep.Action> {
    let session = TimerAgainstSleep.session(isFixed: false)
    try session.send(.start)
    try session.advance(by: .seconds(1))
    return session
  }

  @Test func theFirstEffectDueIsTheOneThatContinuesAnyway() throws {
    let (chosen, usual) = (try session(), try session())
    try chosen.resume(effectAt: 0)
    try usual.step()
    #expect(usual.state.order == [.sleepEnded])
    #expect(chosen.state == usual.state)
  }

  @Test func theOtherOrderIsTried() throws {
    var plan = Exploration<TimerAgainstSleep.State, TimerAgainstSleep.Action>.Plan()
    (plan.depth, plan.sequences, plan.triesOrders) = (4, 400, true)
    let exploration = try Exploration(
      of: [TimerAgainstSleep.property],
      from: TimerAgainstSleep.session(isFixed: false),
      plan: plan,
      steps: TimerAgainstSleep.steps
    )
    let finding = try #require(exploration.run().first)
    let session = TimerAgainstSleep.session(isFixed: false)
    for step in finding.steps { try step.perform(in: session) }
    #expect(session.state.order.first == .tick)
  }
}

/// Three effects that sleep twice at the same times.
private struct SleepingTwice: Reducer {
  struct State: Equatable, Sendable { var order: [Int] = [] }
  enum Action: Equatable, Sendable { case start, ended(Int) }
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .start:
        return .merge(
          (0..<3).map { number in
            .run { send in
              try await clock.sleep(for: .seconds(1))
              try await clock.sleep(for: .seconds(1))
              await send(.ended(number))
            }
          }
        )
      case .ended(let number):
        state.order.append(number)
        return .none
      }
    }
  }
}

/// A choice counts even if the effect that continues sends nothing.
struct SilentChoiceTests {
  @Test func isReproduced() throws {
    let session = Session(initialState: SleepingTwice.State()) { SleepingTwice() }
    try session.send(.start)
    for position in [2, 1] { #expect(try session.resume(effectAt: position) != nil, "it is recorded") }
    try session.run()
    #expect(session.state.order == [2, 1, 0])
    #expect(try session.verify() == nil)
    let numbers = session.moments.indices
    for number in numbers.reversed() { try session.goto(moment: number) }
    try session.goto(moment: numbers.upperBound - 1)
    #expect(session.state.order == [2, 1, 0])
  }
}
