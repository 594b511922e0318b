/// Runs an operation that can be cancelled by id.
///
/// This is ``Effect/cancellable(id:cancelInFlight:)`` for part of an effect:
///
/// ```swift
/// return .run { send in
///   await send(.started)
///   let result = await Result { try await withTaskCancellation(id: CancelID.upload) { try await upload() } }
///   await send(.ended(result))
/// }
/// ```
///
/// In an effect, the id is scoped to the effect's feature: ``Effect/cancel(id:)`` of that feature and of those around
/// it, and `Task.cancel(id:)` in their effects, cancel the operation and any action it has sent that is not yet
/// reduced. The rest of the effect continues. Elsewhere, the id is global to the program, or to the current test, and
/// `Task.cancel(id:)` outside of effects cancels the operation.
///
/// - Parameters:
///   - id: The id; an enum nested in the feature keeps it distinct from those of other features.
///   - cancelInFlight: Whether to first cancel operations in flight with the same id.
///   - operation: The work. It runs where the effect runs.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withTaskCancellation<T: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> T
) async throws(Failure) -> T {
  let result: @Sendable () async -> Result<T, Failure> = { await Result(catching: operation) }
  let id = CancelID(id)
  let task =
    await RunningEffect.current?.start(id, cancelInFlight: cancelInFlight, operation: result)
    ?? GlobalCancellations.current.start(id, cancelInFlight: cancelInFlight, operation: result)
  return try await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the operations with an id.
  ///
  /// In an effect, it immediately cancels what ``Effect/cancel(id:)`` would: everything with the id in the effect's
  /// feature and its children. Elsewhere, it cancels what `withTaskCancellation` runs outside of effects.
  ///
  /// - Parameter id: The id.
  /// - Complexity: O(*k*) in the number of operations cancelled.
  public static func cancel(id: some Hashable & Sendable) {
    let id = CancelID(id)
    if let effect = RunningEffect.current {
      effect.cancel(id)
    } else {
      GlobalCancellations.current.cancel(id)
    }
  }
}
