import Synchronization

/// The test of Swift Testing that the current task belongs to; `nil` outside of one, and with XCTest.
var currentTestID: TestContext.Testing.Test.ID? {
  guard isTesting, case .swiftTesting(let testing?) = TestContext.current else { return nil }
  return testing.test.id
}

/// A process-wide value of which each test has its own, so that tests do not affect each other.
///
/// With Swift Testing, where tests run concurrently, the test is that of the current task. With XCTest, where they
/// run one after the other, it is the one started last.
final class PerTest<Value: Sendable>: Sendable {
  private typealias TestID = TestContext.Testing.Test.ID

  private struct Values {
    /// The value of the process, or of the XCTest case.
    var shared: Value
    /// The number of that XCTest case.
    var testCase = 0
    var ofTests: [TestID: Value] = [:]
  }

  private let make: @Sendable () -> Value
  private let values: Mutex<Values>

  /// Creates the value of the process.
  ///
  /// - Parameter make: Creates a value.
  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    values = Mutex(Values(shared: make()))
  }

  /// The value for the test of the current task, or for the process if there is no such test.
  var current: Value {
    guard isTesting else { return values.withLock(\.shared) }
    guard let test = currentTestID else { return ofXCTestCase }
    return values.withLock { values in
      if let value = values.ofTests[test] { return value }
      let value = make()
      values.ofTests[test] = value
      return value
    }
  }

  private var ofXCTestCase: Value {
    let testCase = XCTestCases.started.load(ordering: .acquiring)
    return values.withLock { values in
      if values.testCase < testCase { (values.shared, values.testCase) = (make(), testCase) }
      return values.shared
    }
  }
}

/// The XCTest cases of the process. The library `CoreTestSupport` reports when one starts, because Core itself does
/// not link XCTest.
package enum XCTestCases {
  fileprivate static let started = Atomic(0)

  /// Gives the XCTest case that is about to run its own values.
  package static func willStart() { started.add(1, ordering: .acquiringAndReleasing) }
}
