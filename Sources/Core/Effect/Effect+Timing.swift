extension Effect {
  /// Delays this effect until it has not been requested again for a given time.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.response(search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// Another request with the same id cancels the previous effect, whether it is waiting or already running.
  ///
  /// - Parameters:
  ///   - id: The id that identifies repeated requests; it also cancels the effect.
  ///   - dueTime: The time without further requests after which the effect starts.
  ///   - clock: The clock that measures the time.
  public func debounce(
    id: some Hashable & Sendable,
    for dueTime: Duration,
    clock: any Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    if isNone { return .none }
    let pause = Self.pause(for: dueTime, clock: clock, at: SourceSite(fileID, filePath, line, column))
    return .concatenate(pause, self).cancellable(id: id, cancelInFlight: true)
  }
}

extension Effect {
  /// Runs this effect at most once per interval.
  ///
  /// The first request runs immediately. Of the requests during the interval that follows, one runs at its end and
  /// begins another interval.
  ///
  /// - Parameters:
  ///   - id: The id that identifies repeated requests.
  ///   - interval: The interval's length.
  ///   - clock: The clock that measures the interval.
  ///   - latest: Whether the last request of an interval runs at its end, rather than the first.
  public func throttle(
    id: some Hashable & Sendable,
    for interval: Duration,
    clock: any Clock<Duration>,
    latest: Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    if isNone { return .none }
    let pause = Self.pause(for: interval, clock: clock, at: SourceSite(fileID, filePath, line, column))
    return Self(.throttle(operation, id: CancelID(id), pause: pause.operation, latest: latest))
  }
}
