extension DependencyValues {
  /// The clock that goes on while the machine sleeps. A session's clock moves only by command.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock that stops while the machine sleeps. A session's clock moves only by command.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  /// The main queue. A session's queue has the time of its clock, which moves only by command.
  ///
  /// Assign ``TestScheduler`` (`DispatchQueue.test`), `.immediate` or `.main`.
  public var mainQueue: any Scheduler {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }

  /// Makes both clocks, and the main queue, have the time of the given one, where a test sets no other.
  ///
  /// To be called on values with fresh defaults.
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
