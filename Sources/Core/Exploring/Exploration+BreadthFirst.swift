extension Exploration {
  typealias Place = Probe<State, Action>.Place

  /// Tries all steps from all states that one step leads to, then from all those that two lead to, and so on.
  func searchBreadthFirst() {
    var frontier = [probe.root]
    while !frontier.isEmpty, coverage.exhaustedDepth < plan.depth {
      if !isSplit, plan.shards > 1, frontier.count >= plan.shards * Self.placesPerShard {
        frontier = frontier.enumerated().filter { $0.offset % plan.shards == plan.shard }.map(\.element)
        isSplit = true
      }
      var next: [Place] = []
      for place in frontier where !expand(place, into: &next) { return findLoops() }
      coverage.exhaustedDepth += 1
      frontier = next
      findLoops()
      if isDone { return }
    }
    coverage.isComplete = frontier.isEmpty
  }

  /// Once there are this many states per shard, each shard continues with its own states, which are distributed
  /// evenly.
  private static var placesPerShard: Int { 2 }

  /// Tries all steps from a place.
  ///
  /// - Returns: Whether to go on.
  private func expand(_ place: Place, into next: inout [Place]) -> Bool {
    guard probe.go(to: place) else { return diverged(at: place, by: []) }
    coverage.deepest = max(coverage.deepest, place.depth + 1)
    var choices = steps(from: place.standing)
    choices += orderSteps(at: place)
    if coverage.isInterrupted { return false }
    for step in choices {
      if coverage.sequences >= (plan.sequences + 1) / 2 { return false }
      guard probe.go(to: place) else { return diverged(at: place, by: []) }
      guard follow(step, from: place, into: &next), !isDone, noteSequence() else { return false }
    }
    return true
  }

  /// Tries a step from a place.
  ///
  /// - Returns: Whether to go on.
  private func follow(_ step: Step, from place: Place, into next: inout [Place]) -> Bool {
    var standing = place.standing
    switch perform(step, &standing) {
    case .nothing, .refused, .endless: return true
    case .fault(let fault):
      note(Finding(steps: place.steps + [step], fault: fault, isShortest: !isSplit))
      return false
    case .done(let judgement):
      for hit in judgement.hits {
        let steps = cut(place.steps + [step], at: hit)
        note(Finding(steps: steps, fault: hit.fault, isShortest: !isSplit))
      }
      variants.insert(standing.variant)
      if keepsInteresting { noteKinds(of: step, from: 1) }
      let key = key(of: standing, at: probe.session.now)
      let target = places[key] ?? probe.place(after: place, by: step, standing, number: allPlaces.count)
      if places[key] == nil {
        places[key] = target
        allPlaces.append(target)
        next.append(target)
      }
      if hasUnbounded {
        let takesTime = probe.session.now > place.record.now
        behaviour.add(from: place.number, to: target.number, takesTime: takesTime, met: judgement.met)
        behaviourSteps.append(step)
      }
      didReach?(place.standing.digest, step, standing.digest, probe.session)
      return isReproducible(step, at: place, standing.digest) || diverged(at: place, by: [step])
    }
  }

  /// Whether repeating the step leads to the same state. Checked only if misuse is searched for.
  private func isReproducible(_ step: Step, at place: Place, _ expected: UInt64) -> Bool {
    guard properties.isEmpty else { return true }
    guard probe.go(to: place), case .done = probe.perform(step) else { return false }
    var flight = place.standing.flight
    flight.update(from: probe.session.timeline)
    return digest(of: flight) == expected
  }

  private func diverged(at place: Place, by steps: [Step]) -> Bool {
    note(Finding(steps: place.steps + steps, fault: .divergence, isShortest: !isSplit))
    return false
  }
}
