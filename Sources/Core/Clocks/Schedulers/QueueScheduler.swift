import Dispatch

/// A dispatch queue as a scheduler, in real time.
///
/// Scheduled work runs on the queue. A sleeping task resumes in its own isolation.
public struct QueueScheduler: Scheduler {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  /// The time since the machine was started, without the time it was suspended.
  public var now: Instant { .init(.now()) }

  /// A nanosecond.
  public var minimumResolution: Stride { .nanoseconds(1) }

  /// Suspends until `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public func sleep(
    until deadline: Instant,
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
    after date: Instant,
    interval: Stride?,
    tolerance: Stride,
    options: DispatchQueue.SchedulerOptions,
    _ action: @escaping @Sendable () -> Void
  ) -> AnyCancellable {
    let item = DispatchWorkItem(qos: options.qos, flags: options.flags, block: action)
    guard let interval else {
      if let group = options.group {
        group.enter()
        item.notify(queue: queue) { group.leave() }
      }
      if date <= now {
        queue.async(execute: item)
      } else {
        queue.asyncAfter(deadline: date.dispatchTime, execute: item)
      }
      // A work item may be cancelled on any thread.
      let cancel = UncheckedSendable(item)
      return AnyCancellable { cancel.value.cancel() }
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
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

extension Scheduler where Self == QueueScheduler {
  /// The main queue.
  public static var main: QueueScheduler { QueueScheduler(.main) }
}

extension DispatchQueue {
  /// The queue as a scheduler.
  public func eraseToAnyScheduler() -> any Scheduler { QueueScheduler(self) }
}
