/// A clock that reports an issue when it is used, and then behaves as an ``ImmediateClock``.
///
/// The default in tests, so that a test that depends on time says so.
public struct UnimplementedClock: Clock {
  private let base = ImmediateClock<Swift.Duration>()
  private let name: String

  /// Creates a clock that reports an issue when used.
  ///
  /// - Parameter name: The dependency that the issue names.
  public init(name: String = "Clock") {
    self.name = name
  }

  public var now: VirtualInstant<Duration> {
    report()
    return base.now
  }

  public var minimumResolution: Duration { base.minimumResolution }

  public func sleep(until deadline: VirtualInstant<Duration>, tolerance: Duration?) async throws {
    report()
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report() {
    reportUnimplemented(name, remedy: "$0.\(name) = …")
  }
}
