extension Exploration {
  /// Tries random sequences. Each depends only on the seed, its number and those before it, so that shards try different
  /// ones.
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
  ///
  /// It starts from the root, or extends a sequence that reached something new.
  private func walk(_ number: Int) {
    var seeds = SplitMix64(seed: plan.seed)
    var random = SplitMix64(seed: seeds.next() ^ UInt64(number))
    let swarm = isUniform ? .uniform : Swarm(&random)
    guard probe.go(to: probe.root) else {
      return note(Finding(steps: [], fault: .divergence, isShortest: true))
    }
    var standing = probe.root.standing
    var path = start(of: random.next())
    for step in path {
      guard !shouldStop() else { return noteEndOfWalk() }
      switch perform(step, &standing) {
      case .done: continue
      case .fault(let fault): return note(shortened(path, fault))
      // It was possible before, but the feature may depend on something that is not controlled.
      case .nothing, .refused, .endless: return noteEndOfWalk()
      }
    }
    var last = standing.digest
    var choices = 0
    while path.count + choices < plan.depth, coverage.sequences < plan.sequences {
      if shouldStop() { return }
      guard let step = chooseStep(&random, swarm) else { return noteEndOfWalk() }
      let first = probe.session.timeline.moments.count
      let outcome = perform(step, &standing)
      coverage.randomSequences += 1
      if !noteSequence() { return }
      switch outcome {
      case .nothing, .refused:
        choices += 1
        continue
      case .endless: return
      case .fault(let fault): return note(shortened(path + [step], fault))
      case .done(let judgement):
        path.append(step)
        // Shortening goes back to the start.
        if let hit = judgement.hits.first { return note(shortened(cut(path, at: hit), hit.fault)) }
      }
      coverage.deepest = max(coverage.deepest, path.count)
      variants.insert(standing.variant)
      if monitored.isEmpty, places[standing.digest] == nil { fartherStates.insert(standing.digest) }
      didReach?(last, step, standing.digest, probe.session)
      last = standing.digest
      noteNovelty(path, from: first)
    }
  }

  /// Where no step is possible, the sequence still counts; otherwise the search would never end.
  private func noteEndOfWalk() {
    coverage.randomSequences += 1
    _ = noteSequence()
  }

  /// Chooses a command, and then one of its variants, so that a command with many variants is not chosen more often.
  private func chooseStep(_ random: inout SplitMix64, _ swarm: Swarm) -> Step? {
    var groups = groups(probe.session).map { ($0, swarm.weight(of: $0.name)) }
    groups += orderGroups.map { ($0, swarm.weight(of: $0.name)) }
    while !groups.isEmpty {
      // What was left out is better than nothing.
      if groups.allSatisfy({ $0.1 == 0 }) { groups = groups.map { ($0.0, 1) } }
      var rest = Int.random(in: 0..<groups.reduce(0) { $0 + $1.1 }, using: &random)
      let index = groups.firstIndex {
        rest -= $0.1
        return rest < 0
      }
      guard let index else { return nil }
      if let step = groups[index].0.steps().randomElement(using: &random) { return step }
      groups.remove(at: index)
    }
    return nil
  }
}

// Sequences that reached something new.
extension Exploration {
  /// How many of them are kept to be extended.
  private static var mostPromising: Int { 256 }

  /// The sequence that a random one extends: often one that reached something new.
  private func start(of choice: UInt64) -> [Step] {
    guard !isUniform, !promising.isEmpty, choice % 2 == 0 else { return [] }
    return promising[Int((choice / 2) % UInt64(promising.count))]
  }

  /// Keeps a sequence if its last two steps, with the kinds of actions that the last one caused, are a new combination.
  ///
  /// - Parameter first: The number of the first moment of the last step.
  private func noteNovelty(_ path: [Step], from first: Int) {
    guard !isUniform, let last = path.last else { return }
    let (kinds, isNew) = noteKinds(of: last, from: first)
    if isNew, keepsInteresting, path.count > coverage.exhaustedDepth { interesting.append(path) }
    var digest = Digest()
    digest.add(path.dropLast().last?.group ?? "")
    digest.add(last.group)
    digest.add(probe.session.timeline.current.isQuiescent ? 1 : 0)
    for kind in kinds { digest.add(kind) }
    guard path.count < plan.depth, reachedCombinations.insert(digest.value).inserted else { return }
    if promising.count < Self.mostPromising {
      promising.append(path)
    } else {
      // The oldest ones have been extended often.
      promising[reachedCombinations.count % Self.mostPromising] = path
    }
  }

  /// Records the group of a step and the kinds of the actions that it caused.
  ///
  /// - Parameter first: The number of its first moment.
  /// - Returns: The kinds, and whether any of them, or the group, is new.
  @discardableResult
  func noteKinds(of step: Step, from first: Int) -> (kinds: [String], isNew: Bool) {
    var isNew = reachedKinds.insert("\(step.group) ").inserted
    let kinds = probe.session.timeline.moments[first...].compactMap { record -> String? in
      guard case .action(let erased, _, _) = record.cause else { return nil }
      return actionKind(erased.unboxed(as: Action.self))
    }
    for kind in kinds where reachedKinds.insert(kind).inserted { isNew = true }
    return (kinds, isNew)
  }
}
