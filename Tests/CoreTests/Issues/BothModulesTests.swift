import Core
import IssueReporting
import Synchronization
import Testing

/// A file that imports IssueReporting, too, whose functions have the same names.
struct BothModulesTests {
  private final class Reporter: IssueReporting.IssueReporter {
    let count = Atomic(0)

    func reportIssue(
      _ message: @autoclosure () -> String?,
      severity: IssueReporting.IssueSeverity,
      fileID: StaticString,
      filePath: StaticString,
      line: UInt,
      column: UInt
    ) {
      count.add(1, ordering: .relaxed)
    }
  }

  @Test func functionsAreNotAmbiguous() async {
    withKnownIssue { reportIssue("an issue") }
    withExpectedIssue { reportIssue("an issue") }
    await withExpectedIssue {
      await Task.yield()
      throw CancellationError()
    }
    withErrorReporting {}
    let value: @Sendable () throws -> Int = unimplemented("value")
    #expect(isTesting)
    withExpectedIssue { #expect(throws: (any Error).self) { try value() } }
  }

  @Test func issuesOfCoreReachTheReportersOfIssueReporting() {
    let reporter = Reporter()
    withIssueReporters([reporter]) {
      Core.reportIssue("an issue")
      Core.reportIssue(CancellationError())
    }
    #expect(reporter.count.load(ordering: .relaxed) == 2)
  }

  @Test func coreExpectsIssuesOfIssueReporting() {
    Core.withExpectedIssue { IssueReporting.reportIssue("an issue") }
    IssueReporting.withExpectedIssue { Core.reportIssue("an issue") }
  }
}
