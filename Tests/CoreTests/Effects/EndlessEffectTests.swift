import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// Effects that never end and send nothing are stopped at a limit, can be interrupted, and let other work run.
struct EndlessEffectTests {
  /// A feature with an endless effect of one kind.
  struct Endless: Reducer {
    enum Kind: CaseIterable, Sendable {
      /// It sleeps a second again and again.
      case heartbeat
      /// It sleeps for no time at all.
      case flicker
      /// It never waits.
      case spin
      /// It never waits, even when it is cancelled.
      case deafSpin
    }

    enum Action: Equatable, Sendable { case start(Kind), stop, tick }

    /// Counts once the effect that ignores its cancellation is to end.
    let end = CallCount()

    var body: some Reducer<Int, Action> {
      Reduce { state, action in
        switch action {
        case .start(let kind): return .run { _ in try await loop(kind) }.cancellable(id: "loop")
        case .stop: return .cancel(id: "loop")
        case .tick:
          state += 1
          return .none
        }
      }
    }

    private func loop(_ kind: Kind) async throws {
      @Dependency(\.continuousClock) var clock
      switch kind {
      case .heartbeat: while true { try await clock.sleep(for: .seconds(1)) }
      case .flicker: while true { try await clock.sleep(for: .zero) }
      case .spin: while !Task.isCancelled { await Task.yield() }
      case .deafSpin: while end.value == 0 { await Task.yield() }
      }
    }
  }

  typealias EndlessSession = Session<Int, Endless.Action>

  private let endless = Endless()

  private func session(_ kind: Endless.Kind? = nil) throws -> EndlessSession {
    let session = Session(initialState: 0) { endless }
    if let kind { try session.send(.start(kind)) }
    return session
  }

  @Test(arguments: Endless.Kind.allCases) func aSilentEffectIsStoppedAtTheLimit(kind: Endless.Kind) throws {
    defer { endless.end.increment() }
    let session = try session()
    session.momentLimit = 5_000
    let start = try session.send(.start(kind))
    #expect(start?.isCutShort == (kind != .heartbeat))
    for move in [{ try session.run() }, { try session.step() }] {
      let turn = try #require(try move())
      #expect(turn.isCutShort)
      // A thousand sleeps, or as long a time without one, are a moment.
      #expect(turn.moments.count == 5)
      #expect(session.effects.count == 1)
    }
    #expect(session.now == (kind == .heartbeat ? .seconds(10_000) : .zero))
    guard kind != .deafSpin else { return }
    try session.send(.stop)
    #expect(session.effects.isEmpty)
  }

  @Test(arguments: Endless.Kind.allCases) func aSilentEffectObeysThePolicy(kind: Endless.Kind) throws {
    defer { endless.end.increment() }
    let session = try session()
    session.policy.shouldStop = { $0.number > 1 }
    try session.send(.start(kind))
    let turn = try #require(try session.run())
    #expect(turn.isCutShort)
    #expect(turn.moments.count == 1)
  }

  @Test(arguments: [Endless.Kind.heartbeat, .flicker, .spin])
  func theProgressOfASilentEffectIsReplayed(kind: Endless.Kind) throws {
    let session = try session()
    session.momentLimit = 3_000
    try session.send(.start(kind))
    try session.run()
    let (moment, now) = (session.moment.number, session.now)
    try session.send(.tick)
    try session.undo()
    // Another limit makes no difference.
    session.momentLimit = 4_000
    try session.send(.tick)
    #expect(session.now == now)
    #expect(session.state == 1)
    #expect(try session.verify() == nil)
    try session.goto(moment: moment)
    session.policy.isInterrupted = { true }
    #expect(throws: SessionError.interrupted) { try session.send(.tick) }
  }

  @Test(arguments: [Endless.Kind.heartbeat, .flicker, .spin])
  func aWhatIfStopsASilentEffectWhereItWasStopped(kind: Endless.Kind) throws {
    let session = try session()
    session.momentLimit = 3_000
    try session.send(.tick)
    try session.send(.start(kind))
    let run = try #require(try session.run())
    session.momentLimit = 100_000
    let outcome = try session.skip(turnOf: 1)
    #expect(session.turns[outcome.turns.upperBound - 1].moments.count == run.moments.count)
    #expect(outcome.firstDifference?.isOnlyInState == true)
    let count = session.moments.count
    session.policy.shouldStop = { $0.number > count + 1 }
    #expect(throws: SessionError.interrupted) { try session.unskip(turnOf: 1) }
  }

  @Test func aLongAdvancePassesManySilentSleeps() throws {
    let session = try session(.heartbeat)
    let turn = try #require(try session.advance(by: .seconds(5_000)))
    #expect(!turn.isCutShort)
    #expect(session.now == .seconds(5_000))
    #expect(turn.moments.count == 5)
    #expect(try session.verify() == nil)
    let short = try #require(try session.advance(by: .seconds(1_000)))
    #expect(short.moments.count == 1, "What made one moment still makes one")
  }

  @Test func anEffectThatEndsWithoutTimePassingIsNoLongerInFlight() throws {
    let session = makeSession()
    try session.send(.effect(.merge([.run([.sleep(1_000), .send("a")]), .run([.sleep(1_000)])])))
    try session.resume(effectAt: 0)
    #expect(session.effects.count == 1)
    try session.advance(by: .zero)
    #expect(session.effects.isEmpty)
    #expect(try session.advance(by: .zero) == nil)
    #expect(try session.verify() == nil)
  }

  @Test func exploringGoesOnAfterAnEffectThatEndsWithoutTimePassing() throws {
    let session = makeSession()
    try session.send(.effect(.merge([.run([.sleep(1_000), .send("a")]), .run([.sleep(1_000)])])))
    try session.resume(effectAt: 0)
    let exploration = try Exploration(from: session) { _ in [.advance(by: .seconds(1), text: "advance")] }
    #expect(exploration.run().isEmpty)
    #expect(exploration.coverage.isComplete)
  }

  @Test(arguments: Endless.Kind.allCases) func exploringEndsWithAVerdict(kind: Endless.Kind) throws {
    defer { endless.end.increment() }
    var plan = Exploration<Int, Endless.Action>.Plan()
    (plan.depth, plan.sequences) = (3, 40)
    func exploration(of properties: [Property<Int, Endless.Action>]) throws -> Exploration<
      Int, Endless.Action
    > {
      try Exploration(of: properties, from: session(), plan: plan) { _ in
        [
          ExplorationStep("start", group: "start") { try $0.send(.start(kind)) },
          ExplorationStep("stop", group: "stop") { try $0.send(.stop) },
          ExplorationStep("step", group: "step", move: .step), .run,
          .advance(by: .seconds(3_600), text: "advance"),
        ]
      }
    }
    let search = try exploration(of: [.always("still") { $0.state == 0 }])
    #expect(search.run().isEmpty)
    #expect(search.coverage.sequences > 0)
    #expect(!search.coverage.isInterrupted)
    // A timer is legitimate, but an effect that goes on while no time passes is not.
    let misuse = try exploration(of: []).run()
    #expect(misuse.map(\.steps.count) == (kind == .heartbeat ? [] : [1]))
  }

  @MainActor @Test(arguments: [Endless.Kind.spin, .deafSpin])
  func aStoreLetsOtherWorkRun(kind: Endless.Kind) async {
    let endless = endless
    let store = Store(initialState: 0) { endless }
    let task = store.send(.start(kind))
    let other = Task { @MainActor in
      endless.end.increment()
      store.send(.stop)
    }
    await other.value
    await task.finish()
    #expect(task.isFinished)
  }

  /// The store is busy only while the clock moves. Before that, the clock lets all tests have a turn, which takes as long as
  /// they do, and the store would use a processor all that time.
  @MainActor @Test func aClockMovesWhileAStoreIsBusy() async {
    let clock = TestClock()
    let store = Store(initialState: 0) {
      Reduce<Int, Endless.Action> { _, action in
        guard action != .stop else { return .cancel(id: "loop") }
        return .run { _ in
          try await clock.sleep(for: .seconds(1))
          while !Task.isCancelled { await Task.yield() }
        }
        .cancellable(id: "loop")
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(.start(.spin))
    await clock.advance(by: .seconds(2))
    #expect(clock.now.offset == .seconds(2))
    store.send(.stop)
  }

  @Test func aTestStoreReturnsFromSendWhileAnEndlessTimerTicks() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Endless.Action> { state, action in
        guard action != .stop else { return .cancel(id: "timer") }
        guard action != .tick else {
          state += 1
          return .none
        }
        return .run { send in
          @Dependency(\.continuousClock) var clock
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: "timer")
      }
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    store.exhaustivity = .off
    await store.send(.start(.heartbeat))
    await store.receive(.tick) { $0 = 1 }
    await store.receive(.tick) { $0 = 2 }
    await store.send(.stop)
    await store.finish()
  }

  @Test func aTestGivesUpOnAnEffectThatNeverWaits() async {
    let issues = await issues {
      let store = TestStore(initialState: 0) {
        Endless()
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      await store.send(.start(.flicker))
      await store.finish(timeout: .zero)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("1 effect did not end") == true)
  }
}
