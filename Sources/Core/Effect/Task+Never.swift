extension Task where Failure == Never {
  /// Waits until the task is cancelled, to stub work that never finishes.
  ///
  /// ```swift
  /// store.dependencies.api.fetch = { try await Task.never() }
  /// ```
  ///
  /// - Throws: `CancellationError`.
  public static func never() async throws -> Success {
    try await Task<Never, Never>.never()
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, as a statement: `try await Task.never()`.
  ///
  /// - Throws: `CancellationError`.
  public static func never() async throws {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    // The stream ends only with the task.
    for await _ in stream {}
    continuation.finish()
    throw _Concurrency.CancellationError()
  }
}
