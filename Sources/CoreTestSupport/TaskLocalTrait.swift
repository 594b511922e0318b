import Testing

/// Binds a task-local value for a test, or for each test of a suite; see ``Testing/Trait/taskLocal(_:_:)``.
public struct TaskLocalTrait<Value: Sendable>: SuiteTrait, TestTrait, TestScoping {
  private let taskLocal: TaskLocal<Value>
  private let value: @Sendable () throws -> Value

  fileprivate init(_ taskLocal: TaskLocal<Value>, _ value: @escaping @Sendable () throws -> Value) {
    self.taskLocal = taskLocal
    self.value = value
  }

  /// The trait of a suite applies to all its tests and nested suites.
  public var isRecursive: Bool { true }

  /// Runs a test with the value.
  ///
  /// - Throws: What creating the value or the test throws.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await taskLocal.withValue(value(), operation: function)
  }
}

extension Trait {
  /// Binds a task-local value.
  ///
  /// ```swift
  /// @Test(.taskLocal(Request.$id, 1)) func logsTheRequest() { … }
  /// ```
  ///
  /// - Parameters:
  ///   - taskLocal: The projected value of the task-local property. The property must be declared in another module,
  ///     because a macro cannot use declarations that other macros add to the same module.
  ///   - value: Its value, created for each test.
  public static func taskLocal<Value>(
    _ taskLocal: TaskLocal<Value>,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Self == TaskLocalTrait<Value> {
    TaskLocalTrait(taskLocal, value)
  }
}
