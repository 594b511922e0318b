import Testing

@testable import TodoShellCommands
@testable import Core
@testable import TodoShellSessions
@testable import TodoShellDebugger

/// Which paths the exported page compares: there are limits, as the page contains all comparisons.
struct PageComparisonTests {
  private func comparisons(after lines: [String]) throws -> [ComparisonAnswer] {
    let shell = RecordedShell(CounterShell.application)
    for line in lines { shell.run(line) }
    #expect(shell.err.text.isEmpty, "\(shell.err.text)")
    return try shell.shell.comparisons()
  }

  @Test func atMostTenPathsAreComparedWithEachOther() throws {
    let lines = (0..<12).flatMap { ["goto 0", "up \($0 + 1)", "mark m\($0)"] }
    let found = try comparisons(after: lines)
    #expect(found.count == 10 * 9 / 2)
    let names = Set(found.flatMap { [$0.left, $0.right] })
    #expect(names.count == 10)
    // The current path comes first, then the marks by the numbers of their moments.
    #expect(names.contains("#\(12 * 13 / 2)") && names.contains("m8 (#45)") && !names.contains("m9 (#55)"))
  }

  @Test func noComparisonBeginsAfterFiftyThousandRows() throws {
    let marks = (1...9).map { "mark m\($0) \(6_000 - $0)" }
    let found = try comparisons(after: ["repeat 6000 up"] + marks)
    #expect(found.count == 9, "8 comparisons have fewer than 50,000 rows, and a ninth more")
    #expect(found.map(\.rows.count).reduce(0, +) > 50_000)
  }

  @Test func pathsThatForkComeBeforeThoseThatContinue() throws {
    let found = try comparisons(after: ["up", "mark early", "up", "goto early", "up 5"])
    #expect(found.map { "\($0.left) \($0.right)" }.first == "#2 #7")
  }

  @Test func theLastComparisonComesFirst() throws {
    let found = try comparisons(after: ["up", "goto 0", "up 2", "compare 1 3"])
    #expect(found.map { "\($0.left) \($0.right)" } == ["#1 #3", "#1 #3"])
  }
}
