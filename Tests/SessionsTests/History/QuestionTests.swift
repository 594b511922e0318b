import TodoShellSessions
import Core
import Testing

@testable import TestSupport

struct QuestionTests {
  private func makeNotes() throws -> ProbeSession {
    let session = makeSession()
    for text in ["a", "b", "c", "d"] { try session.send(.note(text)) }
    return session
  }

  @Test func theLastChangeIsFoundFromTheCurrentMomentBack() throws {
    let session = makeSession()
    try session.send(.note("a"))
    try session.send(.effect(.none))
    try session.send(.note("b"))
    try session.send(.effect(.none))
    #expect(session.lastChange(of: \.log) == 3)
    #expect(session.lastChange(of: \.count) == 4)
    try session.goto(moment: 2)
    #expect(session.lastChange(of: \.log) == 1)
    #expect(session.lastChange(of: \.log, in: .tree) == 3)
    #expect(session.lastChange(of: \.log.isEmpty) == 1)
    #expect(session.lastChange(of: \.self.log.first?.count) == 1)
    try session.goto(moment: 0)
    #expect(session.lastChange(of: \.log) == nil)
  }

  @Test func eachMomentIsReadOnce() throws {
    let session = try makeNotes()
    var reads: [Int] = []
    let change = session.lastChange(
      of: { reads.append($0.number) },
      isSame: { _, _, _, _ in true }
    )
    #expect(change == nil)
    #expect(reads == [4, 3, 2, 1, 0])
    reads = []
    _ = session.firstMoment { moment in
      reads.append(moment.number)
      return moment.state.log.count == 3
    }
    #expect(reads == [0, 1, 2, 3])
  }

  @Test func becomingTrueIsNotBeingTrue() throws {
    let session = makeSession()
    for text in ["a", "bb", "cc", "d", "ee"] { try session.send(.note(text)) }
    func holds(_ moment: Moment<Probe.State, Probe.Action>) -> Bool { moment.state.log.last?.count == 2 }
    var found: [Int] = []
    session.forEachMoment(whereItBegins: holds) {
      found.append($0.number)
      return true
    }
    #expect(found == [2, 5])
    var stretches: [ClosedRange<Int>] = []
    session.forEachStretch(where: holds) { first, last in
      stretches.append(first.number...last.number)
      return true
    }
    #expect(stretches == [2...3, 5...5])
    #expect(session.firstMoment { $0.state.log.isEmpty } == 0)
    #expect(session.firstMoment { $0.state.log.count > 9 } == nil)
  }

  @Test func theWholeTreeIsLookedAtWhereAsked() throws {
    let session = try makeNotes()
    try session.goto(moment: 1)
    try session.send(.note("x"))
    let hasB = { (moment: Moment<Probe.State, Probe.Action>) in moment.state.log.contains("b") }
    #expect(session.firstMoment(where: hasB) == nil)
    #expect(session.firstMoment(in: .tree, where: hasB) == 2)
    var begins: [Int] = []
    session.forEachMoment(in: .tree, whereItBegins: { $0.state.log.count == 2 }) {
      begins.append($0.number)
      return true
    }
    #expect(begins == [2, 5])
    var stretches: [ClosedRange<Int>] = []
    session.forEachStretch(in: .tree, where: { $0.state.log.count >= 1 }) { first, last in
      stretches.append(first.number...last.number)
      return true
    }
    #expect(stretches == [1...4, 1...5])
  }

  @Test func sharedValuesAreReadAsTheyWere() throws {
    let session = Session(initialState: LawFeature.State()) { LawFeature() }
    for action in [LawFeature.Action.tap, .addRow(1), .tap, .addRow(2)] { try session.send(action) }
    #expect(session.lastChange(of: \.taps) == 3)
    #expect(session.lastChange(of: \.rows) == 4)
    #expect(session.firstMoment { $0.withState { $0.readTaps == 2 } } == 3)
    #expect(session.moments[1].hasSameSharedValues(as: session.moments[2]))
    #expect(!session.moments[2].hasSameSharedValues(as: session.moments[3]))
    #expect(!session.moments[3].isWithoutEffect(after: session.moments[2]), "only a shared value changed")
  }

  @Test func whatChangesNothingAndStartsNothingIsWithoutEffect() throws {
    let session = Session(initialState: LawFeature.State()) { LawFeature() }
    for action in [LawFeature.Action.probe(.idle), .removeRow(1), .addRow(1), .tapLater(5)] {
      try session.send(action)
    }
    let moments = session.moments
    #expect(
      zip(moments, moments.dropFirst()).map { $1.isWithoutEffect(after: $0) } == [true, true, false, false]
    )
  }
}
