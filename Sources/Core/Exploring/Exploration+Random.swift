extension Exploration {
  /// Tries random sequences. Each is decided by the seed and its number alone, so that shards try different ones.
  func searchAtRandom() -> Finding? {
    // What was tried breadth first is all that there is.
    guard !coverage.isInterrupted, !coverage.isComplete, coverage.exhaustedDepth < plan.depth else {
      return nil
    }
    var number = plan.shard
    while coverage.sequences < plan.sequences {
      if let finding = walk(number) { return finding }
      coverage.randomSequences += 1
      if !noteSequence() { return nil }
      number += plan.shards
    }
    return nil
  }

  /// Tries one random sequence.
  private func walk(_ number: Int) -> Finding? {
    var seeds = SplitMix64(seed: plan.seed)
    var random = SplitMix64(seed: seeds.next() ^ UInt64(number))
    guard probe.go(to: probe.root) else { return Finding(steps: [], fault: .divergence, isShortest: true) }
    var flight = probe.root.flight
    var path: [Step] = []
    for _ in 0..<plan.depth {
      guard let step = chooseStep(&random) else { return nil }
      switch perform(step) {
      case .nothing: continue
      case .endless: return nil
      case .fault(let fault): return shortened(path + [step], fault)
      case .done: path.append(step)
      }
      coverage.deepest = max(coverage.deepest, path.count)
      flight.update(from: probe.session.timeline, digest: digest)
      let digest = digest(of: flight)
      if places[digest] == nil { fartherStates.insert(digest) }
    }
    return nil
  }

  /// Chooses a command, and then one of the ways to give it: that there are many must not make it come up more often.
  private func chooseStep(_ random: inout SplitMix64) -> Step? {
    let steps = steps(probe.session)
    var groups: [(name: String, steps: [Int])] = []
    for (index, step) in steps.enumerated() {
      if let last = groups.indices.last, groups[last].name == step.group {
        groups[last].steps.append(index)
      } else {
        groups.append((step.group, [index]))
      }
    }
    return groups.randomElement(using: &random)?.steps.randomElement(using: &random).map { steps[$0] }
  }
}
