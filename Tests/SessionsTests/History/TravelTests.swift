import TodoShellSessions
import Core
import Testing

@testable import TestSupport

struct TravelTests {
  @Test func undoPutsBackTheClockAndArmsWhatHadFired() throws {
    let session = makeSession()
    try session.send(.effect(.cancellable(.run([.sleep(1000), .send("fired")]), id: "timer")))
    try session.advance(by: .seconds(1))
    #expect(session.state.log == ["fired"])
    #expect(session.effects.isEmpty)

    try session.undo()
    #expect(session.now == .zero)
    #expect(session.state.log.isEmpty)
    #expect(session.effects.map(\.deadline) == [.seconds(1)])
    #expect(session.effects.map(\.cancelIDs) == [["timer"]])

    try session.advance(by: .milliseconds(999))
    #expect(session.state.log.isEmpty)
    try session.advance(by: .milliseconds(1))
    #expect(session.state.log == ["fired"])
  }

  @Test func lookingAtThePastRunsNothing() throws {
    let runs = CallCount()
    let session = Session(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        runs.increment()
        return .run { _ in runs.increment() }
      }
    }
    try session.send(1)
    try session.send(2)
    let before = runs.value
    try session.undo()
    _ = session.effects
    try session.redo()
    try session.go(by: -1)
    try session.goto(moment: 0)
    #expect(runs.value == before)
  }

  @Test func undoAndRedoMoveByTurnsBackAndForwardByMoments() throws {
    let session = makeSession()
    try session.turn { turn in
      turn.send(.note("a"))
      turn.send(.note("b"))
    }
    try session.send(.note("c"))
    try session.undo()
    #expect(session.state.log == ["a", "b"])
    try session.go(by: -1)
    #expect(session.state.log == ["a"])
    try session.redo()
    #expect(session.state.log == ["a", "b"])
    try session.undo()
    #expect(session.state.log == [])
    try session.go(by: 1)
    #expect(session.state.log == ["a"])
    try session.undo()
    #expect(session.state.log == [])
    try session.redo(3)
    #expect(session.state.log == ["a", "b", "c"])
  }

  @Test func sendingFromThePastKeepsTheFirstBranch() throws {
    let session = makeSession()
    try session.send(.note("a"))
    try session.send(.note("b"))
    let b = session.moment.number
    try session.undo()
    try session.send(.note("c"))
    #expect(session.state.log == ["a", "c"])
    #expect(throws: SessionError.cannotRedo(available: 0)) { try session.redo() }
    try session.goto(moment: b)
    #expect(session.state.log == ["a", "b"])
    try session.undo()
    try session.redo()
    #expect(session.state.log == ["a", "b"])
  }

  @Test func travellingTooFarIsRefusedAndChangesNothing() throws {
    let session = makeSession()
    try session.send(.note("a"))
    try session.send(.note("b"))
    try session.undo()
    #expect(throws: SessionError.cannotUndo(available: 1)) { try session.undo(2) }
    #expect(throws: SessionError.cannotRedo(available: 1)) { try session.redo(2) }
    #expect(throws: SessionError.noMoment(3, last: 2)) { try session.goto(moment: 3) }
    #expect(throws: SessionError.noMoment(-1, last: 2)) { try session.goto(moment: -1) }
    #expect(throws: SessionError.negativeDuration) { try session.advance(by: .seconds(-1)) }
    #expect(throws: SessionError.durationTooLarge) { try session.advance(by: .seconds(Int64.max)) }
    #expect(session.state.log == ["a"])
  }

  @Test func generatorsAreRewoundWithTheState() throws {
    let session = makeSession(seed: 7)
    try session.send(.effect(.run([.sendUUID, .sendRandom, .sendDate])))
    let first = session.state.log
    #expect(first[0] == "uuid 00000000-0000-0000-0000-000000000000")
    try session.undo()
    try session.advance(by: .seconds(2))
    try session.send(.effect(.run([.sendUUID, .sendRandom, .sendDate])))
    #expect(session.state.log[0...1] == first[0...1])
    #expect(session.state.log[2] == "date 2.0")
  }

  @Test func aTurnCanBeLeftInItsMiddle() throws {
    let session = makeSession()
    try session.send(.effect(.run([.sleep(10), .send("a"), .send("b"), .sleep(10), .send("c")])))
    try session.advance(by: .milliseconds(20))
    #expect(session.state.log == ["a", "b", "c"])
    try session.go(by: -3)
    #expect(session.state.log == ["a"])
    try session.send(.note("x"))
    #expect(session.state.log == ["a", "x", "b"])
    try session.run()
    #expect(session.state.log == ["a", "x", "b", "c"])
    #expect(session.now == .milliseconds(20))
  }

  @Test func stepDeliversExactlyOneAction() throws {
    let session = makeSession()
    try session.send(.effect(.run([.sleep(10), .send("a"), .send("b"), .sleep(10), .send("c")])))
    for expected in [["a"], ["a", "b"], ["a", "b", "c"]] {
      try session.step()
      #expect(session.state.log == expected)
    }
    #expect(try session.step() == nil)
  }

  @Test func runGoesOnUntilNothingIsInFlight() throws {
    let session = makeSession()
    try session.send(
      .effect(.merge([.run([.sleep(10), .send("a")]), .run([.sleep(3_600_000), .send("b")])]))
    )
    try session.run()
    #expect(session.state.log == ["a", "b"])
    #expect(session.now == .seconds(3600))
    #expect(session.effects.isEmpty)
  }

  @Test func aFeatureThatTheSessionDoesNotControlIsFoundOut() throws {
    let calls = CallCount()
    let session = Session(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        calls.increment()
        let call = calls.value
        return .run { send in
          @Dependency(\.continuousClock) var clock
          await send(call)
          try await clock.sleep(for: .seconds(1))
        }
      }
    }
    try session.send(0)
    try session.send(7)
    try session.undo()
    let error = #expect(throws: SessionError.self) { try session.send(8) }
    #expect("\(try #require(error))".hasPrefix("moment 2 came out differently"))
    #expect(session.state == [0, 1])
  }

  @Test func anEffectThatWaitsOutsideIsNamed() throws {
    let session = Session(initialState: 0) {
      Reduce<Int, Int> { _, _ in .run { _ in try await Task.sleep(for: .seconds(3600)) } }
    }
    try session.send(1)
    #expect(session.escapedEffects.count == 1)
  }
}

extension Session {
  /// Goes along the line by a number of moments.
  func go(by count: Int) throws(SessionError) {
    let index = line.currentIndex + count
    try goto(moment: line.indices.contains(index) ? line[index] : -1)
  }

  /// Goes along the line by virtual time.
  func go(by duration: Duration) throws(SessionError) {
    try goto(moment: lastMoment(at: now + duration))
  }
}
