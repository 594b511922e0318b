extension DependencyValues {
  /// A clock that continues while the machine sleeps. In a session, it moves only by command.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock that stops while the machine sleeps. In a session, it moves only by command.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  /// The main queue. In a session, it follows the session's clock, which moves only by command.
  ///
  /// Set it to a ``TestScheduler`` (`DispatchQueue.test`), `.immediate` or `.main`.
  public var mainQueue: any Scheduler {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }

  private enum ContinuousClockKey: ReportingKey {
    static let liveValue: any Clock<Duration> = ContinuousClock()
    static func testValue(reportingAt site: SourceSite, in values: DependencyValues) -> any Clock<Duration> {
      UnimplementedClock(name: "continuousClock", at: site, time: values[UnimplementedTime.self])
    }
  }

  private enum MainQueueKey: ReportingKey {
    static let liveValue: any Scheduler = .main
    static func testValue(reportingAt site: SourceSite, in values: DependencyValues) -> any Scheduler {
      UnimplementedScheduler(name: "mainQueue", at: site, time: values[UnimplementedTime.self])
    }
  }

  private enum SuspendingClockKey: ReportingKey {
    static let liveValue: any Clock<Duration> = SuspendingClock()
    static func testValue(reportingAt site: SourceSite, in values: DependencyValues) -> any Clock<Duration> {
      UnimplementedClock(name: "suspendingClock", at: site, time: values[UnimplementedTime.self])
    }
  }

  /// The time of a test that sets no clock. It passes with each sleep, so that loops that wait for a time end.
  private enum UnimplementedTime: TestDependencyKey {
    static var testValue: ImmediateClock<Duration> { ImmediateClock() }
  }
}
