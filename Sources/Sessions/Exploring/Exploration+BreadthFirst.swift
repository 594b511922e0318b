extension Exploration {
  /// Tries all steps from all states that one step leads to, then from all those that two lead to, and so on.
  func searchBreadthFirst() {
    var frontier = [root]
    while !frontier.isEmpty, coverage.exhaustedDepth < plan.depth {
      if !isSplit, plan.shards > 1, frontier.count >= plan.shards * Self.placesPerShard {
        frontier = frontier.enumerated().filter { $0.offset % plan.shards == plan.shard }.map(\.element)
        isSplit = true
      }
      farthestMoves = frontier.filter(\.endsWithMove)
      guard let next = places(after: frontier) else { return findLoops() }
      findLoops()
      coverage.exhaustedDepth += 1
      frontier = next
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
  /// - Returns: The places that they lead to; `nil` if the search ends here.
  private func places(after frontier: [ExplorationPlace]) -> [ExplorationPlace]? {
    var (rest, next, goesOn) = (frontier[...], [ExplorationPlace](), true)
    while goesOn, !rest.isEmpty {
      // If no more may be tried, it remains to be found out whether there is more.
      let group = Array(rest.prefix(left == 0 ? 1 : batch))
      rest = rest.dropFirst(group.count)
      let limit = left
      var count = 0
      distribute(group) {
        $0.expansion(of: $1, limit: limit)
      } takesEarly: {
        if case .whole = $0.end { !$0.decidesAnything } else { false }
      } take: { place, expansion in
        count += expansion.attempts.count
        goesOn = goesOn && self.merge(expansion, of: place, into: &next)
      }
      settlePlaces()
      adjustBatch(afterAttempts: count)
    }
    return goesOn ? next : nil
  }

  /// Adds the results of trying the steps from a place.
  ///
  /// - Returns: Whether to go on.
  private func merge(
    _ expansion: Expansion,
    of place: ExplorationPlace,
    into next: inout [ExplorationPlace]
  ) -> Bool {
    coverage.deepest = max(coverage.deepest, place.depth + 1)
    for attempt in expansion.attempts {
      if left == 0 { return false }
      note(attempt, at: place.standing.digest)
      switch attempt.outcome {
      case .nothing, .refused, .endless: break
      case .fault(let fault):
        let steps = withMergedMoves(steps(to: place) + [Step(attempt.step)], fault)
        note(finding(steps, fault))
        return false
      case .done(let judgement): merge(attempt, judgement, from: place, into: &next)
      }
      guard !isDone, noteSequence() else { return false }
    }
    switch expansion.end {
    case .whole: return true
    case .cut: return false
    case .fault(let fault):
      note(finding(steps(to: place) + (expansion.trappingOrder?.steps ?? []).map(Step.init), fault))
      return false
    }
  }

  private func merge(
    _ attempt: ExplorationAttempt,
    _ judgement: StepJudgement,
    from place: ExplorationPlace,
    into next: inout [ExplorationPlace]
  ) {
    let (step, standing) = (attempt.step, attempt.standing)
    // The places of a batch have been judged before the first of them decided a property.
    for hit in judgement.hits where !decided.contains(hit.property) {
      let steps = withMergedMoves(cut(steps(to: place) + [Step(step)], at: hit), hit.fault)
      note(finding(steps, hit.fault, hit.error))
    }
    variants.insert(standing.variant)
    if keepsInteresting { noteKinds(of: attempt) }
    let key = key(of: standing, at: attempt.now)
    var known = self.place(key)
    if known == nil, let target = attempt.place {
      add(target, key: key, after: (place, step))
      next.append(target)
      known = target.number
    }
    if step.move != nil, let target = known, let first = next.first?.number, target >= first {
      // A single move would lead as far as both moves, with one step less.
      if place.endsWithMove { lengthWithNeighbours = min(lengthWithNeighbours, place.depth) }
      next[target - first].endsWithMove = true
    }
    if judge.hasUnbounded, let target = known {
      let edge = BehaviourGraph.Edge(
        from: place.number,
        to: target,
        step: paths.position(of: step),
        takesTime: attempt.now > place.record.now,
        met: judgement.met
      )
      behaviour.edges.append(edge)
    }
    if let state = attempt.state {
      didReach?(place.standing.digest, Step(step), standing.digest, state.unboxed(as: State.self))
    }
  }

  /// The steps to a place.
  private func steps(to place: ExplorationPlace) -> [Step] { paths.steps(to: place.number).map(Step.init) }
}

// How short a finding is.
extension Exploration {
  /// How many places may be tried to find out whether there are shorter sequences.
  private static var mostFarthest: Int { 4_096 }

  func finding(_ steps: [Step], _ fault: Fault, _ error: (any Error)? = nil) -> Finding {
    Finding(steps: steps, fault: fault, exhaustedLength: exhaustedLength(), error: error)
  }

  /// The number of steps up to which all sequences have been tried; neighbouring clock moves count as one.
  func exhaustedLength() -> Int { isSplit ? 0 : exhaustedLengthOfShard() }

  /// The number of steps up to which all sequences of this shard have been tried.
  func exhaustedLengthOfShard() -> Int {
    if hasUnknownStates { return 0 }
    // What follows these places has only been tried in part, and another clock move would be part of the last step.
    if let depth = farthestMoves.first?.depth, !areFarthestMovesLast() {
      lengthWithNeighbours = min(lengthWithNeighbours, depth)
    }
    farthestMoves = []
    return min(coverage.isComplete ? plan.depth : coverage.exhaustedDepth, lengthWithNeighbours - 1)
  }

  /// Whether another clock move after each of these places leads to one that is not farther.
  private func areFarthestMovesLast() -> Bool {
    guard farthestMoves.count <= Self.mostFarthest else { return false }
    return worker.copy.trial { [self] in farthestMoves.allSatisfy(isMoveLast) }
  }

  private func isMoveLast(of place: ExplorationPlace) -> Bool {
    guard !shouldStop(), worker.copy.go(to: place) else { return false }
    for step in worker.steps(from: place.standing) where step.move != nil {
      guard worker.copy.go(to: place) else { return false }
      let attempt = worker.attempt(step, from: place.standing)
      switch attempt.outcome {
      case .nothing, .refused: continue
      case .fault, .endless: return false
      case .done(let judgement):
        let target = self.place(key(of: attempt.standing, at: attempt.now))
        guard judgement.hits.isEmpty, let target, paths.steps(to: target).count <= place.depth else {
          return false
        }
      }
    }
    return true
  }
}

extension ExplorationWorker {
  /// Whether no property can be decided any more in what follows a place.
  private func isDecided(_ place: ExplorationPlace) -> Bool {
    // Those without a monitor can be, and so can misuse if there are no properties.
    !searchesMisuse && judge.monitored.count == judge.claims.count
      && place.standing.monitors.allSatisfy { $0 == .decided }
  }

  /// Tries the steps from a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - limit: The maximum number of steps.
  func expansion(of place: ExplorationPlace, limit: Int) -> Expansion {
    var expansion = Expansion()
    func ended(_ end: Expansion.End) -> Expansion {
      expansion.end = end
      return expansion
    }
    if exploration.endsAtGoals, isDecided(place) { return expansion }
    guard copy.go(to: place) else { return ended(.fault(copy.obstacle)) }
    var choices = steps(from: place.standing)
    if plan.triesOrders { choices += orderSteps(at: place, &expansion.trappingOrder) }
    for step in choices {
      if exploration.shouldStop() || expansion.attempts.count >= limit { return ended(.cut) }
      guard copy.go(to: place) else { return ended(.fault(copy.obstacle)) }
      let attempt = attempt(step, from: place.standing)
      // The step may have been cut short.
      if exploration.isInterruptedNow { return ended(.cut) }
      if case .done(let judgement) = attempt.outcome {
        if !judgement.hits.isEmpty { expansion.decidesAnything = true }
        let key = exploration.key(of: attempt.standing, at: attempt.now)
        if exploration.places[key] == nil {
          attempt.place = copy.place(after: place, attempt.standing)
        }
        if !isReproducible(step, at: place, attempt.standing.digest) { attempt.outcome = .fault(.divergence) }
      }
      expansion.attempts.append(attempt)
      if case .fault = attempt.outcome { return ended(.cut) }
    }
    if exploration.shouldStop() { return ended(.cut) }
    return expansion.trappingOrder.map { ended(.fault(.trap($0.trap))) } ?? expansion
  }

  /// Whether repeating the step leads to the same state. Checked only if misuse is searched for.
  private func isReproducible(_ step: Step, at place: ExplorationPlace, _ expected: UInt64) -> Bool {
    guard searchesMisuse else { return true }
    guard copy.go(to: place), case .done = copy.perform(step) else { return false }
    return digests.state == expected
  }
}

/// The results of the attempted steps from a place.
struct Expansion {
  var attempts: [ExplorationAttempt] = []
  /// An order of effects in which the feature traps.
  var trappingOrder: (steps: [StepRecord], trap: Trap)?
  /// Whether they decide a property.
  var decidesAnything = false
  var end = End.whole

  enum End {
    /// All steps were tried.
    case whole
    /// The exploration ends here.
    case cut
    /// The place was not reproduced, or the feature traps there.
    case fault(ExplorationFault)
  }
}
