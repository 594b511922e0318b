import Dispatch

/// A scheduler that reports an issue when it is used, and then behaves as an ``ImmediateScheduler``.
///
/// The default in tests, so that a test of a feature that depends on time sets a scheduler.
public struct UnimplementedScheduler: Scheduler {
  private let base = ImmediateScheduler()
  private let name: String

  /// Creates a scheduler that reports an issue when used.
  ///
  /// - Parameter name: The dependency that the issue names.
  public init(name: String = "mainQueue") {
    self.name = name
  }

  /// The time. Asking for it reports an issue.
  public var now: DispatchQueue.SchedulerTimeType {
    report()
    return base.now
  }

  /// Zero: virtual time has no smallest step.
  public var minimumResolution: DispatchQueue.SchedulerTimeType.Stride { .zero }

  /// Reports an issue, moves the time on and returns.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func sleep(
    until deadline: DispatchQueue.SchedulerTimeType,
    tolerance: DispatchQueue.SchedulerTimeType.Stride? = nil
  ) async throws {
    report()
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  /// Reports an issue, and does the work at once.
  public func perform(
    after date: DispatchQueue.SchedulerTimeType,
    interval: DispatchQueue.SchedulerTimeType.Stride?,
    tolerance: DispatchQueue.SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable {
    report()
    return base.perform(after: date, interval: interval, tolerance: tolerance, action)
  }

  private func report() {
    reportUnimplemented(name, hint: "$0.\(name) = …")
  }
}

/// A scheduler for a queue that reports an issue when used: `UnimplementedSchedulerOf<DispatchQueue>`.
public typealias UnimplementedSchedulerOf<Queue> = UnimplementedScheduler

extension Scheduler where Self == UnimplementedScheduler {
  /// A scheduler that reports an issue when it is used.
  public static var unimplemented: UnimplementedScheduler { UnimplementedScheduler() }

  /// A scheduler that reports an issue, with a name for it, when it is used.
  public static func unimplemented(_ name: String) -> UnimplementedScheduler {
    UnimplementedScheduler(name: name)
  }
}

extension DispatchQueue {
  /// A scheduler that reports an issue when it is used.
  public static var unimplemented: UnimplementedScheduler { UnimplementedScheduler() }
}
