/// A value protected by a lock, so that any thread can read and change it: for example, to record calls of a
/// dependency in a test.
///
/// ```swift
/// let tracked = LockIsolated<[String]>([])
/// let store = TestStore(initialState: Feature.State()) { Feature() } withDependencies: {
///   $0.analytics.track = { event in tracked.withValue { $0.append(event) } }
/// }
/// await store.send(.buttonTapped)
/// #expect(tracked.value == ["buttonTapped"])
/// ```
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  // Unchecked: everything is accessed under the lock, which is recursive so that an operation may read the value.
  private let lock = RecursiveLock()
  private var current: Value
  /// The number of times the value has been replaced.
  private var version = 0

  /// Creates a protected value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    current = try value()
  }

  /// Reads a property of the value.
  public subscript<Subject: Sendable>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    lock.withLock { current[keyPath: keyPath] }
  }

  /// Changes the value with exclusive access.
  ///
  /// The operation changes a copy, so that it can still read the previous value. A nested change by another call of
  /// this method is lost, and is reported as an issue.
  ///
  /// - Parameter operation: Changes the value.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws. Changes made before it throws are kept.
  /// - Complexity: That of `operation`, which copies a collection if it changes it.
  public func withValue<T: Sendable>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ operation: @Sendable (inout Value) throws -> T
  ) rethrows -> T {
    lock.lock()
    defer { lock.unlock() }
    var copy = current
    let before = version
    defer {
      if version != before {
        reportIssue(
          "A \"LockIsolated\" value was changed inside \"withValue\", which replaces it: that change is lost.",
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
      }
      current = copy
      version += 1
    }
    return try operation(&copy)
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock {
      current = try newValue()
      version += 1
    }
  }
}

extension LockIsolated where Value: Sendable {
  /// The value.
  public var value: Value { lock.withLock { current } }
}
