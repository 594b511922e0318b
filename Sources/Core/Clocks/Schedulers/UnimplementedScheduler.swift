import Dispatch

/// A scheduler that reports an issue when it is used, and otherwise behaves like an ``ImmediateScheduler``.
///
/// It is the default in tests, so that a test of a time-dependent feature must set a scheduler.
public struct UnimplementedScheduler: Scheduler {
  private let base: ImmediateScheduler
  private let report: @Sendable () -> Void
  /// Where the dependency is read, if this is its default.
  private let reader: SourceSite?

  /// Creates a scheduler that reports an issue when used, at the line that creates it.
  ///
  /// - Parameter name: The scheduler to name in the issue.
  public init(
    name: String = "mainQueue",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    (base, reader) = (ImmediateScheduler(), nil)
    report = { site.reportUnimplementedTime(name, hint: "DispatchQueue.test or DispatchQueue.immediate") }
  }

  /// Creates the default of a dependency.
  init(name: String, at site: SourceSite, time: ImmediateClock<Swift.Duration>) {
    self.init(name: name, at: site, ImmediateScheduler(clock: time))
  }

  private init(name: String, at site: SourceSite, _ base: ImmediateScheduler) {
    (self.base, reader) = (base, site)
    report = { site.reportUnimplemented(name, hint: "DispatchQueue.test") }
  }

  /// The default of another dependency that follows this one; this one, if it is no default.
  func followed(by name: String) -> Self { reader.map { Self(name: name, at: $0, base) } ?? self }

  /// The time. Reading it reports an issue.
  public var now: Instant {
    report()
    return base.now
  }

  /// Zero: virtual time has no smallest step. Reading it reports an issue.
  public var minimumResolution: Stride {
    report()
    return base.minimumResolution
  }

  /// Reports an issue, advances the time and returns.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant,
    tolerance: Stride? = nil
  ) async throws {
    report()
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  /// Reports an issue, and runs the work immediately.
  public func perform(
    after date: Instant,
    interval: Stride?,
    tolerance: Stride,
    options: DispatchQueue.SchedulerOptions,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable {
    report()
    return base.perform(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}

/// A scheduler for a queue that reports an issue when used: `UnimplementedSchedulerOf<DispatchQueue>`.
public typealias UnimplementedSchedulerOf<Queue> = UnimplementedScheduler

extension Scheduler where Self == UnimplementedScheduler {
  /// A scheduler that reports an issue when it is used.
  public static var unimplemented: UnimplementedScheduler { UnimplementedScheduler() }

  /// A scheduler that reports an issue with the given name when it is used, at the line that creates it.
  public static func unimplemented(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UnimplementedScheduler {
    UnimplementedScheduler(name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension DispatchQueue {
  /// A scheduler that reports an issue when it is used.
  public static var unimplemented: UnimplementedScheduler { UnimplementedScheduler() }
}
