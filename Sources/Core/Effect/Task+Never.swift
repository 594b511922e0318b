extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, for what stands in for work that does not end.
  ///
  /// ```swift
  /// store.dependencies.api.fetch = { try await Task.never() }
  /// ```
  ///
  /// - Throws: `CancellationError`.
  public static func never<Value>() async throws -> Value {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    // The stream ends with the task alone.
    for await _ in stream {}
    continuation.finish()
    throw _Concurrency.CancellationError()
  }
}
