import Core

/// Work that goes on until it is cancelled.
func neverEnds() async throws {
  let _: Void = try await Task.never()
}
