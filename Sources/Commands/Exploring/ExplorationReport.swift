import Core

/// The report of an exploration: its progress, and its verdicts and coverage at the end.
final class ExplorationReport {
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

  /// Whether every command that was tried had an effect, and every action case was reached.
  func isCovered(_ coverage: ExplorationCoverage) -> Bool {
    cases.allSatisfy { coverage.actions[$0] != nil }
      && coverage.groups.values.allSatisfy { $0.happened > 0 }
  }

  /// Shows the progress from time to time.
  func showProgress(_ coverage: ExplorationCoverage) {
    curve.note(coverage.states, after: coverage.sequences)
    console.updateProgress {
      let rate = Int(Double(coverage.sequences) / seconds(until: .now))
      let depth =
        coverage.randomSequences > 0 ? "at random" : "\(counted(coverage.deepest, "command")) deep"
      return Progressed(
        done: coverage.sequences,
        total: request.plan.sequences,
        text: "explored \(coverage.sequences) of \(request.plan.sequences) sequences, "
          + "\(counted(coverage.states, "state")), \(depth), \(rate)/s"
      )
    }
  }

  private func seconds(until end: ContinuousClock.Instant) -> Double { (end - start) / .seconds(1) }

  /// The verdicts, and what was covered.
  func answer(_ part: ExplorationPart, _ coverage: ExplorationCoverage) -> ExplorationAnswer {
    var answer = part.answer
    answer.problems = part.findings.filter { $0.property == nil }.map(\.fault)
    answer.states = coverage.states
    answer.variants = coverage.variants
    answer.transitions = coverage.transitions
    answer.curve = curve.points(endingWith: coverage.states, after: coverage.sequences)
    answer.seconds = seconds(until: .now)
    return answer
  }
}
