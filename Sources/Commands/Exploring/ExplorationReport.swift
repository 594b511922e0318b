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
  func answer(_ part: ExplorationPart, _ coverage: Coverage) -> ExplorationAnswer {
    var answer = part.answer
    answer.problems = part.findings.filter { $0.property == nil }.map(\.fault)
    (answer.states, answer.variants, answer.transitions) =
      (coverage.states, coverage.variants, coverage.transitions)
    answer.curve = curve.points(endingWith: coverage.states, after: coverage.sequences)
    answer.seconds = seconds(until: .now)
    return answer
  }
}
