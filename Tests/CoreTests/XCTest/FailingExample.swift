import Core
import CoreTestSupport
import Foundation
import XCTest

/// Fails if `XCTestFailureTests` runs it in a process of its own.
final class FailingExample: XCTestCase {
  @MainActor func testThatFails() async throws {
    try XCTSkipUnless(ProcessInfo.processInfo.environment["FAILING_EXAMPLE"] != nil, "it fails")
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, _ in
        state += 1
        return .none
      }
    }
    await store.send(true) { $0 = 2 }
  }
}
