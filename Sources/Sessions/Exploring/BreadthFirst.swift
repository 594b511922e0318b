/// How far the search for the shortest sequences has come.
package struct BreadthFirst {
  /// Whether other shards do the rest of the work.
  var isSplit = false
  /// The length of the shortest sequence, ending with a clock move, that another clock move leads farther than.
  var lengthWithNeighbours = Int.max
  /// The places at the greatest depth that has been tried completely, if a clock move leads there.
  var farthestMoves: [ExplorationPlace] = []
  /// The length up to which all sequences of this shard were tried, once the search has ended; 0 without shards.
  package var finalLength = 0
}

extension ExplorationBase {
  /// Tries all steps from all states that one step leads to, then from all those that two lead to, and so on.
  func searchBreadthFirst() {
    var frontier = [root]
    while !frontier.isEmpty, coverage.exhaustedDepth < plan.depth {
      // Once there are two states per shard, each shard continues with its own, which are distributed evenly.
      if !breadthFirst.isSplit, plan.shards > 1, frontier.count >= 2 * plan.shards {
        frontier = frontier.enumerated().filter { $0.offset % plan.shards == plan.shard }.map(\.element)
        breadthFirst.isSplit = true
      }
      breadthFirst.farthestMoves = frontier.filter(\.endsWithMove)
      guard let next = places(after: frontier) else { return findLoops() }
      findLoops()
      coverage.exhaustedDepth += 1
      frontier = next
      if isDone { return }
    }
    coverage.isComplete = frontier.isEmpty
  }

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
      space.settlePlaces()
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
      note(attempt)
      switch attempt.outcome {
      case .nothing, .refused, .endless: break
      case .fault(let fault):
        let steps = withMergedMoves(steps(to: place) + [attempt.step], fault)
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
      note(finding(steps(to: place) + (expansion.trappingOrder?.steps ?? []), fault))
      return false
    }
  }

  private func merge(
    _ attempt: ExplorationAttempt,
    _ judgement: Judging,
    from place: ExplorationPlace,
    into next: inout [ExplorationPlace]
  ) {
    let (step, standing) = (attempt.step, attempt.standing)
    // The places of a batch have been judged before the first of them decided a property.
    for hit in judgement.hits where !outcome.decided.contains(hit.property) {
      let steps = withMergedMoves(cut(steps(to: place) + [step], at: hit), hit.fault)
      note(finding(steps, hit.fault, hit.error))
    }
    if settings.keepsInteresting { randomWalks.noteKinds(of: attempt) }
    let key = space.key(of: standing, at: attempt.now)
    var known = space.place(key)
    if known == nil, let target = attempt.place {
      space.add(target, key: key, after: place, by: step)
      next.append(target)
      known = target.number
    }
    if step.move != nil, let target = known, let first = next.first?.number, target >= first {
      // A single move would lead as far as both moves, with one step less.
      if place.endsWithMove {
        breadthFirst.lengthWithNeighbours = min(breadthFirst.lengthWithNeighbours, place.depth)
      }
      next[target - first].endsWithMove = true
    }
    if outcome.judge.hasUnbounded, let target = known {
      let edge = BehaviourGraph.Edge(
        from: place.number,
        to: target,
        step: space.paths.position(of: step),
        takesTime: attempt.now > place.record.now,
        met: judgement.met
      )
      space.behaviour.edges.append(edge)
    }
  }

  /// The steps to a place.
  private func steps(to place: ExplorationPlace) -> [StepRecord] {
    space.paths.steps(to: place.number)
  }

  /// Finds loops of steps in which time passes and the goal of a property is never reached.
  private func findLoops() {
    let judge = outcome.judge
    guard judge.hasUnbounded, !isDone else { return }
    for (monitor, property) in judge.monitored.enumerated()
    where !outcome.decided.contains(property) {
      guard let (start, loop) = space.loop(without: monitor) else { continue }
      note(
        Finding(
          steps: start + loop,
          fault: .property(property, .loop),
          // A clock move that ends a loop may consist of several, the last from a place that is one step farther.
          exhaustedLength: max(exhaustedLength() - 1, 0),
          loopLength: loop.count
        )
      )
    }
  }
}

// How short a finding is.
extension ExplorationBase {
  /// The number of steps up to which all sequences have been tried; neighbouring clock moves count as one.
  func exhaustedLength() -> Int { breadthFirst.isSplit ? 0 : exhaustedLengthOfShard() }

  /// The number of steps up to which all sequences of this shard have been tried.
  func exhaustedLengthOfShard() -> Int {
    if space.hasUnknownStates { return 0 }
    // What follows these places has only been tried in part, and another clock move would be part of the last step.
    if let depth = breadthFirst.farthestMoves.first?.depth, !areFarthestMovesLast() {
      breadthFirst.lengthWithNeighbours = min(breadthFirst.lengthWithNeighbours, depth)
    }
    breadthFirst.farthestMoves = []
    let depth = coverage.isComplete ? plan.depth : coverage.exhaustedDepth
    return min(depth, breadthFirst.lengthWithNeighbours - 1)
  }

  /// Whether another clock move after each of these places leads to one that is not farther.
  private func areFarthestMovesLast() -> Bool {
    // More would take too long.
    guard breadthFirst.farthestMoves.count <= 4_096 else { return false }
    return worker.copy.trial { [self] in breadthFirst.farthestMoves.allSatisfy(isMoveLast) }
  }

  private func isMoveLast(of place: ExplorationPlace) -> Bool {
    let expansion = worker.expansion(of: place, limit: .max, onlyMoves: true)
    guard case .whole = expansion.end else { return false }
    return expansion.attempts.allSatisfy { attempt in
      switch attempt.outcome {
      case .nothing, .refused: return true
      case .fault, .endless: return false
      case .done(let judgement):
        let target = space.place(space.key(of: attempt.standing, at: attempt.now))
        return judgement.hits.isEmpty
          && target.map { space.paths.steps(to: $0).count <= place.depth } ?? false
      }
    }
  }
}

extension ExplorationWorker {
  /// Tries the steps from a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - limit: The maximum number of steps.
  ///   - onlyMoves: Whether to try only those that move the clock.
  func expansion(of place: ExplorationPlace, limit: Int, onlyMoves: Bool = false) -> Expansion {
    var expansion = Expansion()
    // Properties without a monitor can still be decided in what follows, and so can misuse if there are no properties.
    if exploration.settings.endsAtGoals, !judge.searchesMisuse, judge.monitored.count == judge.claims.count,
      place.standing.monitors.allSatisfy({ $0 == .decided })
    {
      return expansion
    }
    guard copy.go(to: place) else { return expansion.ended(.fault(copy.obstacle)) }
    var choices = steps(from: place.standing)
    if onlyMoves {
      choices.removeAll { $0.move == nil }
    } else if plan.triesOrders {
      choices += orderSteps(at: place, &expansion.trappingOrder)
    }
    for step in choices {
      if exploration.shouldStop() || expansion.attempts.count >= limit { return expansion.ended(.cut) }
      guard copy.go(to: place) else { return expansion.ended(.fault(copy.obstacle)) }
      let attempt = attempt(step, from: place.standing)
      // The step may have been cut short.
      if exploration.isInterruptedNow { return expansion.ended(.cut) }
      if case .done(let judgement) = attempt.outcome {
        if !judgement.hits.isEmpty { expansion.decidesAnything = true }
        let key = exploration.space.key(of: attempt.standing, at: attempt.now)
        if exploration.space.places[key] == nil {
          attempt.place = copy.place(after: place, attempt.standing)
        }
        if judge.searchesMisuse, !isReproducible(step, at: place, attempt.standing.digest) {
          attempt.outcome = .fault(.divergence)
        }
      }
      expansion.attempts.append(attempt)
      if case .fault = attempt.outcome { return expansion.ended(.cut) }
    }
    if exploration.shouldStop() { return expansion.ended(.cut) }
    return expansion.trappingOrder.map { expansion.ended(.fault(.trap($0.trap))) } ?? expansion
  }

  /// Whether repeating the step leads to the same state.
  private func isReproducible(_ step: StepRecord, at place: ExplorationPlace, _ expected: UInt64) -> Bool {
    guard copy.go(to: place), case .done = copy.perform(step) else { return false }
    return digests.state == expected
  }
}

/// The results of trying steps: those from a place, or those of a random sequence.
struct Expansion {
  /// The steps of a sequence that reached something new, if a random one extends it.
  var start: [ExplorationAttempt] = []
  var attempts: [ExplorationAttempt] = []
  /// An order of effects in which the feature traps.
  var trappingOrder: (steps: [StepRecord], trap: Trap)?
  /// Whether they decide a property.
  var decidesAnything = false
  var end = End.whole

  enum End {
    /// All steps were tried.
    case whole
    /// Not all steps were tried, or none was possible.
    case cut
    /// The place was not reproduced, or the feature traps there.
    case fault(ExplorationFault)
  }

  func ended(_ end: End) -> Self {
    var copy = self
    copy.end = end
    return copy
  }
}
