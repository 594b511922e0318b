import TodoShellSessions
import Core
import Testing

@testable import TestSupport

struct WhatIfTests {
  private func makeSession() -> LawSession { Session(initialState: LawFeature.State()) { LawFeature() } }

  private func log(_ session: LawSession) -> [String] { session.state.probe.log }

  private func note(_ text: String) -> LawFeature.Action { .probe(.note(text)) }

  private func makeNotes(_ texts: String...) throws -> LawSession {
    let session = makeSession()
    for text in texts { try session.send(note(text), label: "note \(text)") }
    return session
  }

  @Test func aSkippedTurnLeavesTheOthersAndTheOriginal() throws {
    let session = try makeNotes("a", "b", "c")
    let outcome = try session.skip(turnOf: 2, label: "skip 2")
    #expect(log(session) == ["a", "c"])
    #expect(outcome.fork == 1 && outcome.originalTip == 3 && outcome.tip == 4)
    #expect(session.turns[outcome.turns].map(\.label) == ["note c"])
    #expect(session.turns[outcome.turns].map(\.original) == [2])
    #expect(session.movements.last?.label == "skip 2")
    #expect(session.movements.last?.turns == outcome.turns)
    #expect(outcome.firstDifference == WhatIf.Difference(original: 3, repeated: 4, isOnlyInState: true))
    try session.jumpBack()
    #expect(log(session) == ["a", "b", "c"])
  }

  @Test func whatWasUndoneIsDoneAgainToo() throws {
    let session = try makeNotes("a", "b", "c")
    try session.undo(2)
    try session.skip(turnOf: 2)
    #expect(log(session) == ["a", "c"])
  }

  @Test func skippingTheLastTurnEndsTheLineBeforeIt() throws {
    let session = try makeNotes("a", "b")
    let outcome = try session.skip(turnOf: 2)
    #expect(outcome.turns.isEmpty && session.moment.number == 1)
    #expect(throws: SessionError.cannotRedo(available: 0)) { try session.redo() }
    try session.send(note("c"))
    #expect(log(session) == ["a", "c"])
    try session.unskip(turnOf: 2)
    #expect(log(session) == ["a", "b", "c"])
  }

  @Test func skippingAMoveOfTheClockMovesWhatFollows() throws {
    let session = makeSession()
    try session.send(.tapLater(10))
    try session.advance(by: .milliseconds(7))
    try session.advance(by: .milliseconds(7))
    #expect(session.state.taps == 11 && session.now == .milliseconds(14))
    let outcome = try session.skip(turnOf: 2)
    #expect(session.state.taps == 0 && session.now == .milliseconds(7))
    #expect(outcome.firstDifference?.isOnlyInState == false)
    #expect(session.effects.map(\.deadline) == [.milliseconds(10)])
  }

  @Test func anActionForWhatIsGoneIsAnIssueAndDoesNotStop() throws {
    let session = makeSession()
    try session.send(.addRow(1))
    try session.send(.rows(.element(id: 1, action: .tick)))
    try session.send(note("a"))
    let outcome = try session.skip(turnOf: 1)
    #expect(outcome.issues.map(\.moment) == [4])
    #expect(outcome.issues.first?.issue.message.contains("element") == true)
    #expect(log(session) == ["a"])
  }

  @Test func anAmendedTurnIsFollowedByWhatFollowed() throws {
    let session = try makeNotes("a", "b", "c")
    let outcome = try session.amend(turnOf: 1) { try session.send(note("x"), label: "note x") }
    #expect(log(session) == ["x", "b", "c"])
    #expect(outcome.firstDifference == WhatIf.Difference(original: 1, repeated: 4, isOnlyInState: false))
    #expect(session.turns[outcome.turns].map(\.label) == ["note x", "note b", "note c"])
    #expect(session.turns[outcome.turns].map(\.original) == [0, 1, 2])
  }

  @Test func anAmendmentThatDoesNothingOrMovesIsRefused() throws {
    let session = try makeNotes("a", "b")
    struct Refusal: Error {}
    #expect(throws: SessionError.noAmendment) { try session.amend(turnOf: 1) {} }
    #expect(throws: SessionError.noAmendment) {
      try session.amend(turnOf: 2) {
        try session.send(note("x"))
        try session.undo()
      }
    }
    #expect(throws: Refusal.self) { try session.amend(turnOf: 1) { throw Refusal() } }
    #expect(log(session) == ["a", "b"] && session.moment.number == 2)
    #expect(session.movements.isEmpty)
    #expect(!session.isTryingOut)
  }

  @Test func aMoveOfTheClockThatNoLongerFitsIsLeftOut() throws {
    let session = try makeNotes("a")
    for _ in 1...2 { try session.advance(by: .seconds(1)) }
    try session.send(note("b"))
    let outcome = try session.amend(turnOf: 2) { try session.advance(by: .seconds(Int64.max / 4)) }
    #expect(outcome.failures.map(\.turn) == [2])
    #expect(outcome.failures.first?.error as? SessionError == .durationTooLarge)
    #expect(log(session) == ["a", "b"] && session.now == .seconds(Int64.max / 4))
  }

  /// A session whose turns can be done again by their labels: `add` adds a row with the next number, `tick N` ticks the
  /// row in a place.
  private func makeWordSession() -> LawSession {
    let session = makeSession()
    session.policy.replay = { [unowned session] turn in
      guard let label = turn.label else { return false }
      try type(label, in: session)
      return true
    }
    return session
  }

  private func type(_ words: String, in session: LawSession) throws {
    struct NoRow: Error {}
    if words == "wait" {
      try session.advance(by: .seconds(1), label: words)
      return
    }
    try session.turn(label: words) { turn in
      let parts = words.split(separator: " ")
      if parts[0] == "add" {
        turn.send(.addRow((turn.state.rows.last?.id ?? 0) + 1))
        return turn.send(note("added \(turn.state.rows.count)"))
      }
      let place = Int(parts[1]) ?? 0
      guard turn.state.rows.indices.contains(place) else { throw NoRow() }
      turn.send(.rows(.element(id: turn.state.rows[place].id, action: .tick)))
    }
  }

  @Test func whatFollowsIsDoneAgainByItsWords() throws {
    let session = makeWordSession()
    for words in ["add", "add", "tick 1"] { try type(words, in: session) }
    let outcome = try session.skip(turnOf: 1)
    // The second row is the first one now, and there is no other.
    #expect(session.state.rows.map(\.id) == [1] && log(session) == ["added 1"])
    #expect(outcome.failures.map(\.turn) == [2] && outcome.issues.isEmpty)
    try session.unskip(turnOf: 1)
    #expect(session.state.rows.map(\.count) == [0, 1], "what was left out comes back")
  }

  @Test func aTurnThatWasLeftInItsMiddleIsDoneAgainAsFar() throws {
    let session = makeWordSession()
    for words in ["add", "add"] { try type(words, in: session) }
    try session.go(by: -1)
    try type("tick 1", in: session)
    for _ in 1...2 {
      try session.skip(turnOf: session.line[1])
      #expect(log(session) == [] && session.state.rows.count == 1)
      try session.unskip(turnOf: 1)
      #expect(log(session) == ["added 1"] && session.state.rows.count == 2)
    }
  }

  /// The number of moments that a clock move makes depends on the effects, which a what-if changes; its time does not.
  @Test func aClockMoveThatWasLeftInItsMiddleGoesAsFarInTime() throws {
    let session = makeWordSession()
    for milliseconds in [10, 20] { try session.send(.tapLater(milliseconds)) }
    try type("wait", in: session)
    while session.now > .milliseconds(10) { try session.go(by: -1) }
    try type("add", in: session)
    for _ in 1...2 {
      try session.skip(turnOf: session.line[1])
      #expect(session.now == .milliseconds(10) && session.state.taps == 0 && session.state.rows.count == 1)
    }
  }

  @Test func aTurnThatWasStoppedIsStoppedAgain() throws {
    let session = makeWordSession()
    try type("add", in: session)
    for milliseconds in [10, 20, 30] { try session.send(.tapLater(milliseconds)) }
    session.policy.shouldStop = { [unowned session] _ in session.state.taps == 22 }
    try type("wait", in: session)
    session.policy.shouldStop = { _ in false }
    let effects = session.effects.count
    try session.skip(turnOf: 1)
    #expect(session.state.taps == 22 && session.effects.count == effects)
  }

  @Test func aTurnCanBeMovedBothWays() throws {
    let session = try makeNotes("a", "b", "c")
    try session.move(turnOf: 3, before: 1)
    #expect(log(session) == ["c", "a", "b"])
    try session.goto(moment: 3)
    try session.move(turnOf: 1, before: 3)
    #expect(log(session) == ["b", "a", "c"])
    #expect(throws: SessionError.alreadyInPlace(0 + 1)) {
      try session.goto(moment: 3)
      try session.move(turnOf: 1, before: 2)
    }
  }

  @Test func skippedTurnsComeBackWhereTheyWere() throws {
    let session = try makeNotes("a", "b", "c", "d")
    try session.skip(turnOf: 2)
    try session.skip(turnOf: session.line[2])
    #expect(log(session) == ["a", "d"])
    try session.unskip(turnOf: 3)
    #expect(log(session) == ["a", "c", "d"])
    try session.unskip(turnOf: 2)
    #expect(log(session) == ["a", "b", "c", "d"])
    #expect(throws: SessionError.alreadyOnLine(2)) { try session.unskip(turnOf: 2) }
  }

  @Test func whatIsNotOnTheLineIsRefused() throws {
    let session = try makeNotes("a", "b")
    try session.undo()
    try session.send(note("c"))
    #expect(throws: SessionError.notOnLine(2)) { try session.skip(turnOf: 2) }
    #expect(throws: SessionError.startHasNoTurn) { try session.skip(turnOf: 0) }
    #expect(throws: SessionError.noMoment(9, last: 3)) { try session.skip(turnOf: 9) }
    #expect(log(session) == ["a", "c"])
  }

  @Test func aStopEndsTheTrialAndGoesBack() throws {
    let session = try makeNotes("a", "b", "c", "d")
    session.policy.shouldStop = { [unowned session] moment in session.isTryingOut && moment.number == 6 }
    #expect(throws: SessionError.interrupted) { try session.skip(turnOf: 1) }
    #expect(session.moment.number == 4 && log(session) == ["a", "b", "c", "d"])
    session.policy.shouldStop = { _ in false }
    try session.skip(turnOf: 1)
    #expect(log(session) == ["b", "c", "d"])
  }

  @Test func aTrialIsNotAnnouncedMomentByMoment() throws {
    let session = try makeNotes("a", "b")
    var recorded: [Int] = []
    let observation = session.observe { event in
      if case .recorded(let moment) = event { recorded.append(moment.number) }
    }
    try session.skip(turnOf: 1)
    #expect(recorded == [])
    try session.send(note("c"))
    #expect(recorded == [4])
    observation.cancel()
  }

  @Test func verifyNamesTheFirstDifferenceWithBothActions() throws {
    let calls = CallCount()
    let session = Session(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        calls.increment()
        return .send(100 + calls.value)
      }
    }
    session.policy.describeAction = { "number \($0)" }
    try session.send(7)
    try session.send(0)
    let divergence = try #require(try session.verify())
    #expect(divergence.moment == 3)
    #expect(divergence.recorded == "number 101 at 0.0 seconds")
    #expect(divergence.replayed == "number 102 at 0.0 seconds")
    #expect(divergence.difference?.contains("+   [2]: 102") == true)
    #expect(session.state == [7, 0, 101])
    try session.send(8)
    #expect(session.state == [7, 0, 101, 8])
  }

  /// What cannot be done stays part of the branch, as what was typed there.
  @Test func whatIsLeftOutIsToldOfAndTriedAgain() throws {
    let session = makeSession()
    session.policy.replay = { [unowned session] turn in
      guard turn.label == "needs b" else { return false }
      guard session.state.probe.log.contains("b") else { throw TestError() }
      try session.send(.probe(.note("needs b")), label: turn.label)
      return true
    }
    for text in ["a", "b", "needs b", "c"] { try session.send(note(text), label: text) }
    let without = try session.skip(turnOf: 2)
    #expect(log(session) == ["a", "c"])
    #expect(without.failures.map(\.turn) == [2] && without.reinstated.isEmpty)
    let branch = try session.branch(of: without.tip)
    #expect(branch.leftOut.map(\.turn) == [2] && branch.leftOut.map(\.after) == [1])
    #expect(branch.leftOut.first?.failure is TestError)
    let with = try session.unskip(turnOf: 2)
    #expect(log(session) == ["a", "b", "needs b", "c"])
    #expect(session.turns[with.reinstated.first ?? 0].label == "needs b" && with.reinstated.count == 1)
    #expect(try session.branch(of: with.tip).leftOut.isEmpty)
  }

  @Test func whatIsLeftOutAndThenDoneInPartOnlyIsNotReinstated() throws {
    let session = makeSession()
    session.policy.replay = { [unowned session] turn in
      guard turn.label == "needs b" else { return false }
      guard session.state.probe.log.contains("b") else { throw TestError() }
      try session.turn(label: turn.label) { turn in
        turn.send(.probe(.note("half")))
        throw TestError()
      }
      return true
    }
    for text in ["a", "b", "needs b", "c"] { try session.send(note(text), label: text) }
    try session.skip(turnOf: 2)
    let with = try session.unskip(turnOf: 2)
    #expect(log(session) == ["a", "b", "half", "c"])
    #expect(with.failures.map(\.turn) == [2] && with.reinstated.isEmpty)
  }

  @Test func whatIsLeftOutAtTheEndOfTheLineIsToldOfToo() throws {
    let session = try makeNotes("a", "b")
    session.policy.replay = { turn in
      guard turn.label == "note b" else { return false }
      throw TestError()
    }
    try session.skip(turnOf: 1)
    #expect(log(session).isEmpty)
    #expect(session.leftOutAtTip.map(\.turn) == [1] && session.leftOutAtTip.map(\.after) == [0])
  }
}
