import Synchronization

/// The test of Swift Testing that the current task belongs to; `nil` outside of one, and with XCTest.
var currentTestID: TestContext.Testing.Test.ID? {
  guard isTesting, case .swiftTesting(let testing?) = TestContext.current else { return nil }
  return testing.test.id
}

/// A value of the whole process, of which each test has its own, so that tests do not affect each other.
///
/// With Swift Testing, where tests run at the same time, a test is the one that the current task belongs to. With XCTest,
/// where they run one after the other, it is the one that was started last.
final class PerTest<Value: Sendable>: Sendable {
  private typealias TestID = TestContext.Testing.Test.ID

  private struct Values {
    /// The value of the process, or of the XCTest case.
    var shared: Value
    /// Which XCTest case that is.
    var testCase = 0
    var ofTests: [TestID: Value] = [:]
  }

  private let make: @Sendable () -> Value
  private let values: Mutex<Values>

  /// Creates the value of the process.
  ///
  /// - Parameter make: Makes a value.
  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    values = Mutex(Values(shared: make()))
  }

  /// The value of the test that the current task belongs to; of the process, if it belongs to none.
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

/// The XCTest cases of the process. The library `CoreTestSupport` says when one is started: Core itself does not link
/// XCTest.
package enum XCTestCases {
  fileprivate static let started = Atomic(0)

  /// Gives the XCTest case that is about to run values of its own.
  package static func willStart() { started.add(1, ordering: .acquiringAndReleasing) }
}
