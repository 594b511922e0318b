import Core
import Testing

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
    try session.returnToPlaceBefore()
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

  @Test func anAmendmentThatMovesTheClockTooFarIsTakenBack() throws {
    let session = try makeNotes("a")
    for _ in 1...2 { try session.advance(by: .seconds(1)) }
    #expect(throws: SessionError.durationTooLarge) {
      try session.amend(turnOf: 2) { try session.advance(by: .seconds(Int64.max / 4)) }
    }
    #expect(session.moment.number == 3 && session.now == .seconds(2))
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
    session.shouldStop = { [unowned session] moment in session.isTryingOut && moment.number == 6 }
    #expect(throws: SessionError.interrupted) { try session.skip(turnOf: 1) }
    #expect(session.moment.number == 4 && log(session) == ["a", "b", "c", "d"])
    session.shouldStop = nil
    try session.skip(turnOf: 1)
    #expect(log(session) == ["b", "c", "d"])
  }

  @Test func aTrialIsNotAnnouncedMomentByMoment() throws {
    let session = try makeNotes("a", "b")
    var recorded: [Int] = []
    session.didRecord = { recorded.append($0.number) }
    try session.skip(turnOf: 1)
    #expect(recorded == [])
    try session.send(note("c"))
    #expect(recorded == [4])
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
    session.describeAction = { "number \($0)" }
    try session.send(7)
    try session.send(0)
    let divergence = try #require(session.verify())
    #expect(divergence.moment == 3)
    #expect(divergence.recorded == "number 101 at 0.0 seconds")
    #expect(divergence.replayed == "number 102 at 0.0 seconds")
    #expect(divergence.difference?.contains("+   [2]: 102") == true)
    #expect(session.state == [7, 0, 101])
    try session.send(8)
    #expect(session.state == [7, 0, 101, 8])
  }
}
