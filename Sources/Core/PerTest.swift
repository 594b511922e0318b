import Synchronization

/// A value of the whole process, of which each test has one of its own: tests that run at the same time do not meet.
///
/// Tests are told apart where Swift Testing runs them. XCTest runs one after the other, and they share a value.
final class PerTest<Value: Sendable>: Sendable {
  private typealias TestID = TestContext.Testing.Test.ID

  private let make: @Sendable () -> Value
  private let shared: Value
  private let ofTests = Mutex<[TestID: Value]>([:])

  /// Creates the value of the process.
  ///
  /// - Parameter make: Makes a value.
  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    shared = make()
  }

  /// The value of the test that the current task belongs to; of the process, if it belongs to none.
  var current: Value {
    guard isTesting, case .swiftTesting(let testing?) = TestContext.current else { return shared }
    return ofTests.withLock { values in
      if let value = values[testing.test.id] { return value }
      let value = make()
      values[testing.test.id] = value
      return value
    }
  }
}
