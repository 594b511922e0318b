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

  /// Makes both clocks stand for the given one, where a test sets no other.
  ///
  /// To be called on values with fresh defaults.
  func setTestClock(_ clock: VirtualClock<Duration>) {
    setTestDefault(clock, for: ContinuousClockKey.self)
    setTestDefault(clock, for: SuspendingClockKey.self)
  }

  private enum ContinuousClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = ContinuousClock()
    static let testValue: any Clock<Duration> = UnimplementedClock(name: "continuousClock")
  }

  private enum SuspendingClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = SuspendingClock()
    static let testValue: any Clock<Duration> = UnimplementedClock(name: "suspendingClock")
  }
}
