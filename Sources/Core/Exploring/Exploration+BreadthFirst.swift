extension Exploration {
  /// Tries all steps from all states that one step leads to, then from all those that two lead to, and so on.
  func searchBreadthFirst() {
    var frontier = [root]
    while !frontier.isEmpty, coverage.exhaustedDepth < plan.depth {
      if !isSplit, plan.shards > 1, frontier.count >= plan.shards * Self.placesPerShard {
        frontier = frontier.enumerated().filter { $0.offset % plan.shards == plan.shard }.map(\.element)
        isSplit = true
      }
      var next: [Place] = []
      guard expand(frontier, into: &next) else { return findLoops() }
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

  /// The number of sequences that may still be tried breadth first.
  private var left: Int { max(0, (plan.sequences + 1) / 2 - coverage.sequences) }

  /// Tries all steps from some places.
  ///
  /// - Returns: Whether to go on.
  private func expand(_ frontier: [Place], into next: inout [Place]) -> Bool {
    var rest = frontier[...]
    while !rest.isEmpty {
      // If no more may be tried, it remains to be found out whether there is more.
      let places = rest.prefix(left == 0 ? 1 : batch)
      rest = rest.dropFirst(places.count)
      let limit = left
      let expansions = results(for: Array(places)) { $0.expansion(of: $1, limit: limit) }
      for (place, expansion) in zip(places, expansions) {
        guard merge(expansion, of: place, into: &next) else { return false }
      }
      adjustBatch(afterAttempts: expansions.reduce(0) { $0 + $1.attempts.count })
    }
    return true
  }

  /// Adds the results of trying the steps from a place.
  ///
  /// - Returns: Whether to go on.
  private func merge(
    _ expansion: Scout<State, Action>.Expansion,
    of place: Place,
    into next: inout [Place]
  ) -> Bool {
    coverage.deepest = max(coverage.deepest, place.depth + 1)
    for attempt in expansion.attempts {
      if left == 0 { return false }
      note(attempt, at: place.standing.digest)
      switch attempt.outcome {
      case .nothing, .refused, .endless: break
      case .fault(let fault):
        note(Finding(steps: steps(to: place) + [attempt.step], fault: fault, isShortest: !isSplit))
        return false
      case .done(let judgement): merge(attempt, judgement, from: place, into: &next)
      }
      guard !isDone, noteSequence() else { return false }
    }
    switch expansion.end {
    case .whole: return true
    case .cut: return false
    case .divergence:
      note(Finding(steps: steps(to: place), fault: .divergence, isShortest: !isSplit))
      return false
    }
  }

  private func merge(
    _ attempt: Scout<State, Action>.Attempt,
    _ judgement: Scout<State, Action>.Judgement,
    from place: Place,
    into next: inout [Place]
  ) {
    let (step, standing) = (attempt.step, attempt.standing)
    for hit in judgement.hits {
      let steps = cut(steps(to: place) + [step], at: hit)
      note(Finding(steps: steps, fault: hit.fault, isShortest: !isSplit))
    }
    variants.insert(standing.variant)
    if keepsInteresting { noteKinds(of: attempt) }
    let key = key(of: standing, at: attempt.now)
    if places[key] == nil, let target = attempt.place {
      add(target, key: key, after: (place, step))
      next.append(target)
    }
    if hasUnbounded, let target = places[key] {
      let takesTime = attempt.now > place.record.now
      behaviour.add(
        from: place.number,
        to: target,
        by: ways.position(of: step),
        takesTime: takesTime,
        met: judgement.met
      )
    }
    if let state = attempt.state { didReach?(place.standing.digest, step, standing.digest, state) }
  }

  /// The steps to a place.
  private func steps(to place: Place) -> [Step] { ways.steps(to: place.number) }
}

extension Scout {
  /// The results of trying the steps from a place.
  struct Expansion {
    var attempts: [Attempt] = []
    var end = End.whole

    enum End {
      /// All steps were tried.
      case whole
      /// The exploration ends here.
      case cut
      /// The place was not reproduced.
      case divergence
    }
  }

  /// Tries the steps from a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - limit: The maximum number of steps.
  func expansion(of place: Place, limit: Int) -> Expansion {
    var expansion = Expansion()
    func ended(_ end: Expansion.End) -> Expansion {
      expansion.end = end
      return expansion
    }
    guard probe.go(to: place) else { return ended(.divergence) }
    var choices = steps(from: place.standing)
    choices += orderSteps(at: place)
    for step in choices {
      if exploration.shouldStop() || expansion.attempts.count >= limit { return ended(.cut) }
      guard probe.go(to: place) else { return ended(.divergence) }
      var attempt = attempt(step, from: place.standing)
      // The step may have been cut short.
      if exploration.isInterruptedNow { return ended(.cut) }
      if case .done = attempt.outcome {
        if exploration.places[exploration.key(of: attempt.standing, at: attempt.now)] == nil {
          attempt.place = probe.place(after: place, attempt.standing)
        }
        if !isReproducible(step, at: place, attempt.standing.digest) { attempt.outcome = .fault(.divergence) }
      }
      expansion.attempts.append(attempt)
      if case .fault = attempt.outcome { return ended(.cut) }
    }
    return exploration.shouldStop() ? ended(.cut) : expansion
  }

  /// Whether repeating the step leads to the same state. Checked only if misuse is searched for.
  private func isReproducible(_ step: Step, at place: Place, _ expected: UInt64) -> Bool {
    guard properties.isEmpty else { return true }
    guard probe.go(to: place), case .done = probe.perform(step) else { return false }
    return digests.state == expected
  }
}
