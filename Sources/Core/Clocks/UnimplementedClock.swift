/// A clock that reports an issue when it is used, and otherwise behaves like an ``ImmediateClock``.
///
/// It is the default in tests, so that a test that depends on time must set a clock.
public struct UnimplementedClock: Clock {
  private let base: ImmediateClock<Swift.Duration>
  private let report: @Sendable () -> Void

  /// Creates a clock that reports an issue when used, at the line that creates it.
  ///
  /// - Parameter name: The clock to name in the issue.
  public init(
    name: String = "Clock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    base = ImmediateClock()
    report = { site.reportUnimplementedTime(name, hint: "a TestClock or an ImmediateClock") }
  }

  /// Creates the default of a dependency.
  init(name: String, at site: SourceSite, time: ImmediateClock<Swift.Duration>) {
    base = time
    report = { site.reportUnimplemented(name, hint: "TestClock()") }
  }

  /// The time. Reading it reports an issue.
  public var now: VirtualInstant<Duration> {
    report()
    return base.now
  }

  /// Zero: virtual time has no smallest step. Reading it reports an issue.
  public var minimumResolution: Duration {
    report()
    return base.minimumResolution
  }

  /// Reports an issue, advances the time and returns.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: VirtualInstant<Duration>, tolerance: Duration?) async throws {
    report()
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

extension Clock where Self == UnimplementedClock {
  /// A clock that reports an issue when it is used, at the line that creates it.
  ///
  /// - Parameter name: The clock to name in the issue.
  public static func unimplemented(
    _ name: String = "Clock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UnimplementedClock {
    UnimplementedClock(name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension SourceSite {
  /// Reports the use of a clock or scheduler that a test created as unimplemented.
  func reportUnimplementedTime(_ name: String, hint: String) {
    guard shouldReportUnimplemented else { return }
    reportIssue(
      """
      Unimplemented: "\(name)" was used. Each use of it is reported.

      If the test needs it, provide \(hint) in its place.
      """
    )
  }
}
