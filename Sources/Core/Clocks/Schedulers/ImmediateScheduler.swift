import Dispatch

/// A scheduler on which every sleep ends immediately, and work runs when it is scheduled. Repeated work runs once.
public struct ImmediateScheduler: Scheduler {
  let clock: ImmediateClock<Swift.Duration>
}

extension ImmediateScheduler {
  /// Creates a scheduler.
  public init() { self.init(clock: ImmediateClock(now: .startOfQueues)) }

  /// The time: the latest deadline so far.
  public var now: Instant { .init(offset: clock.now.offset) }

  /// Zero: virtual time has no smallest step.
  public var minimumResolution: Stride { .zero }

  /// Advances the time to `deadline` and returns after yielding to other jobs.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant,
    tolerance: Stride? = nil
  ) async throws {
    try await clock.sleep(until: .init(offset: deadline.offset))
  }

  /// Runs the work immediately, and only once.
  public func perform(
    after date: Instant,
    interval: Stride?,
    tolerance: Stride,
    options: DispatchQueue.SchedulerOptions,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable {
    action()
    return AnyCancellable {}
  }
}

/// An immediate scheduler for a queue: `ImmediateSchedulerOf<DispatchQueue>`.
public typealias ImmediateSchedulerOf<Queue> = ImmediateScheduler

extension Scheduler where Self == ImmediateScheduler {
  /// A scheduler that never waits.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}

extension DispatchQueue {
  /// A scheduler that never waits.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
