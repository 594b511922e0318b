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
