import TodoShellSessions
import Core
import CoreTestSupport
import Synchronization
import Testing

/// Properties in tests.
struct NoViolationTests {
  @Test func whatHoldsIsNoIssue() throws {
    try expectNoViolation(
      of: WrongDebounce.property,
      .sometimes("typed") { $0.state.typed == 2 },
      from: WrongDebounce.session(isFixed: true),
      steps: WrongDebounce.steps
    )
  }

  @Test func whatFailsIsAnIssueWithItsSteps() throws {
    try withKnownIssue {
      try expectNoViolation(
        of: WrongDebounce.property,
        from: WrongDebounce.session(isFixed: false),
        steps: WrongDebounce.steps
      )
    } matching: { issue in
      issue.description.contains("'the first text is saved in time' fails after type, advance 0.3 seconds")
    }
  }

  @Test func aConditionThatThrowsIsAnIssueWithItsError() throws {
    struct Unknown: Error {}
    try withKnownIssue {
      try expectNoViolation(
        of: .sometimes("typed twice") { if $0.state.typed == 1 { throw Unknown() } else { false } },
        from: WrongDebounce.session(isFixed: true),
        steps: WrongDebounce.steps
      )
    } matching: { issue in
      issue.error is Unknown && issue.description.contains("a condition throws after [type]")
    }
  }

  @Test func aViolationFoundBeforeAConditionThrowsIsReportedToo() throws {
    struct Unknown: Error {}
    let reported = Mutex<[String]>([])
    try withKnownIssue {
      try expectNoViolation(
        of: .always("nothing is typed") { $0.state.typed == 0 },
        .sometimes("typed twice") { if $0.state.typed == 2 { throw Unknown() } else { false } },
        from: WrongDebounce.session(isFixed: true),
        steps: WrongDebounce.steps
      )
    } matching: { issue in
      reported.withLock { $0.append(issue.description) }
      return true
    }
    let texts = reported.withLock(\.self)
    #expect(texts.count == 2)
    #expect(texts.contains { $0.contains("'nothing is typed' fails after type") })
    #expect(texts.contains { $0.contains("a condition throws after [type, type]") })
  }
}
