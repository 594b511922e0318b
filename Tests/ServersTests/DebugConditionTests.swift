import Core
import Testing
import TodoShellValues

@testable import TodoShellServers

/// Conditions of breakpoints that turn out to be invalid while the script runs.
struct DebugConditionTests {
  /// True for small numbers; then it compares values that have no order.
  private static let invalid = "self < 2 || 1 / (self - self) == 1"

  private func stops(at breakpoint: String, then batches: [String]...) throws -> [JSON] {
    let client = try debugScript(
      ".up\n.up\n.up\n.up",
      [["continue {}"]] + batches + [["continue {}"]],
      application: Counting.application,
      start: [breakpoint.replacing("INVALID", with: Self.invalid)]
    )
    return client.messages.filter { $0["event"] == "stopped" }.dropFirst().map { $0["body"] ?? .null }
  }

  private func check(_ stop: JSON, _ reason: String, moment: Int, condition: String = invalid) throws {
    #expect(stop["reason"]?.string == reason)
    #expect(stop["description"]?.string == "Paused at an invalid condition")
    #expect(stop["hitBreakpointIds"]?.elements == [1])
    let lines = stop["text"]?.string?.split(separator: "\n").map(String.init) ?? []
    try #require(lines.count >= 4, "no error with its place: \(stop.text)")
    #expect(lines[0] == "error: division by zero")
    #expect(lines[1] == condition)
    let start = lines[2].prefix { $0 == " " }.count
    #expect(lines[2].dropFirst(start).hasPrefix("^~~~"), "\(lines[2])")
    #expect(lines[1].dropFirst(start).hasPrefix("1 / (self - self)"), "\(lines)")
    #expect(lines.contains("note: evaluated at #\(moment)"), "\(lines)")
  }

  @Test(arguments: ["", #","hitCondition":"1""#, #","logMessage":"reached""#])
  func theScriptStopsWhereTheConditionOfALineCannotBeEvaluated(more: String) throws {
    let source = #""source":{"path":"PATH"}"#
    let breakpoint = #"setBreakpoints {\#(source),"breakpoints":[{"line":4,"condition":"INVALID"\#(more)}]}"#
    let stops = try stops(at: breakpoint)
    try #require(stops.count == 1, "\(stops)")
    try check(stops[0], "breakpoint", moment: 3)
  }

  @Test(arguments: [
    (#"setDataBreakpoints {"breakpoints":[{"dataId":"self","condition":"INVALID"}]}"#, "data breakpoint"),
    (
      #"setFunctionBreakpoints {"breakpoints":[{"name":".up","condition":"INVALID"}]}"#, "function breakpoint"
    ),
  ])
  func theScriptStopsWhereTheConditionOfAChangeCannotBeEvaluated(breakpoint: String, reason: String) throws {
    // The condition holds at #1. Going back from #3, it is invalid at #2 again, and then at #3.
    let stops = try stops(at: breakpoint, then: ["continue {}"], ["continue {}"], ["reverseContinue {}"])
    try #require(stops.count == 5, "\(stops)")
    #expect(stops[0]["text"] == nil && stops[0]["reason"]?.string == reason)
    for (stop, moment) in zip(stops.dropFirst(), [2, 3, 2, 3]) { try check(stop, reason, moment: moment) }
  }

  @Test func anExpressionThatCannotBeEvaluatedStopsTheScript() throws {
    let breakpoint = #"setFunctionBreakpoints {"breakpoints":[{"name":"INVALID"}]}"#
    let stops = try stops(at: breakpoint)
    try #require(!stops.isEmpty)
    #expect(
      stops.contains { $0["text"]?.string?.contains("division by zero") == true },
      "\(stops)"
    )
  }
}
