import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// The order in which effects deliver, as a table: an effect, and the log it leaves after some virtual time.
struct EffectOrderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let claim: String
    let effect: TestEffect
    var advance = 0
    let log: [String]
    var testDescription: String { claim }
  }

  static let cases: [Case] = [
    Case(claim: "a send is delivered at once", effect: .send("a"), log: ["a"]),
    Case(
      claim: "merged sends are delivered in order",
      effect: .merge([.send("a"), .send("b"), .send("c")]),
      log: ["a", "b", "c"]
    ),
    Case(
      claim: "a send overtakes the runs it is merged with",
      effect: .merge([.run([.send("run 1")]), .run([.send("run 2")]), .send("sent")]),
      log: ["sent", "run 1", "run 2"]
    ),
    Case(
      claim: "a run sends in order",
      effect: .run([.send("a"), .send("b"), .send("c")]),
      log: ["a", "b", "c"]
    ),
    Case(
      claim: "sends that a send causes come after those that wait already",
      effect: .merge([.respond("a"), .respond("b")]),
      log: ["a", "b", "after a", "after b"]
    ),
    Case(
      claim: "the parts of a concatenation wait for one another",
      effect: .concatenate([.run([.sleep(10), .send("a")]), .send("b"), .run([.send("c")])]),
      advance: 10,
      log: ["a", "b", "c"]
    ),
    Case(
      claim: "a concatenation waits for all of a merge",
      effect: .concatenate([
        .merge([.run([.sleep(20), .send("a")]), .run([.sleep(10), .send("b")])]), .send("c"),
      ]),
      advance: 20,
      log: ["b", "a", "c"]
    ),
    Case(
      claim: "a concatenation goes on after a part that threw CancellationError",
      effect: .concatenate([.run([.throwCancellation, .send("a")]), .send("b")]),
      log: ["b"]
    ),
    Case(
      claim: "equal deadlines are met in the order of falling asleep",
      effect: .merge([
        .run([.sleep(10), .send("a")]), .run([.sleep(5), .sleep(5), .send("b")]),
        .run([.sleep(10), .send("c")]),
      ]),
      advance: 10,
      log: ["a", "c", "b"]
    ),
    Case(
      claim: "a sleep is not over before its time",
      effect: .run([.sleep(1000), .send("a")]),
      advance: 999,
      log: []
    ),
    Case(
      claim: "a sleep is over at its time",
      effect: .run([.sleep(1000), .send("a")]),
      advance: 1000,
      log: ["a"]
    ),
    Case(
      claim: "a sleep of no length needs no advance",
      effect: .run([.sleep(0), .send("a")]),
      log: ["a"]
    ),
    Case(
      claim: "an empty merge in a cancellable effect does not end it",
      effect: .concatenate([
        .cancellable(.merge([.cancellable(.none, id: "x"), .run([.sleep(1), .send("a")])]), id: "y"),
        .send("b"),
      ]),
      advance: 1,
      log: ["a", "b"]
    ),
    Case(
      claim: "of effects started with cancelInFlight back to back the last survives",
      effect: .merge((1...5).map { .cancellable(.run([.send("\($0)")]), id: "x", cancelInFlight: true) }),
      log: ["5"]
    ),
    Case(
      claim: "without cancelInFlight all survive",
      effect: .merge((1...3).map { .cancellable(.run([.send("\($0)")]), id: "x") }),
      log: ["1", "2", "3"]
    ),
    Case(
      claim: "a cancelled effect that has not started never starts",
      effect: .merge([.cancellable(.run([.send("a")]), id: "x"), .cancel("x")]),
      log: []
    ),
    Case(
      claim: "an id is free again after a cancellation",
      effect: .merge([
        .cancellable(.run([.send("a")]), id: "x"), .cancel("x"), .cancellable(.run([.send("b")]), id: "x"),
      ]),
      log: ["b"]
    ),
    Case(
      claim: "cancelling a concatenation keeps what is left of it from starting",
      effect: .merge([
        .cancellable(.concatenate([.run([.sleep(10), .send("a")]), .send("b")]), id: "x"),
        .run([.sleep(5)]), .concatenate([.run([.sleep(6)]), .cancel("x")]),
      ]),
      advance: 100,
      log: []
    ),
    Case(
      claim: "nested ids cancel from the outside",
      effect: .merge([
        .cancellable(.cancellable(.run([.sleep(1), .send("a")]), id: "inner"), id: "outer"),
        .run([.sleep(1), .send("b")]), .cancel("outer"),
      ]),
      advance: 1,
      log: ["b"]
    ),
  ]

  @Test(arguments: cases)
  func deliversInOrder(_ example: Case) throws {
    let session = makeSession()
    try session.send(.effect(example.effect))
    try session.advance(by: .milliseconds(example.advance))
    #expect(session.state.log == example.log)
  }

  @Test func anErrorThatNobodyHandlesIsAnIssueOfTheMoment() throws {
    let session = makeSession()
    try session.send(.effect(.run([.send("a"), .throwError])))
    let issue = try #require(session.moment.issues.first)
    #expect(issue.message.contains("TestError"))
    #expect(issue.fileID == "TestSupport/TestFeature.swift")
    #expect(session.effects.isEmpty)
  }

  @Test func cancellationIsNoIssue() throws {
    let session = makeSession()
    try session.send(.effect(.run([.throwCancellation])))
    #expect(session.moment.issues.isEmpty)
  }

  @Test func aRunawayIsStoppedAtTheLimit() throws {
    let session = Session(initialState: 0) {
      Reduce<Int, Bool> { state, _ in
        state += 1
        return .send(true)
      }
    }
    session.momentLimit = 50
    let turn = try #require(try session.send(true))
    #expect(turn.moments.count == 50)
    #expect(turn.isCutShort)
    #expect(session.state == 50)
    #expect(session.effects.count == 1)
  }

  @Test func aTurnThatEndsAtTheLimitIsNotCutShort() throws {
    let session = makeSession()
    session.momentLimit = 1
    #expect(try session.send(.effect(.run([.sleep(10), .send("a")])))?.isCutShort == false)
    session.momentLimit = 2
    #expect(try session.advance(by: .milliseconds(10))?.isCutShort == false)
    #expect(session.state.log == ["a"])
  }

  /// A fold of any length is one list, not a nest as deep as it is long.
  @Test(arguments: [true, false]) func aLongFoldOfConcatenationsIsRun(isLeft: Bool) throws {
    let count = rounds(2_500)
    // The deliveries, and those before the first that came out of order: a state that held them all would be slow to copy.
    let session = Session(initialState: [0, 0]) {
      Reduce<[Int], Int?> { state, action in
        guard let action else {
          let effects = (0..<count).map { Effect<Int?>.send($0) }
          return isLeft
            ? effects.reduce(.none) { $0.concatenate(with: $1) }
            : effects.reversed().reduce(.none) { $1.concatenate(with: $0) }
        }
        if action == state[1] { state[1] += 1 }
        state[0] += 1
        return .none
      }
    }
    session.stateLimit = 10
    try session.send(nil)
    #expect(session.state == [count, count])
  }
}
