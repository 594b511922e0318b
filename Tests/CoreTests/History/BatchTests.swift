import Core
import Testing

/// Inputs in a row, for which the session begins only once to listen for issues.
struct BatchTests {
  @Test func theRecordIsThatOfTheSameInputsOneByOne() throws {
    let session = Session(initialState: 0) { Complainer() }
    let other = Session(initialState: 0) { Complainer() }
    for action in [1, -1, 2, -2] { try session.send(action) }
    try session.advance(by: .seconds(1))
    try other.batch {
      for action in [1, -1, 2, -2] { try other.send(action) }
      try other.advance(by: .seconds(1))
    }
    let messages = session.moments.map { $0.issues.map(\.message) }
    #expect(messages.joined().sorted() == ["-1", "-2", "late", "late"])
    #expect(other.moments.map { $0.issues.map(\.message) } == messages)
    #expect(other.moments.map(\.state) == session.moments.map(\.state))
  }

  @Test func whatTheBodyReportsGoesWhereItWouldGoWithoutIt() throws {
    let listener = RecordingReporter()
    let session = Session(initialState: 0) { Complainer() }
    try withIssueReporters([listener]) {
      try session.batch {
        reportIssue("before")
        try session.send(-1)
        reportIssue("after")
      }
      reportIssue("outside")
    }
    #expect(listener.messages == ["before", "after", "outside"])
    #expect(session.moment.issues.map(\.message) == ["-1"])
  }

  @Test func itListensAlsoWhereOthersListenInBetween() throws {
    let listener = RecordingReporter()
    let session = Session(initialState: 0) { Complainer() }
    let other = Session(initialState: 0) { Complainer() }
    try session.batch {
      try withIssueReporters([listener]) { _ = try session.send(-1) }
      try other.send(-2)
      try other.batch { _ = try session.send(-3) }
    }
    #expect(listener.messages.isEmpty)
    #expect(session.moments.flatMap(\.issues).map(\.message) == ["-1", "-3"])
    #expect(other.moments.flatMap(\.issues).map(\.message) == ["-2"])
  }
}

/// Reports negative actions, and after a second positive ones.
private struct Complainer: Reducer {
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    guard action > 0 else {
      if action < 0 { reportIssue("\(action)") }
      return .none
    }
    return .run { send in
      try await clock.sleep(for: .seconds(1))
      reportIssue("late")
      await send(0)
    }
  }
}
