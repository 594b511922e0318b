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

  /// Makes both clocks and the main queue follow the given clock, unless a test sets others.
  ///
  /// Call it on values with fresh defaults.
  func setTestClock(_ clock: VirtualClock<Duration>) {
    setTestDefault(clock, for: ContinuousClockKey.self)
    setTestDefault(clock, for: SuspendingClockKey.self)
    setTestDefault(TestScheduler(clock: clock), for: MainQueueKey.self)
  }

  private enum ContinuousClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = ContinuousClock()
    static let testValue: any Clock<Duration> = UnimplementedClock(name: "continuousClock")
  }

  private enum MainQueueKey: DependencyKey {
    static let liveValue: any Scheduler = .main
    static let testValue: any Scheduler = .unimplemented
  }

  private enum SuspendingClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = SuspendingClock()
    static let testValue: any Clock<Duration> = UnimplementedClock(name: "suspendingClock")
  }
}
