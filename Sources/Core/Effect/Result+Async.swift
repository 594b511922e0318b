extension Result where Failure == any Error {
  /// Captures the outcome of asynchronous work, to send it as one action:
  ///
  /// ```swift
  /// await send(.factResponse(Result { try await factClient.fetch(count) }))
  /// ```
  ///
  /// - Parameter work: The work.
  public init(
    isolation: isolated (any Actor)? = #isolation,
    catching work: () async throws -> Success
  ) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
