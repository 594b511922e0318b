extension Exploration {
  /// Tries random sequences. Each depends only on the seed and its number, so that shards try different ones.
  func searchAtRandom() -> Finding? {
    // If the breadth-first search has reached everything, nothing is left to try.
    guard !coverage.isInterrupted, !coverage.isComplete, coverage.exhaustedDepth < plan.depth else {
      return nil
    }
    var number = plan.shard
    while coverage.sequences < plan.sequences {
      if let finding = walk(number) { return finding }
      if coverage.isInterrupted { return nil }
      number += plan.shards
    }
    return nil
  }

  /// Tries a random sequence, and thereby all of its prefixes.
  private func walk(_ number: Int) -> Finding? {
    var seeds = SplitMix64(seed: plan.seed)
    var random = SplitMix64(seed: seeds.next() ^ UInt64(number))
    guard probe.go(to: probe.root) else { return Finding(steps: [], fault: .divergence, isShortest: true) }
    var flight = probe.root.flight
    var last = didReach == nil ? 0 : digest(of: flight)
    var path: [Step] = []
    for _ in 0..<plan.depth where coverage.sequences < plan.sequences {
      if shouldStop() { return nil }
      guard let step = chooseStep(&random) else { return noteEndOfWalk() }
      let outcome = perform(step)
      coverage.randomSequences += 1
      if !noteSequence() { return nil }
      switch outcome {
      case .nothing: continue
      case .endless: return nil
      case .fault(let fault): return shortened(path + [step], fault)
      case .done: path.append(step)
      }
      coverage.deepest = max(coverage.deepest, path.count)
      flight.update(from: probe.session.timeline, digest: digest)
      let digest = digest(of: flight)
      if places[digest] == nil { fartherStates.insert(digest) }
      didReach?(last, step, digest, probe.session)
      last = digest
    }
    return nil
  }

  /// Where no step is possible, the sequence still counts; otherwise the search would never end.
  private func noteEndOfWalk() -> Finding? {
    coverage.randomSequences += 1
    _ = noteSequence()
    return nil
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
