extension Session {
  /// The functions of the feature's dependencies that can be answered: of those that its reducers declare as properties,
  /// and of those that Core provides.
  package var endpoints: [FeatureEndpoint] {
    let feature = core.feature
    return FeatureEndpoint.all(
      of: feature.reducer,
      over: feature.base,
      under: feature.overrides,
      epoch: feature.epoch
    )
  }
}

extension Moment {
  /// The answers that functions of dependencies give after it, ordered by function, each with the number of its outcomes
  /// that have been used.
  package var answers: [(answer: DependencyAnswer, used: Int)] {
    record.generators.answers.rules.map { ($0.answer, $0.used) }
  }
}
