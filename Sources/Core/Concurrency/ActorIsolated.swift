/// A value protected by an actor, so that any task can read and change it.
///
/// ```swift
/// let tracked = ActorIsolated<[String]>([])
/// await tracked.withValue { $0.append("buttonTapped") }
/// #expect(await tracked.value == ["buttonTapped"])
/// ```
///
/// ``LockIsolated`` does the same without suspending, and is the better choice unless an operation must suspend.
public final actor ActorIsolated<Value: Sendable> {
  /// The value.
  public var value: Value

  /// Creates a protected value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// Changes the value.
  ///
  /// The operation runs on the actor and changes a copy, which replaces the value when the operation ends, even if it
  /// throws. Changes made by other tasks while the operation is suspended are lost.
  ///
  /// - Parameter operation: Changes the value.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  public func withValue<T: Sendable>(
    _ operation: nonisolated(nonsending) @Sendable (inout Value) async throws -> T
  ) async rethrows -> T {
    var copy = value
    defer { value = copy }
    return try await operation(&copy)
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
