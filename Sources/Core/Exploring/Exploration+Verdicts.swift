extension Exploration {
  /// The verdict on a property, once the search has ended.
  func verdict(_ property: Int) -> Verdict {
    if let finding = findings.first(where: { $0.property == property }) {
      return finding.fault == .property(property, .reached) ? .reached(finding) : .fails(finding)
    }
    let (steps, random) = (coverage.exhaustedDepth, coverage.randomSequences)
    let isComplete = coverage.isComplete && !isSplit
    if case .sometimes = properties[property].claim {
      guard isComplete else { return .inconclusive(steps: steps, random: random) }
      return .fails(Finding(steps: [], fault: .property(property, .unreachable), isShortest: true))
    }
    let isUnbounded = properties[property].isUnbounded
    if isComplete, !(plan.comparesTimes && isUnbounded) { return .holds }
    return isUnbounded
      ? .inconclusive(steps: steps, random: random) : .holdsUpTo(steps: steps, random: random)
  }
}
