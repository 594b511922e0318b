import Dispatch

/// Does work at a later time: the main queue, or a ``TestScheduler`` in its place.
///
/// A feature takes its scheduler from the dependencies, so that a test controls its time:
///
/// ```swift
/// @Dependency(\.mainQueue) var mainQueue
///
/// return .run { send in
///   try await mainQueue.sleep(for: .seconds(1))
///   await send(.timeOut)
/// }
/// ```
///
/// A scheduler is a clock. Use it like one, with `sleep(for:)` and `timer(interval:)`, or pass it to an operator that
/// takes a scheduler, such as ``Effect/debounce(id:for:scheduler:fileID:filePath:line:column:)``.
public protocol Scheduler: Clock
where Instant == DispatchQueue.SchedulerTimeType, Duration == DispatchQueue.SchedulerTimeType.Stride {
  /// Does some work once or repeatedly.
  ///
  /// - Parameters:
  ///   - date: The time of the first run; if it has passed, as soon as possible.
  ///   - interval: The time between two runs; `nil` if there is only one.
  ///   - tolerance: How late a run may be.
  ///   - action: The work.
  /// - Returns: A handle. The work ends when it is cancelled or released.
  func perform(
    after date: DispatchQueue.SchedulerTimeType,
    interval: DispatchQueue.SchedulerTimeType.Stride?,
    tolerance: DispatchQueue.SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable
}

/// A scheduler of any kind: `AnySchedulerOf<DispatchQueue>`.
///
/// All schedulers have the time of queues, so the parameter only says what the scheduler stands in for.
public typealias AnySchedulerOf<Queue> = any Scheduler

extension Scheduler {
  /// Does some work as soon as possible.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    schedule(after: now, action)
  }

  /// Does some work at a time; if that has passed, as soon as possible.
  public func schedule(
    after date: DispatchQueue.SchedulerTimeType,
    tolerance: DispatchQueue.SchedulerTimeType.Stride = .zero,
    _ action: @escaping @Sendable () -> Void
  ) {
    perform(after: date, interval: nil, tolerance: tolerance, action).detach()
  }

  /// Does some work at a time, and again whenever an interval has passed.
  ///
  /// - Returns: A handle. The work ends when it is cancelled or released.
  public func schedule(
    after date: DispatchQueue.SchedulerTimeType,
    interval: DispatchQueue.SchedulerTimeType.Stride,
    tolerance: DispatchQueue.SchedulerTimeType.Stride = .zero,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable {
    perform(after: date, interval: interval, tolerance: tolerance, action)
  }

  /// Suspends for some time.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public nonisolated(nonsending) func sleep(
    for duration: DispatchQueue.SchedulerTimeType.Stride,
    tolerance: DispatchQueue.SchedulerTimeType.Stride? = nil
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
  }

  /// The least tolerance that makes a difference.
  public var minimumTolerance: DispatchQueue.SchedulerTimeType.Stride { minimumResolution }

  /// The scheduler as one of any kind.
  public func eraseToAnyScheduler() -> any Scheduler { self }
}
