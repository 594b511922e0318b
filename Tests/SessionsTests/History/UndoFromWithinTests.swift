import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// Undoing from the middle of a turn, and doing that again.
struct UndoFromWithinTests {
  /// A session with three turns of two moments each, that stands in the middle of the last one.
  private func makeSession() throws -> LawSession {
    let session = Session(initialState: LawFeature.State()) { LawFeature() }
    for _ in 1...3 {
      try session.turn { turn in
        turn.send(.probe(.note("a")))
        turn.send(.probe(.note("b")))
      }
    }
    try session.go(by: -1)
    return session
  }

  @Test func redoingLeadsBackIntoTheTurn() throws {
    let session = try makeSession()
    try session.undo()
    #expect(session.moment.number == 4)
    try session.redo()
    #expect(session.moment.number == 5)
    try session.redo()
    #expect(session.moment.number == 6)
  }

  @Test func soItDoesAfterSeveralSteps() throws {
    let session = try makeSession()
    try session.undo(2)
    try session.undo()
    #expect(session.moment.number == 0)
    try session.redo()
    #expect(session.moment.number == 2)
    try session.redo(2)
    #expect(session.moment.number == 5)
    try session.undo()
    try session.redo(2)
    #expect(session.moment.number == 6)
  }

  @Test func notIfOneHasBeenElsewhereSince() throws {
    let session = try makeSession()
    try session.undo()
    try session.goto(moment: 2)
    try session.redo()
    #expect(session.moment.number == 4)
    try session.redo()
    #expect(session.moment.number == 6)
  }

  @Test func aTurnThatWasUndoneAsAWholeIsDoneAgainAsAWhole() throws {
    let session = try makeSession()
    try session.redo()
    try session.undo(3)
    try session.redo(3)
    #expect(session.moment.number == 6)
  }
}
