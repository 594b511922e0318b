extension Effect {
  /// Delays this effect until it has not been asked for again for a while.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.response(search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// Asking again under the same id cancels the one before, whether it still waits or runs already.
  ///
  /// - Parameters:
  ///   - id: The name under which it is asked for again, and can be cancelled.
  ///   - dueTime: How long nothing is to be asked for.
  ///   - clock: The clock that measures it.
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
