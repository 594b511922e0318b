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

  /// The time, with an issue: a test is to say which clock is used.
  public var now: VirtualInstant<Duration> {
    report()
    return base.now
  }

  /// None: virtual time knows no smallest step.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Moves the time on and returns, with an issue: a test is to say which clock is used.
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
