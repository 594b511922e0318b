/// Where a test does something: on the main actor, on no actor, or on another one.
enum Caller: CaseIterable, Sendable {
  case mainActor, noActor, otherActor

  func perform(_ operation: nonisolated(nonsending) @Sendable () async throws -> Void) async rethrows {
    switch self {
    case .mainActor: try await onMainActor(operation)
    case .noActor: try await onNoActor(operation)
    case .otherActor: try await OtherActor().perform(operation)
    }
  }

  @MainActor
  private func onMainActor(
    _ operation: nonisolated(nonsending) @Sendable () async throws -> Void
  ) async rethrows {
    try await operation()
  }

  @concurrent
  private func onNoActor(
    _ operation: nonisolated(nonsending) @Sendable () async throws -> Void
  ) async rethrows {
    try await operation()
  }

  private actor OtherActor {
    func perform(
      _ operation: nonisolated(nonsending) @Sendable () async throws -> Void
    ) async rethrows {
      try await operation()
    }
  }
}
