import Dispatch

/// A scheduler on which every sleep is over at once, and work is done when it is scheduled. Repeated work is done once.
public struct ImmediateScheduler: Scheduler {
  private let clock = ImmediateClock<Swift.Duration>()

  /// Creates a scheduler.
  public init() {}

  /// The time: the latest deadline so far.
  public var now: DispatchQueue.SchedulerTimeType { .init(offset: clock.now.offset) }

  /// Zero: virtual time has no smallest step.
  public var minimumResolution: DispatchQueue.SchedulerTimeType.Stride { .zero }

  /// Moves the time on to `deadline` and returns, after others that are ready to run have had a turn.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func sleep(
    until deadline: DispatchQueue.SchedulerTimeType,
    tolerance: DispatchQueue.SchedulerTimeType.Stride? = nil
  ) async throws {
    try await clock.sleep(until: .init(offset: deadline.offset))
  }

  /// Does the work at once, and only once.
  public func perform(
    after date: DispatchQueue.SchedulerTimeType,
    interval: DispatchQueue.SchedulerTimeType.Stride?,
    tolerance: DispatchQueue.SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable {
    action()
    return AnyCancellable {}
  }
}

/// An immediate scheduler for a queue: `ImmediateSchedulerOf<DispatchQueue>`.
public typealias ImmediateSchedulerOf<Queue> = ImmediateScheduler

extension Scheduler where Self == ImmediateScheduler {
  /// A scheduler on which nothing waits.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}

extension DispatchQueue {
  /// A scheduler on which nothing waits.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
