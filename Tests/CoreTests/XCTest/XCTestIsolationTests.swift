import Core
import XCTest

@testable import TestSupport

private enum RecorderKey: DependencyKey {
  static var liveValue: CallCount { CallCount() }
  static var testValue: CallCount { CallCount() }
}

private enum PreparedByXCTestKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension DependencyValues {
  fileprivate var recorder: CallCount { self[RecorderKey.self] }
  fileprivate var preparedByXCTest: String {
    get { self[PreparedByXCTestKey.self] }
    set { self[PreparedByXCTestKey.self] = newValue }
  }
}

/// Each XCTest case has defaults, prepared values, shared values and cancellation ids of its own. Each of these would
/// fail after the other if it had not, in whatever order they run.
final class XCTestIsolationTests: XCTestCase {
  @Dependency(\.recorder) var recorder

  override func setUp() {
    // The defaults are those of the test that is about to run, not those of the one before.
    XCTAssertEqual(recorder.value, 0)
    recorder.increment()
  }

  override func tearDown() {
    XCTAssertEqual(recorder.value, 2)
  }

  func testADefaultIsOneOfThisTest() { useADefault() }

  func testADefaultIsOneOfThisTestToo() { useADefault() }

  func testADefaultIsOneOfThisAsynchronousTest() async {
    useADefault()
    // A task is part of the test that started it.
    let value = await Task {
      @Dependency(\.recorder) var recorder
      return recorder.value
    }.value
    XCTAssertEqual(value, 2)
  }

  func testASharedValueIsOneOfThisTest() { shareAndUse() }

  func testASharedValueIsOneOfThisTestToo() { shareAndUse() }

  func testWhatThisTestPreparesIsItsOwn() async { await prepare("a") }

  func testWhatThisTestPreparesIsItsOwnToo() async { await prepare("b") }

  private func useADefault() {
    @Dependency(\.recorder) var recorder
    XCTAssertEqual(recorder.value, 1)
    recorder.increment()
  }

  private func shareAndUse() {
    @Shared(.inMemory("XCTestIsolationTests")) var count = 0
    XCTAssertEqual(count, 0)
    $count.withLock { $0 += 1 }
    useADefault()
  }

  private func prepare(_ name: String) async {
    useADefault()
    let issues = await issues { prepareDependencies { $0.preparedByXCTest = name } }
    @Dependency(\.preparedByXCTest) var prepared
    XCTAssertEqual(issues, [])
    XCTAssertEqual(prepared, name)
  }
}
