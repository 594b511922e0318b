/// A clock that reports an issue when it is used, and then behaves as a ``VirtualClock`` whose time has come: a sleep
/// returns at once.
///
/// The default in tests, so that a test that depends on time says so.
public struct UnimplementedClock: Clock {
  private let base = VirtualClock()
  private let name: String

  /// Creates a clock that reports an issue when used.
  ///
  /// - Parameter name: The dependency that the issue names.
  public init(name: String = "Clock") {
    self.name = name
  }

  public var now: VirtualClock.Instant {
    report()
    return base.now
  }

  public var minimumResolution: Duration { base.minimumResolution }

  public func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
    report()
    try Task.checkCancellation()
  }

  private func report() {
    reportUnimplemented(name, remedy: "$0.\(name) = …")
  }
}
