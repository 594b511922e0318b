import Dispatch

/// Runs work at a later time: the main queue, or a ``TestScheduler`` in its place.
///
/// A feature gets its scheduler from the dependencies, so that a test controls the time:
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
/// A scheduler is a clock: use it with `sleep(for:)` and `timer(interval:)`, or pass it to an operator that takes a
/// scheduler, such as ``Effect/debounce(id:for:scheduler:fileID:filePath:line:column:)``.
public protocol Scheduler: Clock
where Instant == DispatchQueue.SchedulerTimeType, Duration == DispatchQueue.SchedulerTimeType.Stride {
  /// Schedules work once or repeatedly.
  ///
  /// - Parameters:
  ///   - date: The time of the first run; if it is in the past, as soon as possible.
  ///   - interval: The time between two runs; `nil` to run once.
  ///   - tolerance: The maximum delay of a run.
  ///   - options: How a queue runs the work. Other schedulers ignore it.
  ///   - action: The work.
  /// - Returns: A handle; cancelling or releasing it ends the work.
  func perform(
    after date: Instant,
    interval: Duration?,
    tolerance: Duration,
    options: DispatchQueue.SchedulerOptions,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable
}

extension DispatchQueue {
  /// How a queue runs scheduled work.
  public struct SchedulerOptions {
    /// The quality of service of the work.
    public var qos: DispatchQoS
    /// The flags of the work.
    public var flags: DispatchWorkItemFlags
    /// The group that the work belongs to until it has run; ignored for repeated work, which has no end.
    public var group: DispatchGroup?

    /// Creates options.
    public init(
      qos: DispatchQoS = .unspecified,
      flags: DispatchWorkItemFlags = [],
      group: DispatchGroup? = nil
    ) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }
}

/// A type-erased scheduler: `AnySchedulerOf<DispatchQueue>`.
///
/// All schedulers use the time of queues, so the parameter only documents which scheduler is replaced.
public typealias AnySchedulerOf<Queue> = any Scheduler

extension Scheduler {
  /// A span of the time of queues.
  public typealias Stride = DispatchQueue.SchedulerTimeType.Stride

  /// Schedules work to run as soon as possible.
  public func schedule(
    options: DispatchQueue.SchedulerOptions? = nil,
    _ action: @escaping @Sendable () -> Void
  ) {
    schedule(after: now, options: options, action)
  }

  /// Schedules work to run at a time; if that is in the past, as soon as possible.
  public func schedule(
    after date: Instant,
    tolerance: Duration = .zero,
    options: DispatchQueue.SchedulerOptions? = nil,
    _ action: @escaping @Sendable () -> Void
  ) {
    perform(after: date, interval: nil, tolerance: tolerance, options: options ?? .init(), action).detach()
  }

  /// Schedules work to run at a time, and again after each interval.
  ///
  /// - Returns: A handle; cancelling or releasing it ends the work.
  public func schedule(
    after date: Instant,
    interval: Duration,
    tolerance: Duration = .zero,
    options: DispatchQueue.SchedulerOptions? = nil,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable {
    perform(after: date, interval: interval, tolerance: tolerance, options: options ?? .init(), action)
  }

  /// The instants of a timer: one at the end of each interval, until the task that awaits them is cancelled.
  ///
  /// Timers of a ``TestScheduler`` that are due at the same time tick in the order in which they began. On an
  /// ``ImmediateScheduler``, it ticks once.
  ///
  /// - Parameters:
  ///   - interval: The time between two instants.
  ///   - tolerance: The maximum delay of an instant.
  ///   - options: How a queue runs the timer. Other schedulers ignore it.
  public func timer(
    interval: Duration,
    tolerance: Duration = .zero,
    options: DispatchQueue.SchedulerOptions? = nil
  ) -> AsyncStream<Instant> {
    AsyncStream { continuation in
      let start = now.advanced(by: interval)
      let work = schedule(after: start, interval: interval, tolerance: tolerance, options: options) {
        continuation.yield(now)
      }
      continuation.onTermination = { _ in work.cancel() }
    }
  }

  /// Suspends for a duration.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public nonisolated(nonsending) func sleep(
    for duration: Duration,
    tolerance: Duration? = nil
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
  }

  /// The smallest effective tolerance.
  public var minimumTolerance: Duration { minimumResolution }

  /// The type-erased scheduler.
  public func eraseToAnyScheduler() -> any Scheduler { self }
}
