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
    if case .sometimes = properties[property].claim {
      guard isComplete, !triesSample() else { return .inconclusive(steps: steps, random: random) }
      return .fails(finding([], .property(property, .unreachable)))
    }
    let isUnbounded = properties[property].isUnbounded
    if isComplete, !(plan.comparesTimes && isUnbounded) { return .holds }
    return isUnbounded
      ? .inconclusive(steps: steps, random: random) : .holdsUpTo(steps: steps, random: random)
  }

  /// Whether a property is vacuous so far; `false` if a finding decides it.
  func isVacuous(_ property: Int) -> Bool {
    properties[property].mayBeVacuous && !premises.contains(property)
      && !findings.contains { $0.property == property }
  }
}
