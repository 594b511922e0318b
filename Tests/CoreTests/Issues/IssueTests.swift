import Core
import Testing

@testable import TestSupport

struct IssueTests {
  private struct Failure: Error {}

  @Test func anErrorIsReportedAndTheResultIsNil() async {
    let reporter = RecordingReporter()
    let results: [Int?] = [
      withErrorReporting("sync", to: [reporter]) { throw Failure() },
      await withErrorReporting(to: [reporter]) {
        await Task.yield()
        throw Failure()
      },
      withErrorReporting(to: [reporter]) { throw CancellationError() },
      withErrorReporting(to: [reporter]) { Int?.some(1) },
    ]
    #expect(results == [nil, nil, nil, 1])
    #expect(reporter.messages == ["Caught error: Failure(): sync", "Caught error: Failure()"])
  }

  @Test func aContextMovesIssues() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      withIssueContext(fileID: "M/a.swift", filePath: "/a.swift", line: 7, column: 1) { reportIssue("a") }
      await withIssueContext(fileID: "M/b.swift", filePath: "/b.swift", line: 8, column: 1) {
        await Task.yield()
        reportIssue("b")
      }
    }
    #expect(reporter.places == ["M/a.swift:7", "M/b.swift:8"])
  }

  @Test func theReportersOfAScopeCanBeAssigned() {
    let (outer, inner) = (RecordingReporter(), RecordingReporter())
    withIssueReporters([outer]) {
      withIssueReporters([]) {
        reportIssue("ignored")
        IssueReporters.current = [inner]
        reportIssue("inner")
      }
      reportIssue("outer")
    }
    #expect(inner.messages == ["inner"])
    #expect(outer.messages == ["outer"])
  }

  @Test func anIssueFailsTheTest() {
    withKnownIssue {
      reportIssue("recorded")
    } matching: {
      $0.description.contains("recorded")
    }
    withKnownIssue {
      reportIssue(Failure())
    } matching: {
      $0.error is Failure
    }
  }

  @Test func anExpectedIssueMustBeReported() async {
    withExpectedIssue { reportIssue("expected") }
    await withExpectedIssue {
      await Task.yield()
      throw Failure()
    }
    withExpectedIssue(isIntermittent: true) {}
    withKnownIssue { withExpectedIssue {} }
  }

  @Test func knowsItsTest() throws {
    guard case .swiftTesting(let testing?) = TestContext.current else {
      Issue.record("no test")
      return
    }
    #expect(testing.test.id.rawValue == AnyHashable(try #require(Test.current).id))
    #expect(isTesting)
  }

  @Test func unimplementedClosuresReportTheirArguments() async throws {
    let double: @Sendable (Int) -> Int = unimplemented("double", placeholder: 4)
    let save: @Sendable (String) async -> Void = unimplemented("save")
    let load: @Sendable (Int, String) async throws -> Int = unimplemented("load")
    let find: @Sendable () async throws(Failure) -> Int = unimplemented("find", throwing: Failure())
    let messages = await issues {
      #expect(double(2) == 4)
      await save("a")
      await #expect(throws: UnimplementedFailure.self) { try await load(1, "b") }
      await #expect(throws: Failure.self) { try await find() }
      #expect((unimplemented("value", placeholder: 3) as Int) == 3)
    }
    #expect(
      messages.map { $0.prefix { $0 != "…" } }
        == ["double", "save", "load", "find", "value"].map { "Unimplemented: \($0) " }
    )
    #expect(messages[2].contains("Invoked with:\n    (1, \"b\")"), "\(messages[2])")
  }
}
