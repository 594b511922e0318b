import Core
import Foundation
import XCTest

@testable import TestSupport

/// The same test store in XCTest, on the main actor and off it.
@MainActor
final class MainActorTestCase: XCTestCase {
  func testAStoreIsTestedHere() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerRunning = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTick) { $0.count = 2 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerRunning = false }
    await store.finish()
  }

  func testTheContextIsThatOfATest() {
    @Dependency(\.context) var context
    XCTAssertEqual(context, .test)
  }
}

final class PlainTestCase: XCTestCase {
  func testAFailureIsReported() async {
    let messages = await issues {
      let store = TestStore(initialState: NestedRows.State(id: UUID(1))) { NestedRows() }
      await store.send(.nameTextFieldChanged("Blob"))
      await store.finish()
    }
    XCTAssertEqual(messages.count, 1)
    XCTAssert(messages.first?.contains("was not expected to change") == true, "\(messages)")
  }

  func testWhatIsLeftIsReported() async {
    let messages = await issues {
      let store = TestStore(initialState: CounterFeature.State()) {
        CounterFeature()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.toggleTimerButtonTapped) { $0.isTimerRunning = true }
    }
    XCTAssertEqual(messages.count, 1)
    XCTAssert(messages.first?.contains("1 effect did not end") == true, "\(messages)")
  }

  /// What was not asserted is a note in the log: an expected issue would fail the test where XCTest knows none.
  func testSkippedAssertionsAreShownAndFailNothing() async throws {
    let log = try await standardError {
      let store = TestStore(initialState: Probe.State()) { Probe() }
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.effect(.send("a")))
      await store.send(.note("b")) { $0.log = ["a", "b"] }
    }
    for part in [
      "XCTestCaseTests.swift:\(#line - 4): note: These changes of the state were not asserted:",
      "XCTestCaseTests.swift:\(#line - 4): note: Skipped 1 received action:",
    ] {
      XCTAssert(log.contains(part), log)
    }
  }

  /// What an operation writes to standard error.
  private func standardError(of operation: () async throws -> Void) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "stderr-\(UUID())")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    let original = dup(STDERR_FILENO)
    dup2(output.fileDescriptor, STDERR_FILENO)
    defer {
      dup2(original, STDERR_FILENO)
      close(original)
    }
    try await operation()
    return try String(contentsOf: file, encoding: .utf8)
  }
}
