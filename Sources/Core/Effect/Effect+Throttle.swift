extension Effect {
  /// Runs this effect at most once per interval.
  ///
  /// The first request runs immediately. Of the requests during the interval that follows, one runs at its end and
  /// begins another interval.
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
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let pause = Self.pause(for: interval, clock: clock, at: site)
    return Self(.throttle(operation, id: CancelID(id), pause: pause.operation, latest: latest))
  }
}
