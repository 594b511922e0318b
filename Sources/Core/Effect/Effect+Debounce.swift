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
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let pause = Self.pause(for: dueTime, clock: clock, at: site)
    return .concatenate(pause, self).cancellable(id: id, cancelInFlight: true)
  }
}
