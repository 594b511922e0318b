import Testing
import TodoShellValues

@testable import TodoShellServers

struct LiveRequestTests {
  @Test func aRequestThatIsNestedTooDeeplyIsAnsweredWithItsIdentifier() {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let line = #"{"x":\#(deep),"id":7,"check":"add"}"#
    guard case .invalid(let id, let problem) = LiveRequest(.message(Array(line.utf8)), takesObjects: true)
    else {
      Issue.record("the request is accepted")
      return
    }
    #expect(id == 7 && problem == "the line is nested more than 500 levels deep")
  }
}
