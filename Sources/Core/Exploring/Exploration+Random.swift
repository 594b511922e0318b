extension Exploration {
  /// Tries random sequences. Each depends only on the seed and its number, so that shards try different ones.
  func searchAtRandom() {
    // If the breadth-first search has reached everything, nothing is left to try.
    guard !coverage.isInterrupted, !coverage.isComplete, coverage.exhaustedDepth < plan.depth else { return }
    var number = plan.shard
    while coverage.sequences < plan.sequences, !isDone, !coverage.isInterrupted {
      walk(number)
      number += plan.shards
    }
  }

  /// Tries a random sequence, and thereby all of its prefixes.
  private func walk(_ number: Int) {
    var seeds = SplitMix64(seed: plan.seed)
    var random = SplitMix64(seed: seeds.next() ^ UInt64(number))
    guard probe.go(to: probe.root) else {
      return note(Finding(steps: [], fault: .divergence, isShortest: true))
    }
    var standing = probe.root.standing
    var last = standing.digest
    var path: [Step] = []
    for _ in 0..<plan.depth where coverage.sequences < plan.sequences {
      if shouldStop() { return }
      guard let step = chooseStep(&random) else { return noteEndOfWalk() }
      let outcome = perform(step, &standing)
      coverage.randomSequences += 1
      if !noteSequence() { return }
      switch outcome {
      case .nothing: continue
      case .endless: return
      case .fault(let fault): return note(shortened(path + [step], fault))
      case .done(let judgement):
        path.append(step)
        // Shortening goes back to the start.
        if let hit = judgement.hits.first { return note(shortened(cut(path, at: hit), hit.fault)) }
      }
      coverage.deepest = max(coverage.deepest, path.count)
      if monitored.isEmpty, places[standing.digest] == nil { fartherStates.insert(standing.digest) }
      didReach?(last, step, standing.digest, probe.session)
      last = standing.digest
    }
  }

  /// Where no step is possible, the sequence still counts; otherwise the search would never end.
  private func noteEndOfWalk() {
    coverage.randomSequences += 1
    _ = noteSequence()
  }

  /// Chooses a command, and then one of its variants, so that a command with many variants is not chosen more often.
  private func chooseStep(_ random: inout SplitMix64) -> Step? {
    var groups = groups(probe.session)
    while let index = groups.indices.randomElement(using: &random) {
      if let step = groups[index].steps().randomElement(using: &random) { return step }
      groups.remove(at: index)
    }
    return nil
  }
}
