import Core
import TodoShellDebugger
import TodoShellSystem
import Testing

/// The debugger as a front end has it: without a terminal and without the language.
@MainActor @Suite struct DebuggerTests {
  private let debugger = Debugger(program: "counter") { seed, epoch in
    Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
  }

  @Test func isDrivenAndObservedInTenLines() throws {
    var names: [String] = []
    let observation = debugger.observe { names.append(type(of: $0).name) }
    defer { observation.cancel() }
    try debugger.send(.up)
    try debugger.send(.later)
    try debugger.advance(by: .seconds(1))
    #expect(debugger.session.state.count == 2)
    #expect(try debugger.blame(Expression(parsing: SourceText("count"))).cause?.moment.event == ".up")
    try debugger.undo()
    #expect(debugger.session.state.count == 1 && debugger.effects().effects.count == 1)
    #expect(names == ["began", "moment", "moment", "moment", "moment", "travelled"])
  }

  @Test func anyNumberOfObserversIsToldTheSame() throws {
    var told: [[String]] = [[], []]
    let observations = told.indices.map { place in debugger.observe { told[place].append($0.jsonText) } }
    defer { observations.forEach { $0.cancel() } }
    try debugger.send(.up)
    #expect(told[0] == told[1])
    #expect(told[0].count == 2)
    #expect(told[0][1].contains(#""patch":[{"op":"replace","path":"/count","value":1}]"#), "\(told[0][1])")
  }

  @Test func whoJoinsLaterIsToldHowThingsStand() throws {
    try debugger.send(.up)
    var first: (any Event)?
    debugger.observe { first = first ?? $0 }.cancel()
    let began = try #require(first as? Began)
    #expect(began.moment == 1)
    #expect(began.jsonText.contains(#""state":{"count":1"#), "\(began.jsonText)")
  }

  @Test func aCancelledObservationReceivesNothing() throws {
    var counts = [0, 0]
    let observations = counts.indices.map { index in debugger.observe { _ in counts[index] += 1 } }
    defer { observations.forEach { $0.cancel() } }
    try debugger.send(.up)
    observations[0].cancel()
    try debugger.send(.up)
    #expect(counts == [2, 3])
  }

  @Test func stopsWithTheReason() throws {
    var stops: [Stopped] = []
    let observation = debugger.observe { if let stop = $0 as? Stopped { stops.append(stop) } }
    defer { observation.cancel() }
    _ = try debugger.setBreakpoint(.expression(Expression(parsing: SourceText("count == 1"))))
    try debugger.send(.later)
    try debugger.send(.later)
    try debugger.run()
    #expect(debugger.session.state.count == 1, "what is still due was not delivered")
    #expect(stops.map(\.condition) == ["count == 1"])
  }

  @Test func whatWouldNotEndFails() throws {
    debugger.session.momentLimit = 10
    #expect(throws: CommandFailure.self) { try debugger.send(.forever) }
  }

  @Test func anInterruptionEndsWhatIsRunning() throws {
    try debugger.send(.later)
    debugger.isInterrupted = { true }
    #expect(throws: CommandFailure.self) { try debugger.advance(by: .seconds(5)) }
  }

  @Test func anInterruptionEndsAnEffectThatSendsNothing() throws {
    try debugger.send(.pulse)
    let moment = debugger.session.moment.number
    debugger.isInterrupted = { debugger.session.moment.number > moment }
    for move in [
      { try debugger.run() }, { try debugger.step() }, { try debugger.advance(by: .seconds(1 << 40)) },
    ] {
      let error = #expect(throws: CommandFailure.self) { try move() }
      #expect(error?.message == "interrupted after 1 moment")
      debugger.isInterrupted = { false }
      try debugger.undo()
      debugger.isInterrupted = { debugger.session.moment.number > moment }
    }
    debugger.isInterrupted = { false }
    debugger.session.momentLimit = 10
    let error = #expect(throws: CommandFailure.self) { try debugger.run() }
    #expect(error?.message == "stopped after 1 moment: the effects may never end")
  }

  @Test func waitingForTheClockSaysThatAnEffectWaitsForSomethingElse() throws {
    var notices: [String] = []
    let observation = debugger.observe { if let notice = $0 as? Noticed { notices.append(notice.text) } }
    defer { observation.cancel() }
    try debugger.run()
    try debugger.send(.outside)
    try debugger.run()
    try debugger.send(.outside)
    try debugger.step()
    #expect(
      notices == [
        "nothing to wait for: nothing is in flight",
        "no effect waits for the clock; 1 effect waits for something else",
        "no effect waits for the clock; 2 effects wait for something else",
      ]
    )
  }

  @Test func whatIsDoneIsRecordedAsAScript() throws {
    try debugger.send(.up)
    try debugger.send(.later)
    try debugger.advance(by: .seconds(1))
    try debugger.undo()
    try debugger.mark("here", at: debugger.session.moment)
    _ = try debugger.watch(Expression(parsing: SourceText("count")))
    _ = try debugger.skip(1)
    _ = try debugger.amend(debugger.session.moment.number, with: .up)
    let lines = debugger.sessionText().split(separator: "\n").dropFirst(2)
    #expect(
      lines == [
        ".up", ".later", "advance 1s", "undo 1", "mark here 2", "watch count", "skip 1", "amend 7 .up",
      ]
    )
  }

  @Test func anInterruptionDoesNotOutliveItsCommand() throws {
    try debugger.send(.up)
    debugger.isInterrupted = { true }
    #expect(throws: CommandFailure.self) { try debugger.send(.later) }
    debugger.isInterrupted = { false }
    _ = try debugger.skip(1)
    #expect(debugger.session.state.count == 0)
  }

  @Test func aSessionThatIsRecordedIsNotBegunAnew() throws {
    let path = "/tmp/debugger-\(UInt64.random(in: 0...UInt64.max))"
    defer { unlink(path) }
    _ = try debugger.record(in: Located(path, at: SourceText(path)))
    #expect(throws: CommandFailure.self) { try debugger.begin(SessionOrigin(seed: 1)) }
  }

  @Test func answersReadAsTextAndAsJSON() throws {
    try debugger.send(.up)
    let outline = try debugger.outline()
    #expect(outline.outline.members.map(\.path) == ["count"])
    #expect(outline.lines(Page()) == ["count  Int  1"])
    let nothing = try debugger.outline(of: Expression(parsing: SourceText("[count].dropFirst().first")))
    #expect(nothing.lines(Page()) == ["no members"] && nothing.path == "[count].dropFirst().first")
    #expect(try debugger.log().lines(Page()) == ["  #0  +0s  start", "> #1  +0s  .up    .up"])
  }
}

@Reducer
struct Counter {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case up
    case later
    case forever
    case outside
    case pulse
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up:
        state.count += 1
        return .none
      case .later:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.up)
        }
      case .forever: return .send(.forever)
      case .outside: return .run { _ in try await Task.never() }
      case .pulse: return .run { _ in while true { try await clock.sleep(for: .seconds(1)) } }
      }
    }
  }
}
