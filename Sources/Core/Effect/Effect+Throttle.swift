extension Effect {
  /// Runs this effect at most once in an interval.
  ///
  /// The first one runs at once. Of those that are asked for within the interval that follows, one runs at its end, and
  /// begins another interval.
  ///
  /// - Parameters:
  ///   - id: The name under which it is asked for again.
  ///   - interval: The time in which at most one runs.
  ///   - clock: The clock that measures it.
  ///   - latest: Whether the last one of an interval runs at its end, rather than the first.
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
