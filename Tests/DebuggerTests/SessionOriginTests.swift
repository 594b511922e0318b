import Core
import Testing

@testable import TodoShellDebugger

/// What a session begins with, as text.
struct SessionOriginTests {
  @Test(arguments: ["2026-11-27T07:19:38", "1969-07-20T20:17:40", "9999-12-31T23:59:59"])
  func aDateKeepsItsMilliseconds(second: String) {
    for millisecond in 1..<1_000 {
      let text = "\(second).\(String(1_000 + millisecond).dropFirst())Z"
      #expect(Date(epochText: text)?.iso8601 == text)
    }
    #expect(Date(epochText: second + "Z")?.iso8601 == second + "Z")
  }
}
