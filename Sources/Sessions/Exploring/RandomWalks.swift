/// Random sequences that reached something new.
struct RandomWalks {
  /// Whether sequences choose among all groups, and start from the root.
  var isUniform = false
  /// The sequences that reached something new, to be extended.
  private var promising: [[StepRecord]] = []
  private var reachedCombinations: Set<UInt64> = []
  /// The groups and the kinds of actions that were reached; systematically only if ``interesting`` sequences are kept.
  private var reachedKinds: Set<String> = []
  /// The sequences that were the first to reach a group of steps or a kind of action, if they are kept.
  var interesting: [[StepRecord]] = []

  /// The sequence that a random one extends: often one that reached something new.
  fileprivate func start(of choice: UInt64) -> [StepRecord] {
    guard !isUniform, !promising.isEmpty, choice % 2 == 0 else { return [] }
    return promising[Int((choice / 2) % UInt64(promising.count))]
  }

  /// Keeps a sequence if its last two steps, with the kinds of actions that the last one caused, are a new combination.
  ///
  /// - Parameters:
  ///   - isKept: Whether to keep it as an interesting one if it is the first to reach something.
  ///   - isExtended: Whether it may be extended.
  mutating func note(_ path: [StepRecord], by last: ExplorationAttempt, isKept: Bool, isExtended: Bool) {
    if noteKinds(of: last), isKept { interesting.append(path) }
    var digest = Digest()
    digest.add(path.dropLast().last?.group ?? "")
    digest.add(last.step.group)
    digest.add(last.isQuiescent ? 1 : 0)
    for kind in last.kinds { digest.add(kind) }
    guard isExtended, reachedCombinations.insert(digest.value).inserted else { return }
    if promising.count < 256 {
      promising.append(path)
    } else {
      // The oldest ones have been extended often.
      promising[reachedCombinations.count % promising.count] = path
    }
  }

  /// Records the group of a step and the kinds of the actions that it caused.
  ///
  /// - Returns: Whether any of them is new.
  @discardableResult
  mutating func noteKinds(of attempt: ExplorationAttempt) -> Bool {
    var isNew = reachedKinds.insert("\(attempt.step.group) ").inserted
    for kind in attempt.kinds where reachedKinds.insert(kind).inserted { isNew = true }
    return isNew
  }
}

extension ExplorationBase {
  /// Tries random sequences. Each depends only on the seed, its own number and the sequences of earlier batches, so
  /// that shards try different ones.
  func searchAtRandom() {
    // If the breadth-first search has reached everything, nothing is left to try.
    if isInterruptedNow || coverage.isComplete || coverage.exhaustedDepth >= plan.depth { return }
    var number = plan.shard
    batch = 1
    while isIncomplete, !isInterruptedNow {
      // A sequence can extend those of earlier batches, so batches are smaller here than in the breadth-first search.
      let numbers = (0..<min(batch, 16)).map { number + $0 * plan.shards }
      number += numbers.count * plan.shards
      let limit = plan.sequences - coverage.sequences
      var count = 0
      distribute(numbers) {
        $0.walk($1, limit: limit)
      } take: { _, walk in
        count += walk.attempts.count
        if self.isIncomplete { self.merge(walk) }
      }
      adjustBatch(afterAttempts: count)
    }
  }

  private var isIncomplete: Bool { coverage.sequences < plan.sequences && !isDone }

  /// Adds the results of a random sequence.
  private func merge(_ walk: Expansion) {
    var path: [StepRecord] = []
    for attempt in walk.start {
      note(attempt)
      path.append(attempt.step)
      if case .fault(let fault) = attempt.outcome { return note(shortened(path, fault)) }
    }
    for attempt in walk.attempts {
      guard coverage.sequences < plan.sequences else { return }
      note(attempt)
      coverage.randomSequences += 1
      guard noteSequence() else { return }
      switch attempt.outcome {
      case .nothing, .refused: continue
      case .endless: return
      case .fault(let fault): return note(shortened(path + [attempt.step], fault))
      case .done(let judgement):
        path.append(attempt.step)
        // Shortening goes back to the start.
        if let hit = judgement.hits.first(where: { !outcome.decided.contains($0.property) }) {
          note(shortened(cut(path, at: hit), hit.fault, hit.error))
        }
        if !judgement.hits.isEmpty { return }
      }
      coverage.deepest = max(coverage.deepest, path.count)
      randomWalks.note(
        path,
        by: attempt,
        isKept: settings.keepsInteresting && path.count > coverage.exhaustedDepth,
        isExtended: path.count < plan.depth
      )
    }
    switch walk.end {
    case .whole: break
    case .cut where coverage.sequences >= plan.sequences: break
    case .cut:
      // Where no step is possible, the sequence still counts; otherwise the search would never end.
      coverage.randomSequences += 1
      _ = noteSequence()
    case .fault(let fault): note(finding([], fault))
    }
  }
}

extension ExplorationWorker {
  /// Tries a random sequence, and thereby all of its prefixes.
  ///
  /// It starts from the root, or extends a sequence that reached something new.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - limit: The maximum number of steps chosen at random.
  func walk(_ number: Int, limit: Int) -> Expansion {
    var seeds = SplitMix64(seed: plan.seed)
    var random = SplitMix64(seed: seeds.next() ^ UInt64(number))
    var swarm = exploration.randomWalks.isUniform ? Swarm(seed: nil) : Swarm(&random)
    var walk = Expansion()
    guard let start = follow(exploration.randomWalks.start(of: random.next())) else {
      return walk.ended(.fault(copy.obstacle))
    }
    walk.start = start
    if exploration.isInterruptedNow { return walk }
    var standing = start.last?.standing ?? exploration.root.standing
    switch start.last?.outcome {
    case nil, .done: break
    case .fault: return walk
    // It was possible before, but the feature may depend on something that is not controlled.
    case .nothing, .refused, .endless: return walk.ended(.cut)
    }
    var length = walk.start.count
    while length < plan.depth, walk.attempts.count < limit {
      if exploration.shouldStop() { return walk }
      guard let step = chooseStep(&random, &swarm) else { return walk.ended(.cut) }
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
  private func chooseStep(_ random: inout SplitMix64, _ swarm: inout Swarm) -> StepRecord? {
    var groups = exploration.feature.groups(copy.session)
    groups += orderGroups
    var weights: [Int] = []
    for group in groups { weights.append(swarm.weight(of: group.name)) }
    while let index = Swarm.choose(weights, &random) {
      let steps = groups[index].steps(copy.session)
      if !steps.isEmpty { return steps[Int.random(in: steps.indices, using: &random)] }
      groups.remove(at: index)
      weights.remove(at: index)
    }
    return nil
  }
}
