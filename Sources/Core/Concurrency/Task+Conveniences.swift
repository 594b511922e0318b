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

extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run.
  ///
  /// When it returns, everything that was ready in the test's stores has run, regardless of timing. Tasks outside of
  /// stores run on executors whose idleness cannot be observed, so they get a fixed number of turns. For such a task,
  /// prefer to wait for a signal from it.
  ///
  /// - Parameter count: The number of turns for tasks outside of stores.
  public static func megaYield(count: Int = 20, isolation: isolated (any Actor)? = #isolation) async {
    await Readiness.settleAll(of: currentTestID, turns: count, isolation: isolation)
  }
}

extension Result {
  /// Captures the outcome of asynchronous work, to send it as one action:
  ///
  /// ```swift
  /// await send(.factResponse(Result { try await factClient.fetch(count) }))
  /// ```
  ///
  /// - Parameter work: The work, which may throw a specific type of error.
  public init(
    isolation: isolated (any Actor)? = #isolation,
    catching work: () async throws(Failure) -> Success
  ) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
