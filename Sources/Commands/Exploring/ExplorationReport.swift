import Core

/// The report of an exploration: its progress, and its coverage at the end.
final class ExplorationReport<State, Action> {
  typealias Coverage = Exploration<State, Action>.Coverage

  private let request: ExploreRequest<State, Action>
  private let console: Console
  private let start = ContinuousClock.now
  private var lastShown = ContinuousClock.now
  /// The cases of the actions that ran.
  private var reached: Set<String> = []
  /// The lines whose actions are known.
  private var known: [String: Int] = [:]

  init(_ request: ExploreRequest<State, Action>, console: Console) {
    self.request = request
    self.console = console
  }

  /// Records which actions a step has caused.
  ///
  /// - Parameter first: The first moment of the step.
  func note(_ step: ExplorationStep<State, Action>, _ session: Session<State, Action>, from first: Int) {
    // A line mostly causes the same actions; after a few times only actions from effects can be new.
    let times = known[step.text, default: 0]
    known[step.text] = times + 1
    for number in first..<session.moments.count {
      guard case .action(let action, _, let origin) = session.moments[number].cause else { continue }
      if times > 4, case .user = origin { continue }
      if times > 256, !times.isMultiple(of: 16) { continue }
      reached.insert(ActionCases.pattern(of: action))
    }
  }
}

// Progress.
extension ExplorationReport {
  private static var pause: Duration { .milliseconds(200) }

  /// Shows the progress from time to time.
  func showProgress(_ coverage: Coverage) {
    let now = ContinuousClock.now
    guard now - lastShown >= Self.pause else { return }
    lastShown = now
    let rate = Int(Double(coverage.sequences) / ((now - start) / .seconds(1)))
    let depth =
      coverage.randomSequences > 0 ? "at random" : "\(counted(coverage.deepest, "command")) deep"
    console.showProgress(
      ProgressReport(
        done: coverage.sequences,
        total: request.plan.sequences,
        text: "explored \(coverage.sequences) of \(request.plan.sequences) sequences, "
          + "\(counted(coverage.states, "state")), \(depth), \(rate)/s"
      )
    )
  }

  /// Clears the progress line.
  func endProgress() { console.showProgress(nil) }
}

// Coverage.
extension ExplorationReport {
  /// What was covered, independent of the time it took.
  ///
  /// - Parameter transitions: The number of transitions, if they were recorded.
  func answer(_ coverage: Coverage, transitions: Int?) -> ExplorationAnswer {
    let groups = coverage.groups.sorted { $0.key < $1.key }
    let cases = ActionCases.all(of: Action.self)
    return ExplorationAnswer(
      invariant: request.invariant?.source.text,
      isAtRestOnly: request.isAtRestOnly,
      isInterrupted: coverage.isInterrupted,
      shard: request.plan.shard + 1,
      shards: request.plan.shards,
      depth: request.plan.depth,
      sequences: coverage.sequences,
      randomSequences: coverage.randomSequences,
      exhaustedDepth: coverage.exhaustedDepth,
      deepest: coverage.deepest,
      isComplete: coverage.isComplete,
      states: coverage.states,
      transitions: transitions,
      commands: groups.map { name, tries in
        ExplorationAnswer.Tried(name: name, count: tries.happened, refusal: tries.refusal)
      },
      endless: coverage.endlessSteps.sorted(),
      cases: cases.count,
      neverReached: cases.filter { !reached.contains($0) }
    )
  }
}
