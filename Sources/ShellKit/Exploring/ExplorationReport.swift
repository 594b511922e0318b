import Core

/// What a person is told of an exploration: how far it has come while it works, and what it has covered at its end.
final class ExplorationReport<State, Action> {
  typealias Coverage = Exploration<State, Action>.Coverage

  private let request: ExploreRequest<State, Action>
  private let console: Console
  private let start = ContinuousClock.now
  private var lastShown = ContinuousClock.now
  /// The cases of the actions that were reduced.
  private var reached: Set<String> = []
  /// The lines whose actions are known.
  private var known: [String: Int] = [:]

  init(_ request: ExploreRequest<State, Action>, console: Console) {
    self.request = request
    self.console = console
  }

  /// Notes which actions a step has led to.
  ///
  /// - Parameter first: The first moment that the step has made.
  func note(_ step: ExplorationStep<State, Action>, _ session: Session<State, Action>, from first: Int) {
    // A line mostly leads to the same; after a few times only what effects send may be new.
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

  /// Shows how far the exploration has come, now and then, where someone can see it.
  func showProgress(_ coverage: Coverage) {
    let now = ContinuousClock.now
    guard now - lastShown >= Self.pause else { return }
    lastShown = now
    let rate = Int(Double(coverage.sequences) / ((now - start) / .seconds(1)))
    let depth =
      coverage.randomSequences > 0 ? "at random" : "\(counted(coverage.deepest, "command")) deep"
    console.showProgress(
      "explored \(coverage.sequences) of \(request.plan.sequences) sequences, "
        + "\(counted(coverage.states, "state")), \(depth), \(rate)/s"
    )
  }

  /// Takes away what was shown.
  func endProgress() { console.showProgress(nil) }
}

// Coverage.
extension ExplorationReport {
  /// Prints what was covered, the same whatever time it took.
  func printCoverage(_ coverage: Coverage) {
    console.print(headline(coverage))
    var table = TextTable()
    table.add("  sequences", sequences(coverage))
    table.add("  states", "\(coverage.states)")
    let groups = coverage.groups.sorted { $0.key < $1.key }
    let (happened, idle) = (groups.filter { $0.value.happened > 0 }, groups.filter { $0.value.happened == 0 })
    add("  commands", happened.map { "\($0.key) \($0.value.happened)" }, to: &table)
    add("  no effect", idle.map(\.key), to: &table)
    add("  endless", coverage.endlessSteps.sorted(), to: &table)
    let all = ActionCases.all(of: Action.self)
    let missing = all.filter { !reached.contains($0) }
    table.add("  actions", "\(all.count - missing.count) of \(all.count) cases")
    add("  never", missing, to: &table)
    for line in table.lines(palette: console.palette) { console.print(line.controlCharactersEscaped) }
  }

  private func headline(_ coverage: Coverage) -> String {
    let shard = request.plan.shards > 1 ? " (part \(request.plan.shard + 1) of \(request.plan.shards))" : ""
    let until = coverage.isInterrupted ? " until it was interrupted" : ""
    guard let invariant = request.invariant else {
      return "no issue, no endless effect, no divergence was found\(until)\(shard)"
    }
    let rest = request.isAtRestOnly ? " where nothing is in flight" : ""
    return
      "nothing was found that breaks `\(invariant.source.text.controlCharactersEscaped)`\(rest)\(until)\(shard)"
  }

  private func sequences(_ coverage: Coverage) -> String {
    let systematic = coverage.sequences - coverage.randomSequences
    var parts = ["\(systematic): all of up to \(counted(coverage.exhaustedDepth, "command"))"]
    if coverage.isComplete {
      parts = ["\(systematic): everything that can be reached"]
    } else if coverage.randomSequences == 0, coverage.deepest > coverage.exhaustedDepth {
      parts.append("some of \(coverage.deepest)")
    }
    if coverage.randomSequences > 0 {
      parts.append("and \(coverage.randomSequences) random ones of up to \(request.plan.depth)")
    }
    return parts.joined(separator: ", ")
  }

  /// Adds a row, and further ones where it would become too long.
  private func add(_ title: String, _ words: [String], to table: inout TextTable) {
    guard !words.isEmpty else { return }
    let lines = words.joined(separator: ", ").wrapped(to: 90)
    for (index, line) in lines.enumerated() { table.add(index == 0 ? title : "", line) }
  }
}
