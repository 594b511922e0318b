/// A clock that reports an issue when it is used, and otherwise behaves like an ``ImmediateClock``.
///
/// It is the default in tests, so that a test that depends on time must set a clock.
public struct UnimplementedClock: Clock {
  private let base = ImmediateClock<Swift.Duration>()
  private let name: String

  /// Creates a clock that reports an issue when used.
  ///
  /// - Parameter name: The dependency to name in the issue.
  public init(name: String = "Clock") {
    self.name = name
  }

  /// The time. Reading it reports an issue.
  public var now: VirtualInstant<Duration> {
    report()
    return base.now
  }

  /// Zero: virtual time has no smallest step.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Reports an issue, advances the time and returns.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: VirtualInstant<Duration>, tolerance: Duration?) async throws {
    report()
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report() {
    reportUnimplemented(name, hint: "$0.\(name) = …")
  }
}
