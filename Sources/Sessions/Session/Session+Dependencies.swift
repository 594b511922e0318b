extension SessionBase {
  /// What `DependencyValues.useSessionValues(clock:seed:epoch:firstUUID:)` needs to continue from the initial state:
  /// the state of the random numbers, and the number of the next UUID.
  package var generatorsAtStart: (seed: UInt64, nextUUID: Int) {
    let generators = core.timeline.moments[0].generators
    return (generators.random.state, generators.nextUUID)
  }

  /// The type of the feature.
  package var reducerType: Any.Type { type(of: core.feature.reducer) }

  /// The dependencies whose live values were used, as `\.apiClient`: their keys have no preview values.
  package var liveDependencies: [String] { core.feature.base.defaults.liveNames }

  /// The dependencies that the feature declares and that have only live values in a session: not even test values to use
  /// while live ones are refused.
  package var onlyLiveDependencies: [String] {
    let feature = core.feature
    return DeclaredDependencies.onlyLive(in: feature.reducer, under: feature.base.merging(feature.overrides))
  }

  /// Runs `body` while the feature gets the test values of dependencies in place of their live values.
  ///
  /// - Returns: The dependencies whose live values it was refused.
  package func refusingLiveDependencies(_ body: () throws -> Void) rethrows -> [String] {
    try core.feature.base.refusingLiveValues {
      try body()
      return core.feature.base.refusedNames
    }
  }

  /// The dependencies whose live values it has been refused so far.
  package var refusedDependencies: [String] { core.feature.base.refusedNames }

  /// Whether dependencies were set when the session was created.
  package var setsDependencies: Bool { core.feature.overrides.setsValues }
}
