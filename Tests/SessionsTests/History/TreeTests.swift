import TodoShellSessions
import Core
import Testing

@testable import TestSupport

struct TreeTests {
  @Test func branchesSayWhereTheyBegin() throws {
    let session = makeSession()
    for text in ["a", "b", "c"] { try session.send(.note(text)) }
    try session.goto(moment: 1)
    try session.send(.note("d"))
    try session.goto(moment: 0)
    try session.send(.note("e"))
    #expect(session.branches.map(\.moments) == [[0, 1, 2, 3], [4], [5]])
    #expect(session.branches.map(\.fork) == [nil, 1, 0])
    #expect(session.branches.map(\.parent) == [nil, 0, 0])
    #expect(try session.branch(of: 4).number == 1)
    #expect(session.branchesOfLine == [0, 2])
    #expect(session.isOnLine(5) && session.isOnLine(0) && !session.isOnLine(1) && !session.isOnLine(6))
  }

  @Test func marksNameMoments() throws {
    let session = makeSession()
    try session.send(.note("a"))
    try session.mark("one")
    try session.send(.note("b"))
    #expect(try session.mark("one", at: 2) == 1)
    try session.mark("start", at: 0)
    #expect(session.marks == ["one": 2, "start": 0])
    #expect(try session.moment(marked: "start") == 0)
    #expect(try session.removeMark("start") == 0)
    #expect(throws: SessionError.noMark("start")) { try session.removeMark("start") }
    #expect(throws: SessionError.noMoment(9, last: 2)) { try session.mark("x", at: 9) }
  }

  @Test func returningLeadsThroughAllPlacesAgainAndAgain() throws {
    let session = makeSession()
    for text in ["a", "b", "c", "d"] { try session.send(.note(text)) }
    try session.goto(moment: 1)
    try session.goto(moment: 3)
    try session.undo()
    #expect(session.moment.number == 2)
    for expected in [3, 1, 4] {
      #expect(session.placeBefore == expected)
      try session.jumpBack()
      #expect(session.moment.number == expected)
    }
    #expect(throws: SessionError.noPlaceBefore) { try session.jumpBack() }
    #expect(session.moment.number == 4)
  }

  @Test func afterSomethingElseReturningTakesTheReturnBack() throws {
    let session = makeSession()
    for text in ["a", "b", "c"] { try session.send(.note(text)) }
    try session.goto(moment: 1)
    try session.goto(moment: 2)
    try session.jumpBack()
    #expect(session.moment.number == 1)
    try session.send(.note("d"))
    try session.jumpBack()
    #expect(session.moment.number == 2)
  }

  @Test func returningBringsTheLineBackToo() throws {
    let session = makeSession()
    try session.send(.note("a"))
    try session.send(.note("b"))
    try session.undo()
    try session.send(.note("c"))
    try session.undo()
    #expect(Array(session.line) == [0, 1, 3])
    try session.goto(moment: 2)
    try session.jumpBack()
    #expect(session.moment.number == 1)
    #expect(Array(session.line) == [0, 1, 3])
  }

  @Test func everyMovementIsRecordedAndNothingElse() throws {
    let session = makeSession()
    try session.send(.note("a"))
    try session.send(.note("b"))
    try session.undo(label: "undo")
    try session.goto(moment: 1, label: "goto 1")
    #expect(throws: SessionError.self) { try session.undo(5) }
    try session.redo(label: "redo")
    #expect(session.movements.map(\.label) == ["undo", "redo"])
    #expect(session.movements.map(\.from) == [2, 1])
    #expect(session.movements.map(\.to) == [1, 2])
    #expect(session.movements.map(\.turns) == [2..<2, 2..<2])
  }

  @Test func theLastMomentAtATimeIsFound() throws {
    let session = makeSession()
    for text in ["a", "b", "c"] {
      try session.send(.note(text))
      try session.advance(by: .seconds(10))
    }
    try session.go(by: .seconds(-15))
    #expect(session.now == .seconds(10) && session.state.log == ["a", "b"])
    try session.go(by: .seconds(10))
    #expect(session.now == .seconds(20) && session.state.log == ["a", "b", "c"])
  }

  @Test func rebuildsAreCountedWithTheirCost() throws {
    let session = makeSession()
    try session.send(.effect(.run([.sleep(10), .send("x")])))
    try session.send(.note("a"))
    try session.send(.note("b"))
    try session.undo()
    #expect(session.rebuilds.count == 0)
    try session.send(.note("c"))
    #expect(session.rebuilds.count == 1 && session.rebuilds.moments == 2)
    try session.send(.note("d"))
    #expect(session.rebuilds.count == 1)
  }

  @Test func aStopLeavesTheRestInFlight() throws {
    let session = makeSession()
    try session.send(.effect(.run([.sleep(10), .send("a"), .send("b"), .sleep(10), .send("c")])))
    session.policy.shouldStop = { [unowned session] _ in session.state.log.last == "a" }
    let turn = try #require(try session.advance(by: .seconds(1)))
    #expect(turn.isCutShort)
    #expect(session.state.log == ["a"] && session.now == .milliseconds(10))
    session.policy.shouldStop = { _ in false }
    try session.step()
    #expect(session.state.log == ["a", "b"])
    try session.run()
    #expect(session.state.log == ["a", "b", "c"] && session.now == .milliseconds(20))
  }
}
