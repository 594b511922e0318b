extension DependencyValues {
  /// Sets what a `Session` provides to its feature, so that a test can repeat a session: the clocks, the date, UUIDs
  /// and random numbers. Other dependencies get their preview values, as in a session.
  ///
  /// ```swift
  /// let clock = TestClock()
  /// let store = TestStore(initialState: Todos.State()) {
  ///   Todos()
  /// } withDependencies: {
  ///   $0.useSessionValues(clock: clock)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The clock that the test moves.
  ///   - seed: The seed of the random numbers.
  ///   - epoch: The date at the start; the beginning of 2001, UTC, by default.
  ///   - firstUUID: The number of the first UUID: more than 0 if the session's initial state took some.
  public mutating func useSessionValues(
    clock: TestClock<Duration>,
    seed: UInt64 = 0,
    epoch: Date = Date(timeIntervalSinceReferenceDate: 0),
    firstUUID: Int = 0
  ) {
    context = .preview
    let generators = World.Generators(nextUUID: firstUUID, random: SplitMix64(seed: seed))
    World(epoch: epoch, clock: clock, generators: generators, shared: SharedTracker())
      .installTimeAndRandomness(in: &self)
  }
}
