import Testing

@testable import Core
@testable import TestSupport
@testable import TodoShellSessions

/// What can follow in a session, and what is wrong with it.
struct ExplorationTests {
  private typealias LockSession = Session<Lock.State, Lock.Action>

  private func session(_ combination: [Lock.Button]) -> LockSession {
    Session(initialState: Lock.State(combination: combination)) { Lock() }
  }

  private func exploration(
    of session: LockSession,
    _ change: (inout Exploration<Lock.State, Lock.Action>.Plan) -> Void = { _ in }
  ) throws -> Exploration<Lock.State, Lock.Action> {
    var plan = Exploration<Lock.State, Lock.Action>.Plan()
    change(&plan)
    return try Exploration(
      of: [.always("closed") { !$0.state.isOpen }],
      from: session,
      plan: plan,
      steps: Lock.steps
    )
  }

  /// The length of the shortest sequence that opens a lock, found by trying all of them, each from the start.
  private func shortestLength(opening combination: [Lock.Button], upTo most: Int) throws -> Int? {
    var sequences: [[ExplorationStep<Lock.State, Lock.Action>]] = [[]]
    for length in 1...most {
      sequences = sequences.flatMap { path in Lock.steps(in: session(combination)).map { path + [$0] } }
      for sequence in sequences {
        let session = session(combination)
        for step in sequence { try step.perform(in: session) }
        if session.state.isOpen { return length }
      }
    }
    return nil
  }

  @Test func findsTheShortestSequenceThatThereIs() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<12 {
      let length = Int.random(in: 1...4, using: &random)
      let combination = (0..<length).map { _ in Lock.Button.allCases.randomElement(using: &random) ?? .red }
      let finding = try exploration(of: session(combination)).run().first
      let expected = try shortestLength(opening: combination, upTo: 4)
      // What takes more than four steps was not tried by hand.
      if let expected { #expect(finding?.steps.count == expected, "\(combination)") }
      #expect(finding?.isShortest != false)
      let again = session(combination)
      for step in finding?.steps ?? [] { try step.perform(in: again) }
      #expect(again.state.isOpen == (finding != nil), "\(combination)")
    }
  }

  @Test func saysThatNothingElseCanBeReached() throws {
    // Two pauses in a row need two timers, and a press cancels the one before.
    let exploration = try exploration(of: session([.red, .pause, .pause]))
    #expect(exploration.run().isEmpty)
    #expect(exploration.coverage.isComplete)
    #expect(exploration.coverage.randomSequences == 0)
    #expect(exploration.coverage.groups.keys.sorted() == ["advance", "press"])
  }

  @Test func timesAreToldApartWhereTheyMatter() throws {
    let session = Session(initialState: Lock.State(combination: [.red])) { Lock() }
    func exploration(comparesTimes: Bool) throws -> Exploration<Lock.State, Lock.Action> {
      var plan = Exploration<Lock.State, Lock.Action>.Plan()
      plan.comparesTimes = comparesTimes
      plan.depth = 3
      return try Exploration(
        of: [.always("soon") { $0.now < .seconds(2) }],
        from: session,
        plan: plan
      ) { _ in [.advance(by: .seconds(1), text: "1 s")] }
    }
    let finding = try #require(try exploration(comparesTimes: true).run().first)
    #expect(finding.steps.map(\.text) == ["advance 2.0 seconds"])
    #expect(try exploration(comparesTimes: false).run().isEmpty, "nothing has changed but the time")
  }

  @Test func beginsWhereTheSessionStands() throws {
    let session = session([.red, .pause, .blue])
    try session.send(.press(.red))
    try session.advance(by: .milliseconds(1))
    let texts = try exploration(of: session).run().first?.steps.map(\.text)
    #expect(texts == ["999 ms", "blue"], "the timer that runs ends after 999 ms more")
  }

  @Test func beginsInTheMiddleOfATurn() throws {
    let session = session([.red, .green, .pause])
    try session.turn { turn in
      turn.send(.press(.red))
      turn.send(.press(.green))
      turn.send(.press(.blue))
    }
    try session.go(by: -1)
    #expect(try exploration(of: session).run().first?.steps.map(\.text) == ["1 s"])
  }

  @Test func leavesTheSessionAsItWas() throws {
    let session = session([.red, .pause, .blue, .blue])
    try session.send(.press(.red))
    let (moments, moves) = (session.moments.count, session.movements.count)
    #expect(try !exploration(of: session).run().isEmpty)
    #expect(session.moments.count == moments && session.movements.count == moves)
    #expect(session.state.progress == 1 && session.now == .zero && session.effects.count == 1)
    #expect(session.rebuilds.count == 0, "not even its engine was made again")
    try session.advance(by: .seconds(1))
    #expect(session.state.progress == 2)
    #expect(try session.verify() == nil)
  }

  @Test func theSameComesOutEachTime() throws {
    func run() throws -> (texts: [String]?, coverage: Exploration<Panel.State, Panel.Action>.Coverage) {
      let exploration = try panel(upTo: 100, sequences: 600)
      return (exploration.run().first?.steps.map(\.text), exploration.coverage)
    }
    let (first, second) = (try run(), try run())
    #expect(first.coverage == second.coverage && first.texts == second.texts)
    #expect(first.coverage.randomSequences == 300)
  }

  @Test func shardsCoverTogetherWhatOneCovers() throws {
    let whole = try panel(upTo: 100, sequences: 10_000) { $0.depth = 3 }
    #expect(whole.run().isEmpty && whole.coverage.exhaustedDepth == 3)
    var states: Set<UInt64> = []
    var largest = 0
    for shard in 0..<3 {
      let part = try panel(upTo: 100, sequences: 10_000) {
        ($0.depth, $0.shard, $0.shards) = (3, shard, 3)
      }
      #expect(part.run().isEmpty && part.coverage.exhaustedDepth == 3)
      states.formUnion(part.space.states)
      largest = max(largest, part.coverage.sequences)
    }
    #expect(states == whole.space.states)
    #expect(largest < whole.coverage.sequences * 2 / 3, "the work is shared")
  }

  @Test func shardsTryDifferentRandomSequences() throws {
    var states: [Set<UInt64>] = []
    for shard in 0..<2 {
      let part = try panel(upTo: 100, sequences: 2_000) { ($0.shard, $0.shards) = (shard, 2) }
      #expect(part.run().isEmpty)
      states.append(part.space.states.subtracting(part.space.places.keys))
    }
    #expect(states[0].subtracting(states[1]).count > states[0].count / 2)
  }
}

extension ExplorationTests {
  @Test func sharedValuesAreAsTheyWere() throws {
    let session = Session(initialState: SharingParent.State()) { SharingParent() }
    try session.send(.tap)
    let exploration = try Exploration(
      of: [.always("few") { $0.state.taps < 4 }],
      from: session
    ) { _ in [ExplorationStep("tap", group: "tap") { try $0.send(.tap) }] }
    #expect(exploration.run().first?.steps.count == 3)
    #expect(session.state.taps == 1)
    try session.send(.tap)
    #expect(session.state.taps == 2)
    #expect(try session.verify() == nil)
  }
}

// MARK: - At random

extension ExplorationTests {
  /// A panel in which something is wrong once the count has got somewhere.
  private func panel(
    upTo count: Int,
    sequences: Int,
    _ change: (inout Exploration<Panel.State, Panel.Action>.Plan) -> Void = { _ in }
  ) throws -> Exploration<Panel.State, Panel.Action> {
    var plan = Exploration<Panel.State, Panel.Action>.Plan()
    plan.sequences = sequences
    change(&plan)
    return try Exploration(
      of: [.always("below") { $0.state.count < count }],
      from: Session(initialState: Panel.State()) { Panel() },
      plan: plan,
      steps: Panel.steps
    )
  }

  @Test func whatIsFoundAtRandomIsMadeAsShortAsCanBe() throws {
    let exploration = try panel(upTo: 8, sequences: 4_000)
    let finding = try #require(exploration.run().first)
    #expect(exploration.coverage.exhaustedDepth < 7, "so it was not found breadth first")
    #expect(finding.steps.map(\.text) == Array(repeating: "up", count: 8))
    #expect(!finding.isShortest, "nobody has tried all shorter ones")
  }

  @Test func statesOfGivenSequencesCount() throws {
    let up = ExplorationStep<Panel.State, Panel.Action>("up", group: "up") { try $0.send(.up) }
    let counts = try [[], [[up, up, up]]].map { sequences in
      let exploration = try panel(upTo: 100, sequences: 100) { $0.depth = 1 }
      exploration.firstSequences = sequences
      #expect(exploration.run().isEmpty)
      return exploration.coverage.states
    }
    #expect(counts == [8, 10], "two of its three states are farther than one step")
  }

  @Test func anotherSeedTriesOtherSequences() throws {
    let states = try [UInt64(1), 2].map { seed in
      let exploration = try panel(upTo: 100, sequences: 2_000) { $0.seed = seed }
      _ = exploration.run()
      return exploration.space.states.subtracting(exploration.space.places.keys)
    }
    #expect(states[0] != states[1])
  }

  @Test func nothingIsTriedBeyondThePlan() throws {
    let exploration = try panel(upTo: 100, sequences: 1_000_000) { $0.depth = 2 }
    #expect(exploration.run().isEmpty)
    #expect(exploration.coverage.exhaustedDepth == 2 && exploration.coverage.deepest == 2)
    #expect(exploration.coverage.randomSequences == 0, "all there is has been tried already")
  }

  @Test func endsWhenSomeoneWantsItTo() throws {
    let exploration = try panel(upTo: 100, sequences: 1_000_000)
    var asked = 0
    exploration.isInterrupted = {
      asked += 1
      return asked == 3
    }
    #expect(exploration.run().isEmpty)
    #expect(exploration.coverage.isInterrupted && exploration.coverage.sequences < 3)
  }

  /// A step may take a second, and making the steps as long.
  @Test(arguments: [1, 2, 10]) func asksBeforeEachStepWhetherToEnd(_ end: Int) throws {
    var asked = 0
    var done = 0
    let exploration = try Exploration(
      of: [.always("below") { $0.state.count < 100 }],
      from: Session(initialState: Panel.State()) { Panel() }
    ) { _ in
      (0..<3).map { number in
        ExplorationStep("up \(number)", group: "up") { session in
          done += 1
          try session.send(.up)
        }
      }
    }
    exploration.isInterrupted = {
      asked += 1
      return asked >= end
    }
    #expect(exploration.run().isEmpty)
    #expect(exploration.coverage.isInterrupted && asked == end)
    #expect(done < end, "\(done) steps between \(end) questions")
  }

  @Test func tellsOfEachSequence() throws {
    let exploration = try panel(upTo: 100, sequences: 100)
    var told: [Int] = []
    exploration.didProgress = { told.append($0.sequences) }
    #expect(exploration.run().isEmpty)
    #expect(told == Array(1...exploration.coverage.sequences))
  }
}

// MARK: - Misuse

extension ExplorationTests {
  private func misuse(_ actions: Faulty.Action...) throws -> Exploration<Faulty.State, Faulty.Action> {
    var plan = Exploration<Faulty.State, Faulty.Action>.Plan()
    plan.depth = 4
    return try Exploration(
      from: Session(initialState: Faulty.State()) { Faulty() },
      plan: plan
    ) { _ in
      actions.map(Faulty.step) + [.run]
    }
  }

  @Test func anIssueThatIsReportedIsAFault() throws {
    let finding = try #require(try misuse(.up, .complain).run().first)
    #expect(finding.steps.map(\.text) == ["up", "up", "complain"])
    guard case .issue(let issue) = finding.fault else { return #expect(Bool(false), "\(finding.fault)") }
    #expect(issue.message == "two is too many")
  }

  @Test func effectsThatFeedEachOtherInAnInstantAreAFault() throws {
    let finding = try #require(try misuse(.up, .echo).run().first)
    #expect(finding.steps.map(\.text) == ["up", "echo"] && finding.fault == .endless)
  }

  @Test func aTimerIsNoFaultAndIsNotFollowed() throws {
    let exploration = try misuse(.tick)
    #expect(exploration.run().isEmpty)
    #expect(exploration.coverage.endlessSteps == ["run"])
  }

  @Test func whatComesOutDifferentlyIsAFault() throws {
    let finding = try #require(try misuse(.up, .draw).run().first)
    #expect(finding.steps.map(\.text) == ["draw"] && finding.fault == .divergence)
  }

  /// What a command throws means that it cannot be done, unless it means that the past could not be made again.
  @Test func aPastThatCannotBeMadeAgainIsAFaultThoughACommandMeetsIt() throws {
    let chance = CallCount()
    let session = Session(initialState: 0) {
      Reduce<Int, Bool> { state, isChance in
        chance.increment()
        state = isChance ? chance.value : state + 1
        return isChance ? .run { _ in try await neverEnds() } : .none
      }
    }
    let exploration = try Exploration(from: session) { _ in
      [
        ExplorationStep<Int, Bool>("again", group: "again") { session in
          try session.send(true)
          try session.send(false)
          try session.undo()
          try session.send(false)
        },
        ExplorationStep<Int, Bool>("refuse", group: "refuse") { _ in throw TestError() },
      ]
    }
    let finding = try #require(exploration.run().first)
    #expect(finding.steps.map(\.text) == ["again"] && finding.fault == .divergence)
  }
}
