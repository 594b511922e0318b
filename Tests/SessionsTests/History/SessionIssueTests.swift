import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// The issues that a feature reports in a session are part of its record.
struct SessionIssueTests {
  @Test func eachMomentHasTheIssuesOfItsInput() throws {
    let session = Session(initialState: 0) { Complainer() }
    for action in [1, -1, 2, -2] { try session.send(action) }
    try session.advance(by: .seconds(1))
    #expect(
      session.moments.map { $0.issues.map(\.message) } == [
        [], [], ["-1"], [], ["-2"], ["late"], ["late"], [],
      ]
    )
  }

  @Test func whatOthersReportGoesWhereItWouldGoWithoutTheSession() throws {
    let (listener, inner) = (RecordingReporter(), RecordingReporter())
    let session = Session(initialState: 0) { Complainer() }
    let other = Session(initialState: 0) { Complainer() }
    try withIssueReporters([listener]) {
      reportIssue("before")
      try withIssueReporters([inner]) { _ = try session.send(-1) }
      try other.send(-2)
      reportIssue("after")
    }
    #expect(listener.messages == ["before", "after"] && inner.messages.isEmpty)
    #expect(session.moment.issues.map(\.message) == ["-1"])
    #expect(other.moment.issues.map(\.message) == ["-2"])
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
