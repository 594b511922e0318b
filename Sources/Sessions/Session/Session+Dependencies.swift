extension SessionBase {
  /// What `DependencyValues.useSessionValues(clock:seed:epoch:firstUUID:)` needs to continue from the initial state:
  /// the state of the random numbers, and the number of the next UUID.
  package var generatorsAtStart: (seed: UInt64, nextUUID: Int) {
    let generators = core.timeline.moments[0].generators
    return (generators.random.state, generators.nextUUID)
  }

  /// The type of the feature.
  package var reducerType: Any.Type { type(of: core.feature.reducer) }

  /// The dependencies whose live values were used, as `\.apiClient`: their keys have no preview values. While live values
  /// are refused, those that would have been used.
  package var liveDependencies: [String] { core.feature.base.defaults.liveNames }

  /// The dependencies that the feature declares and that have only live values in a session: not even test values to use
  /// while live ones are refused.
  package var onlyLiveDependencies: [String] {
    let feature = core.feature
    return DeclaredDependencies.onlyLive(in: feature.reducer, under: feature.base.merging(feature.overrides))
  }

  /// Gives the feature the test values of dependencies in place of their live values from now on.
  package func refuseLiveDependencies() { core.feature.base.defaults.refuseLiveValues([]) }

  /// Runs `body` while the feature gets the test values of dependencies in place of their live values, or the live values.
  ///
  /// - Returns: The dependencies whose live values were refused or used meanwhile.
  package func refusingLiveDependencies(_ isRefusing: Bool, _ body: () throws -> Void) rethrows -> [String] {
    let outer = core.feature.base.defaults.refuseLiveValues(isRefusing ? [] : nil)
    defer { core.feature.base.defaults.refuseLiveValues(outer) }
    try body()
    return liveDependencies
  }

  /// Whether dependencies were set when the session was created.
  package var setsDependencies: Bool { core.feature.overrides.setsValues }
}
