import Dispatch

extension Effect {
  /// Delays this effect until it has not been requested again for a given time; see
  /// ``debounce(id:for:clock:fileID:filePath:line:column:)``.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.response(search(query))) }
  ///     .debounce(id: CancelID.search, for: 0.3, scheduler: mainQueue)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id that identifies repeated requests; it also cancels the effect.
  ///   - dueTime: The time without further requests after which the effect starts.
  ///   - scheduler: The scheduler that measures the time.
  public func debounce(
    id: some Hashable & Sendable,
    for dueTime: DispatchQueue.SchedulerTimeType.Stride,
    scheduler: any Scheduler,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    debounce(
      id: id,
      for: dueTime.duration,
      clock: SchedulerClock(scheduler: scheduler),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Runs this effect at most once per interval; see
  /// ``throttle(id:for:clock:latest:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - id: The id that identifies repeated requests.
  ///   - interval: The interval's length.
  ///   - scheduler: The scheduler that measures the interval.
  ///   - latest: Whether the last request of an interval runs at its end, rather than the first.
  public func throttle(
    id: some Hashable & Sendable,
    for interval: DispatchQueue.SchedulerTimeType.Stride,
    scheduler: any Scheduler,
    latest: Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    throttle(
      id: id,
      for: interval.duration,
      clock: SchedulerClock(scheduler: scheduler),
      latest: latest,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// A scheduler as a clock with durations of type `Duration`.
private struct SchedulerClock: Clock {
  let scheduler: any Scheduler

  var now: VirtualInstant<Duration> { VirtualInstant(offset: scheduler.now.offset) }
  var minimumResolution: Duration { scheduler.minimumResolution.duration }

  nonisolated(nonsending) func sleep(until deadline: VirtualInstant<Duration>, tolerance: Duration?)
    async throws
  {
    try await scheduler.sleep(
      until: .init(offset: deadline.offset),
      tolerance: tolerance.map { .init($0) }
    )
  }
}
