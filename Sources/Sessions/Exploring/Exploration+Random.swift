extension Exploration {
  /// Tries random sequences. Each depends only on the seed, its own number and the sequences of earlier batches, so
  /// that shards try different ones.
  func searchAtRandom() {
    // If the breadth-first search has reached everything, nothing is left to try.
    guard !isInterruptedNow, !coverage.isComplete, coverage.exhaustedDepth < plan.depth else { return }
    var number = plan.shard
    batch = 1
    while coverage.sequences < plan.sequences, !isDone, !isInterruptedNow {
      // A sequence can extend those of earlier batches, so batches are smaller here than in the breadth-first search.
      let numbers = (0..<min(batch, 16)).map { number + $0 * plan.shards }
      number += numbers.count * plan.shards
      let limit = plan.sequences - coverage.sequences
      var count = 0
      distribute(numbers) {
        $0.walk($1, limit: limit)
      } take: { _, walk in
        count += walk.attempts.count
        if self.coverage.sequences < self.plan.sequences, !self.isDone { self.merge(walk) }
      }
      adjustBatch(afterAttempts: count)
    }
  }

  /// Adds the results of a random sequence.
  private func merge(_ walk: ExplorationWorker<State, Action>.Walk) {
    var last = root.standing.digest
    var path: [Step] = []
    for attempt in walk.start {
      note(attempt, at: last)
      last = attempt.standing.digest
      path.append(Step(attempt.step))
      if case .fault(let fault) = attempt.outcome { return note(shortened(path, fault)) }
    }
    for attempt in walk.attempts {
      guard coverage.sequences < plan.sequences else { return }
      note(attempt, at: last)
      coverage.randomSequences += 1
      guard noteSequence() else { return }
      switch attempt.outcome {
      case .nothing, .refused: continue
      case .endless: return
      case .fault(let fault): return note(shortened(path + [Step(attempt.step)], fault))
      case .done(let judgement):
        path.append(Step(attempt.step))
        // Shortening goes back to the start.
        if let hit = judgement.hits.first(where: { !decided.contains($0.property) }) {
          note(shortened(cut(path, at: hit), hit.fault, hit.error))
        }
        if !judgement.hits.isEmpty { return }
      }
      let standing = attempt.standing
      coverage.deepest = max(coverage.deepest, path.count)
      variants.insert(standing.variant)
      if monitored.isEmpty, place(standing.digest) == nil { fartherStates.insert(standing.digest) }
      if let state = attempt.state {
        didReach?(last, Step(attempt.step), standing.digest, state.unboxed(as: State.self))
      }
      last = standing.digest
      noteNovelty(path, by: attempt)
    }
    switch walk.end {
    case .whole: break
    case .deadEnd where coverage.sequences >= plan.sequences: break
    case .deadEnd:
      // Where no step is possible, the sequence still counts; otherwise the search would never end.
      coverage.randomSequences += 1
      _ = noteSequence()
    case .fault(let fault): note(finding([], fault))
    }
  }
}

// Sequences that reached something new.
extension Exploration {
  /// How many of them are kept to be extended.
  private static var mostPromising: Int { 256 }

  /// The sequence that a random one extends: often one that reached something new.
  fileprivate func start(of choice: UInt64) -> [Step] {
    guard !isUniform, !promising.isEmpty, choice % 2 == 0 else { return [] }
    return promising[Int((choice / 2) % UInt64(promising.count))]
  }

  /// Keeps a sequence if its last two steps, with the kinds of actions that the last one caused, are a new combination.
  private func noteNovelty(_ path: [Step], by last: ExplorationAttempt) {
    guard !isUniform else { return }
    let isNew = noteKinds(of: last)
    if isNew, keepsInteresting, path.count > coverage.exhaustedDepth { interesting.append(path) }
    var digest = Digest()
    digest.add(path.dropLast().last?.group ?? "")
    digest.add(last.step.group)
    digest.add(last.isQuiescent ? 1 : 0)
    for kind in last.kinds { digest.add(kind) }
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
  /// - Returns: Whether any of them is new.
  @discardableResult
  func noteKinds(of attempt: ExplorationAttempt) -> Bool {
    var isNew = reachedKinds.insert("\(attempt.step.group) ").inserted
    for kind in attempt.kinds where reachedKinds.insert(kind).inserted { isNew = true }
    return isNew
  }
}

extension ExplorationWorker {
  /// A random sequence.
  struct Walk {
    /// The steps of a sequence that reached something new, if it extends one.
    var start: [ExplorationAttempt] = []
    /// The steps chosen at random.
    var attempts: [ExplorationAttempt] = []
    var end = End.whole

    enum End {
      case whole
      /// No step was possible.
      case deadEnd
      /// The root was not reproduced.
      case fault(ExplorationFault)
    }
  }

  /// Tries a random sequence, and thereby all of its prefixes.
  ///
  /// It starts from the root, or extends a sequence that reached something new.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - limit: The maximum number of steps chosen at random.
  func walk(_ number: Int, limit: Int) -> Walk {
    var seeds = SplitMix64(seed: plan.seed)
    var random = SplitMix64(seed: seeds.next() ^ UInt64(number))
    var swarm = exploration.isUniform ? Swarm(seed: nil) : Swarm(&random)
    var walk = Walk()
    func ended(_ end: Walk.End) -> Walk {
      walk.end = end
      return walk
    }
    guard copy.go(to: exploration.root) else { return ended(.fault(copy.obstacle)) }
    var standing = exploration.root.standing
    for step in exploration.start(of: random.next()) {
      if exploration.shouldStop() { return walk }
      let attempt = attempt(step, from: standing)
      walk.start.append(attempt)
      standing = attempt.standing
      switch attempt.outcome {
      case .done: continue
      case .fault: return walk
      // It was possible before, but the feature may depend on something that is not controlled.
      case .nothing, .refused, .endless: return ended(.deadEnd)
      }
    }
    var length = walk.start.count
    while length < plan.depth, walk.attempts.count < limit {
      if exploration.shouldStop() { return walk }
      guard let step = chooseStep(&random, &swarm) else { return ended(.deadEnd) }
      let attempt = attempt(step, from: standing)
      if exploration.isInterruptedNow { return walk }
      walk.attempts.append(attempt)
      standing = attempt.standing
      length += 1
      switch attempt.outcome {
      case .nothing, .refused: continue
      case .endless, .fault: return walk
      case .done(let judgement): if !judgement.hits.isEmpty { return walk }
      }
    }
    return walk
  }

  /// Chooses a command, and then one of its variants, so that a command with many variants is not chosen more often.
  private func chooseStep(_ random: inout SplitMix64, _ swarm: inout Swarm) -> Step? {
    var groups = exploration.groups(session)
    groups += orderGroups
    var weights: [Int] = []
    for group in groups { weights.append(swarm.weight(of: group.name)) }
    while let index = Swarm.choose(weights, &random) {
      let steps = groups[index].steps(session)
      if !steps.isEmpty { return steps[Int.random(in: steps.indices, using: &random)] }
      groups.remove(at: index)
      weights.remove(at: index)
    }
    return nil
  }
}
