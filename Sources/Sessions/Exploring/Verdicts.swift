/// What an exploration has found out about its properties.
final class Verdicts {
  let judge: Judge
  /// The properties that are decided, and so are no longer judged.
  var decided = PropertySet()
  /// The properties that are not vacuous.
  private var premises = PropertySet()
  /// Which conditions had an answer so far.
  private(set) var answers = ConditionAnswers()
  /// The findings so far, in the order in which they were made.
  var findings: [ExplorationBase.Finding] = []
  /// Whether the search cannot go on because of misuse, or of a condition that throws an error.
  var hasFailed = false

  init(by judge: Judge) { self.judge = judge }

  /// Whether nothing is left to decide.
  var areComplete: Bool { hasFailed || !judge.searchesMisuse && decided.count == judge.claims.count }

  /// Keeps a finding, unless its property is decided.
  ///
  /// - Returns: Whether a property with a monitor is now decided.
  func note(_ finding: ExplorationBase.Finding) -> Bool {
    if let property = finding.property {
      guard !decided.contains(property) else { return false }
      decided.insert(property)
    }
    findings.append(finding)
    if finding.property == nil || finding.error != nil { hasFailed = true }
    return finding.property.map(judge.monitored.contains) ?? false
  }

  /// Notes what a step shows, apart from what it decides.
  func note(_ judgement: Judging) {
    premises.formUnion(judgement.premises)
    answers.add(judgement.answers)
  }

  /// Leaves a property open if one of its conditions had no answer wherever it was judged.
  func noteUnanswered() {
    guard !hasFailed else { return }
    let violated = Set(findings.compactMap(\.property).filter { judge.claims[$0].needsNoAnswer })
    guard let (property, error) = answers.firstUnanswered({ !violated.contains($0) }) else {
      return
    }
    findings.removeAll { $0.property == property }
    let fault = ExplorationFault.property(property, .error("\(error)"))
    findings.append(.init(steps: [], fault: fault, exhaustedLength: 0, error: error))
  }

  /// The properties that are vacuous so far. One that a finding decides is not.
  var vacuous: Set<Int> {
    Set(
      judge.claims.indices.filter { property in
        judge.claims[property].mayBeVacuous && !premises.contains(property)
          && !findings.contains { $0.property == property }
      }
    )
  }
}

extension ExplorationBase {
  /// The verdict on a property, once the search has ended.
  func verdict(_ property: Int) -> Verdict {
    let (steps, random) = (coverage.exhaustedDepth, coverage.randomSequences)
    let open = Verdict.inconclusive(steps: steps, random: random)
    if let finding = outcome.findings.first(where: { $0.property == property }) {
      if finding.error != nil { return open }
      return finding.fault == .property(property, .reached) ? .reached(finding) : .fails(finding)
    }
    if outcome.decided.contains(property) { return .holds }
    let isComplete = coverage.isComplete && !breadthFirst.isSplit
    let claim = outcome.judge.claims[property]
    if case .sometimes = claim {
      guard isComplete, !settings.triesSample() else { return open }
      return .fails(Finding(steps: [], fault: .property(property, .unreachable), exhaustedLength: 0))
    }
    if isComplete, !(plan.comparesTimes && claim.isUnbounded) { return .holds }
    return claim.isUnbounded ? open : .holdsUpTo(steps: steps, random: random)
  }
}
