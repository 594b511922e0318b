extension Exploration {
  /// The verdict on a property, once the search has ended.
  func verdict(_ property: Int) -> Verdict {
    let (steps, random) = (coverage.exhaustedDepth, coverage.randomSequences)
    if let finding = findings.first(where: { $0.property == property }) {
      if finding.error != nil { return .inconclusive(steps: steps, random: random) }
      return finding.fault == .property(property, .reached) ? .reached(finding) : .fails(finding)
    }
    if decided.contains(property) { return .holds }
    let isComplete = coverage.isComplete && !isSplit
    let claim = judge.claims[property]
    if case .sometimes = claim {
      guard isComplete, !triesSample() else { return .inconclusive(steps: steps, random: random) }
      return .fails(finding([], .property(property, .unreachable)))
    }
    if isComplete, !(plan.comparesTimes && claim.isUnbounded) { return .holds }
    return claim.isUnbounded
      ? .inconclusive(steps: steps, random: random) : .holdsUpTo(steps: steps, random: random)
  }

  /// Whether a property is vacuous so far; `false` if a finding decides it.
  func isVacuous(_ property: Int) -> Bool {
    judge.claims[property].mayBeVacuous && !premises.contains(property)
      && !findings.contains { $0.property == property }
  }
}
