import Core
import Testing

@testable import TestSupport

struct ExpectDifferenceTests {
  private struct User: Equatable {
    var id = 1
    var name = "Blob"
  }

  private struct Failure: Error {}

  /// Equal to none, and printed like all.
  private struct Unequal: Equatable {
    static func == (lhs: Self, rhs: Self) -> Bool { false }
  }

  @Test func whatDiffersIsShown() async {
    let issues = await issues {
      Core.expectNoDifference(User(), User())
      Core.expectNoDifference(User(), User(name: "Blob Jr."))
      Core.expectNoDifference(1, 2, "The count is off.")
    }
    #expect(
      issues == [
        """
        Difference: …

          \u{2007} ExpectDifferenceTests.User(
          \u{2007}   id: 1,
          \u{2212}   name: "Blob"
          +   name: "Blob Jr."
          \u{2007} )

        (First: \u{2212}, Second: +)
        """,
        """
        The count is off.

          \u{2212} 1
          + 2

        (First: \u{2212}, Second: +)
        """,
      ]
    )
  }

  @Test func whatPrintsTheSameIsReportedAsUnequal() async {
    let issues = await issues { Core.expectNoDifference(Unequal(), Unequal()) }
    #expect(
      issues == [
        """
        Difference: …

          \u{2007} // Not equal but no difference detected:
          \u{2212} ExpectDifferenceTests.Unequal()
          + ExpectDifferenceTests.Unequal()

        (First: \u{2212}, Second: +)
        """
      ]
    )
  }

  @Test func aChangeIsExpected() async {
    let issues = await issues {
      var user = User()
      Core.expectDifference(user) {
        user.name += "!"
      } changes: {
        $0.name = "Blob!"
      }
      Core.expectDifference(user, "Nothing happens.") {
      } changes: { _ in
      }
      Core.expectDifference(user) {
        user.id = 2
      } changes: {
        $0.id = 3
      }
    }
    #expect(
      issues == [
        """
        Difference: …

          \u{2007} ExpectDifferenceTests.User(
          \u{2212}   id: 3,
          +   id: 2,
          \u{2007}   name: "Blob!"
          \u{2007} )

        (Expected: \u{2212}, Actual: +)
        """
      ]
    )
  }

  @Test func aChangeByAnAsynchronousOperationIsExpected() async {
    let issues = await issues {
      let count = ActorIsolated(0)
      let seen = LockIsolated(0)
      await Core.expectDifference(seen.value) {
        await count.withValue { $0 += 1 }
        let value = await count.value
        seen.setValue(value)
      } changes: {
        $0 = 1
      }
      await Core.expectDifference(seen.value, "It stays.") {
        await Task.yield()
        seen.setValue(5)
      } changes: { _ in
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("It stays.\n\n  \u{2212} 1\n  + 5\n") == true)
  }

  @Test func anErrorIsReported() async throws {
    let issues = try await issues {
      Core.expectNoDifference(try fail(), 1)
      Core.expectDifference(1) {
        _ = try fail()
      } changes: { _ in
      }
      await Core.expectDifference(1) {
        await Task.yield()
        _ = try fail()
      } changes: { _ in
      }
    }
    #expect(issues == Array(repeating: "The comparison threw an error: Failure()", count: 3))
  }

  @Test func aFailurePointsToTheLineThatExpects() async {
    let reporter = RecordingReporter()
    let line: UInt = #line
    withIssueReporters([reporter]) {
      Core.expectNoDifference(1, 2)
      Core.expectDifference(1) {
      } changes: {
        $0 = 2
      }
    }
    #expect(
      reporter.places == [
        "CoreTests/ExpectDifferenceTests.swift:\(line + 2)",
        "CoreTests/ExpectDifferenceTests.swift:\(line + 3)",
      ]
    )
  }

  private func fail() throws -> Int { throw Failure() }
}
