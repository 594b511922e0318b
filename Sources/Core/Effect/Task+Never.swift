extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, to stub work that never finishes.
  ///
  /// ```swift
  /// store.dependencies.api.fetch = { try await Task.never() }
  /// ```
  ///
  /// - Throws: `CancellationError`.
  public static func never<Value>() async throws -> Value {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    // The stream ends only with the task.
    for await _ in stream {}
    continuation.finish()
    throw _Concurrency.CancellationError()
  }
}
