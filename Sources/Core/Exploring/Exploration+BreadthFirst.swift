extension Exploration {
  typealias Place = Probe<State, Action>.Place

  /// Tries all steps at all states that one step leads to, then at those that two lead to, and so on.
  func searchBreadthFirst() -> Finding? {
    var frontier = [probe.root]
    var isSplit = plan.shards == 1
    while !frontier.isEmpty, coverage.exhaustedDepth < plan.depth {
      if !isSplit, frontier.count >= plan.shards * Self.placesPerShard {
        frontier = frontier.enumerated().filter { $0.offset % plan.shards == plan.shard }.map(\.element)
        isSplit = true
      }
      var next: [Place] = []
      for place in frontier {
        switch expand(place, into: &next) {
        case .finding(let finding): return finding
        case .endOfBudget: return nil
        case .done: continue
        }
      }
      coverage.exhaustedDepth += 1
      frontier = next
    }
    coverage.isComplete = frontier.isEmpty
    return nil
  }

  /// Where there are so many states for each shard, each goes on with its own: all of them together are spread evenly.
  private static var placesPerShard: Int { 4 }

  private enum Expansion {
    case done
    case endOfBudget
    case finding(Finding)
  }

  /// Tries all steps at a place.
  private func expand(_ place: Place, into next: inout [Place]) -> Expansion {
    guard probe.go(to: place) else { return diverged(at: place, by: []) }
    coverage.deepest = max(coverage.deepest, place.depth + 1)
    for step in steps(probe.session) {
      if coverage.sequences >= (plan.sequences + 1) / 2 { return .endOfBudget }
      guard probe.go(to: place) else { return diverged(at: place, by: []) }
      let outcome = perform(step)
      if case .fault(let fault) = outcome { return .finding(finding(place, step, fault)) }
      if case .done = outcome, let new = newPlace(after: place, by: step) {
        next.append(new)
        if !isReproducible(new) { return diverged(at: place, by: [step]) }
      }
      if !noteSequence() { return .endOfBudget }
    }
    return .done
  }

  /// The place that the session has come to, unless its like is known.
  private func newPlace(after place: Place, by step: Step) -> Place? {
    var flight = place.flight
    flight.update(from: probe.session.timeline, digest: digest)
    let digest = digest(of: flight)
    guard places[digest] == nil else { return nil }
    let new = probe.place(after: place, by: step, flight: flight)
    places[digest] = new
    return new
  }

  /// Whether doing the same again leads to the same. That is found out only if it is what is looked for.
  private func isReproducible(_ place: Place) -> Bool {
    guard case .misuse = aim, let origin = place.origin, let step = place.step else { return true }
    guard probe.go(to: origin), probe.perform(step) else { return false }
    return areEqual(probe.session.state, place.record.state(as: State.self))
      && probe.session.now == place.record.now
  }

  private func finding(_ place: Place, _ step: Step, _ fault: Fault) -> Finding {
    Finding(steps: place.steps + [step], fault: fault, isShortest: true)
  }

  private func diverged(at place: Place, by steps: [Step]) -> Expansion {
    .finding(Finding(steps: place.steps + steps, fault: .divergence, isShortest: true))
  }
}
