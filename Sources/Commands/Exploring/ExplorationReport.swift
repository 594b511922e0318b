import Core

/// The report of an exploration: its progress, and its verdicts and coverage at the end.
final class ExplorationReport {
  private let plan: ExplorationPlan
  private let console: Console
  private let start = ContinuousClock.now
  private var curve = ExplorationCurve()
  /// The kinds of actions that the feature has.
  private let cases: [String]

  init(_ plan: ExplorationPlan, of cases: [String], console: Console) {
    (self.plan, self.cases, self.console) = (plan, cases, console)
  }

  /// Shows the progress from time to time.
  func showProgress(_ coverage: ExplorationCoverage) {
    curve.note(coverage.states, after: coverage.sequences)
    console.updateProgress {
      let rate = Int(Double(coverage.sequences) / seconds)
      let depth =
        coverage.randomSequences > 0 ? "at random" : "\(counted(coverage.deepest, "command")) deep"
      return Progressed(
        done: coverage.sequences,
        total: plan.sequences,
        text: "explored \(coverage.sequences) of \(plan.sequences) sequences, "
          + "\(counted(coverage.states, "state")), \(depth), \(rate)/s"
      )
    }
  }

  private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// The answer for an exploration.
  ///
  /// - Parameters:
  ///   - scope: The extent of the search.
  ///   - scripts: The scripts of its findings.
  func answer(
    _ exploration: AnyExploration,
    _ request: ExploreRequest,
    _ scope: ExploredScope,
    _ scripts: [ExplorationScript]
  ) -> ExplorationAnswer {
    let coverage = exploration.coverage
    let part = ExplorationPart(
      shard: request.plan.shard + 1,
      shards: request.plan.shards,
      depth: request.plan.depth,
      isAtRestOnly: request.choice.isAtRestOnly,
      exhaustedLength: exploration.breadthFirst.finalLength,
      scope: scope,
      cases: cases,
      unchanging: coverage.groups.filter { $1.happened > 0 && !$1.changesState }.keys.sorted()
        + cases.filter { coverage.actions[$0] != nil && !coverage.changingActions.contains($0) },
      properties: request.properties.indices.map { exploration.verdict(on: $0, in: request.properties) },
      findings: scripts.map(\.answer)
    )
    var answer = ExplorationAnswer(
      part: part,
      coverage: coverage,
      parts: [part.shard],
      curve: curve.points(endingWith: coverage.states, after: coverage.sequences),
      seconds: seconds
    )
    answer.complete()
    return answer
  }
}

extension ExplorationBase {
  /// The verdict on a property.
  fileprivate func verdict(on index: Int, in properties: [WrittenProperty]) -> PropertyVerdict {
    let property = properties[index]
    var verdict = PropertyVerdict(
      name: property.name,
      property: property.text,
      verdict: .inconclusive,
      isDecidedByStates: !property.isUnbounded,
      needsState: property.needsState
    )
    switch verdicts[index] {
    case .holds: verdict.verdict = .holds
    case .holdsUpTo: verdict.verdict = .holdsUpTo
    case .fails: verdict.verdict = .fails
    case .reached(let finding):
      verdict.verdict = .reached
      verdict.script = finding.steps.map(\.text)
    case .inconclusive: break
    }
    let answers = answers(to: index)
    verdict.answered = answers.given
    verdict.unanswered = answers.missing.mapValues { Diagnostic($0).message }
    if vacuousProperties.contains(index) { verdict.vacuity = property.vacuity }
    return verdict
  }
}
