/// A value that an actor protects, so that any task may read and change it.
///
/// ```swift
/// let tracked = ActorIsolated<[String]>([])
/// await tracked.withValue { $0.append("buttonTapped") }
/// #expect(await tracked.value == ["buttonTapped"])
/// ```
///
/// ``LockIsolated`` does the same without suspending, and is the better choice unless an operation has to suspend.
public final actor ActorIsolated<Value: Sendable> {
  /// The value.
  public var value: Value

  /// Protects a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// Changes the value.
  ///
  /// The operation runs on the actor and works on a copy, which becomes the value when it ends, also with an error. What
  /// other tasks change while the operation is suspended is lost.
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
