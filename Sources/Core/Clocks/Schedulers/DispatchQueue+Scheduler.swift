import Dispatch

/// A dispatch queue is a scheduler in real time.
///
/// Scheduled work runs on the queue. A sleeping task resumes in its own isolation.
extension DispatchQueue: Scheduler, @retroactive Clock {
  public typealias Instant = SchedulerTimeType
  public typealias Duration = SchedulerTimeType.Stride

  /// The time since the machine was started, without the time it was suspended.
  public var now: SchedulerTimeType { .init(.now()) }

  /// A nanosecond.
  public var minimumResolution: Stride { .nanoseconds(1) }

  /// Suspends until `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public func sleep(
    until deadline: SchedulerTimeType,
    tolerance: Stride? = nil
  ) async throws {
    try await Task.sleep(
      for: now.distance(to: deadline).duration,
      tolerance: tolerance?.duration,
      clock: .suspending
    )
  }

  /// Runs the work on the queue.
  public func perform(
    after date: SchedulerTimeType,
    interval: Stride?,
    tolerance: Stride,
    options: SchedulerOptions,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable {
    let item = DispatchWorkItem(qos: options.qos, flags: options.flags, block: action)
    guard let interval else {
      if let group = options.group {
        group.enter()
        item.notify(queue: self) { group.leave() }
      }
      if date <= now {
        async(execute: item)
      } else {
        asyncAfter(deadline: date.dispatchTime, execute: item)
      }
      // A work item may be cancelled on any thread.
      let cancel = UncheckedSendable(item)
      return AnyCancellable { cancel.value.cancel() }
    }
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(
      deadline: date.dispatchTime,
      repeating: .nanoseconds(interval.clampedNanoseconds),
      leeway: .nanoseconds(tolerance.clampedNanoseconds)
    )
    timer.setEventHandler(handler: item)
    timer.resume()
    // A source may be cancelled on any thread.
    let cancel = UncheckedSendable(timer)
    return AnyCancellable { cancel.value.cancel() }
  }
}

extension Scheduler where Self == DispatchQueue {
  /// The main queue.
  public static var main: DispatchQueue { DispatchQueue.main }
}
