import Core

/// Work that goes on until it is cancelled.
func neverEnds() async throws {
  try await Task.never()
}
