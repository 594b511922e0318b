/// Runs an operation that an id cancels.
///
/// It is ``Effect/cancellable(id:cancelInFlight:)`` for a part of an effect:
///
/// ```swift
/// return .run { send in
///   await send(.started)
///   let result = await Result { try await withTaskCancellation(id: CancelID.upload) { try await upload() } }
///   await send(.ended(result))
/// }
/// ```
///
/// In an effect the id belongs to the feature of the effect: ``Effect/cancel(id:)`` of that feature and of those
/// around it, and `Task.cancel(id:)` in their effects, cancel the operation, and with it what it has sent but has not
/// been reduced; the effect goes on. Anywhere else the id is one of the whole program, or of the test that runs, and
/// `Task.cancel(id:)` outside of effects cancels the operation.
///
/// - Parameters:
///   - id: The name; an enum nested in the feature keeps it apart from those of other features.
///   - cancelInFlight: Whether what still runs under the same id is cancelled first.
///   - operation: The work. It runs where the effect runs.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withTaskCancellation<T: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> T
) async throws(Failure) -> T {
  let result: @Sendable () async -> Result<T, Failure> = {
    do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
  }
  let id = CancelID(id)
  let task =
    await EffectContext.current?.start(id, cancelInFlight: cancelInFlight, operation: result)
    ?? GlobalCancellations.current.start(id, cancelInFlight: cancelInFlight, operation: result)
  return try await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels what runs under an id.
  ///
  /// In an effect that is what ``Effect/cancel(id:)`` would cancel, at once: all in the feature of the effect and in
  /// its children. Anywhere else it is what `withTaskCancellation` runs outside of effects.
  ///
  /// - Parameter id: The name.
  /// - Complexity: O(*k*) in the number of operations cancelled.
  public static func cancel(id: some Hashable & Sendable) {
    let id = CancelID(id)
    if let context = EffectContext.current {
      context.cancel(id)
    } else {
      GlobalCancellations.current.cancel(id)
    }
  }
}
