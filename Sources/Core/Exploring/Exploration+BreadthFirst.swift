extension Exploration {
  typealias Place = Probe<State, Action>.Place

  /// Tries all steps from all states that one step leads to, then from all those that two lead to, and so on.
  func searchBreadthFirst() -> Finding? {
    var frontier = [probe.root]
    while !frontier.isEmpty, coverage.exhaustedDepth < plan.depth {
      if !isSplit, plan.shards > 1, frontier.count >= plan.shards * Self.placesPerShard {
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

  /// Once there are this many states per shard, each shard continues with its own states, which are distributed
  /// evenly.
  private static var placesPerShard: Int { 2 }

  private enum Expansion {
    case done
    case endOfBudget
    case finding(Finding)
  }

  /// Tries all steps from a place.
  private func expand(_ place: Place, into next: inout [Place]) -> Expansion {
    guard probe.go(to: place) else { return diverged(at: place, by: []) }
    coverage.deepest = max(coverage.deepest, place.depth + 1)
    let origin = didReach == nil ? 0 : digest(of: place.flight)
    let choices = self.steps()
    if coverage.isInterrupted { return .endOfBudget }
    for step in choices {
      if coverage.sequences >= (plan.sequences + 1) / 2 { return .endOfBudget }
      guard probe.go(to: place) else { return diverged(at: place, by: []) }
      let outcome = perform(step)
      if case .fault(let fault) = outcome { return .finding(finding(place, step, fault)) }
      if case .done = outcome {
        let (digest, flight) = standing(after: place)
        if places[digest] == nil {
          let new = probe.place(after: place, by: step, flight: flight)
          places[digest] = new
          next.append(new)
        }
        didReach?(origin, step, digest, probe.session)
        if !isReproducible(step, at: place, digest) { return diverged(at: place, by: [step]) }
      }
      if !noteSequence() { return .endOfBudget }
    }
    return .done
  }

  /// The digest of the state that a step has led to.
  private func standing(after place: Place) -> (digest: UInt64, flight: FlightLog) {
    var flight = place.flight
    flight.update(from: probe.session.timeline, digest: digest)
    return (digest(of: flight), flight)
  }

  /// Whether repeating the step leads to the same state. Checked only if the aim is to find misuse.
  private func isReproducible(_ step: Step, at place: Place, _ digest: UInt64) -> Bool {
    guard case .misuse = aim else { return true }
    guard probe.go(to: place), case .done = probe.perform(step) else { return false }
    return standing(after: place).digest == digest
  }

  private func finding(_ place: Place, _ step: Step, _ fault: Fault) -> Finding {
    Finding(steps: place.steps + [step], fault: fault, isShortest: !isSplit)
  }

  private func diverged(at place: Place, by steps: [Step]) -> Expansion {
    .finding(Finding(steps: place.steps + steps, fault: .divergence, isShortest: !isSplit))
  }
}
