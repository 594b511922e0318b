import Core

/// The report of an exploration: its progress, and its verdicts and coverage at the end.
final class ExplorationReport {
  typealias Coverage = Exploration<Any, Any>.Coverage

  private let request: ExploreRequest
  private let console: Console
  private let start = ContinuousClock.now
  private var curve = ExplorationCurve()
  /// The kinds of actions that the feature has.
  let cases: [String]

  init(_ request: ExploreRequest, of types: FeatureTypes, console: Console) {
    self.request = request
    self.console = console
    cases = ActionCases.all(of: types.action)
  }
}

extension ExplorationReport {
  /// Whether every command that was tried had an effect, and every action case was reached.
  func isCovered(_ coverage: Coverage) -> Bool {
    cases.allSatisfy { coverage.actions[$0] != nil }
      && coverage.groups.values.allSatisfy { $0.happened > 0 }
  }
}

// Progress.
extension ExplorationReport {
  /// Shows the progress from time to time.
  func showProgress(_ coverage: Coverage) {
    curve.note(coverage.states, after: coverage.sequences)
    console.updateProgress {
      let rate = Int(Double(coverage.sequences) / seconds(until: .now))
      let depth =
        coverage.randomSequences > 0 ? "at random" : "\(counted(coverage.deepest, "command")) deep"
      return ProgressReport(
        done: coverage.sequences,
        total: request.plan.sequences,
        text: "explored \(coverage.sequences) of \(request.plan.sequences) sequences, "
          + "\(counted(coverage.states, "state")), \(depth), \(rate)/s"
      )
    }
  }

  /// Clears the progress line.
  func endProgress() { console.showProgress(nil) }

  private func seconds(until end: ContinuousClock.Instant) -> Double { (end - start) / .seconds(1) }
}

// The end.
extension ExplorationReport {
  /// The verdicts, and what was covered.
  func answer(_ exploration: Exploration<Any, Any>, _ scope: ExploredScope) -> ExplorationAnswer {
    let coverage = exploration.coverage
    var answer = ExplorationAnswer()
    answer.scope = scope
    answer.properties = request.properties.enumerated().map { index, property in
      var verdict = Self.verdict(property, exploration.verdicts[index])
      if coverage.isComplete, property.needsState { verdict.upTo = nil }
      if exploration.vacuousProperties.contains(index) { verdict.vacuity = property.vacuity }
      return verdict
    }
    answer.problems = exploration.findings.filter { $0.property == nil }.map { $0.text([]) }
    answer.isAtRestOnly = request.isAtRestOnly
    answer.isInterrupted = coverage.isInterrupted
    (answer.parts, answer.shards) = ([request.plan.shard + 1], request.plan.shards)
    answer.depth = request.plan.depth
    (answer.sequences, answer.randomSequences) = (coverage.sequences, coverage.randomSequences)
    (answer.exhaustedDepth, answer.deepest) = (coverage.exhaustedDepth, coverage.deepest)
    answer.isComplete = coverage.isComplete
    (answer.states, answer.variants, answer.transitions) =
      (coverage.states, coverage.variants, coverage.transitions)
    answer.replayed = coverage.firstSequences
    answer.curve = curve.points(endingWith: coverage.states, after: coverage.sequences)
    answer.seconds = seconds(until: .now)
    answer.commands = coverage.groups.sorted { $0.key < $1.key }.map { name, tries in
      ExplorationAnswer.Tried(name: name, count: tries.happened, refusal: tries.refusal)
    }
    answer.endless = coverage.endlessSteps.sorted()
    answer.cases = cases.count
    answer.neverReached = cases.filter { coverage.actions[$0] == nil }
    answer.unchanging =
      answer.commands.map(\.name).filter { name in
        coverage.groups[name].map { $0.happened > 0 && !$0.changesState } ?? false
      } + cases.filter { coverage.actions[$0] != nil && !coverage.changingActions.contains($0) }
    answer.actions = cases.compactMap { name in coverage.actions[name].map { .init(name: name, count: $0) } }
    return answer
  }

  private static func verdict(
    _ property: WrittenProperty,
    _ verdict: Exploration<Any, Any>.Verdict
  ) -> PropertyVerdict {
    func answer(_ kind: PropertyVerdict.Verdict) -> PropertyVerdict {
      PropertyVerdict(name: property.name, property: property.text, verdict: kind)
    }
    var result: PropertyVerdict
    switch verdict {
    case .holds: result = answer(.holds)
    case .holdsUpTo(let steps, let random):
      result = answer(.holdsUpTo)
      (result.upTo, result.random) = (steps, random)
    case .fails(let finding):
      result = answer(.fails)
      if finding.isWay { result.commands = finding.steps.count }
    case .reached(let finding):
      result = answer(.reached)
      result.commands = finding.steps.count
      result.script = finding.steps.map(\.text)
    case .inconclusive(let steps, let random):
      result = answer(.inconclusive)
      (result.upTo, result.random) = (steps, random)
    }
    return result
  }
}
